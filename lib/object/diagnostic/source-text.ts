/** A named text: a file's content, or what came by standard input (`<stdin>`). */
export interface SourceText {
  readonly name: string;
  readonly text: string;
  /**
   * It is a file of the `crds/` folder of a chart or a module: the definitions in it are applied first, and
   * outlive the release.
   */
  readonly isChartCrds?: true;
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

/** What is behind the name of a template where the text that it gave is meant. */
const renderedMark = " (rendered)";

/** The name of the text that a template gave: by the template, and as what it is. */
export function renderedName(template: string): string {
  return `${template}${renderedMark}`;
}

/** Whether a source is the text that a template gave: its lines are not those of a file. */
export function isRendered(name: string): boolean {
  return name.endsWith(renderedMark);
}

/** `templates/web.yaml (rendered)` → `templates/web.yaml`; another name as it is. */
export function templateOf(name: string): string {
  return isRendered(name) ? name.slice(0, -renderedMark.length) : name;
}
