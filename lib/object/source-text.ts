/** A named text: a file's content, or what came by standard input (`<stdin>`). */
export interface SourceText {
  readonly name: string;
  readonly text: string;
}

/** A place in a source text. Lines and columns count from 1; columns count UTF-16 units, as editors do. */
export interface Origin {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  /** How many characters, from the column on, are meant: what the squiggle underlines. */
  readonly length?: number;
}

/** `web.yaml:12:3`, the form that terminals and editors make clickable. */
export function formatOrigin(origin: Origin): string {
  const column = origin.column === undefined ? "" : `:${origin.column}`;
  return `${origin.file}:${origin.line}${column}`;
}
