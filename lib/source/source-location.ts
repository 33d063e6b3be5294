/**
 * Something to read that the search has come upon, with its name in every output: a regular file, a pipe
 * given by its path (a process substitution), or standard input.
 */
export interface FoundSource {
  readonly kind: "file" | "pipe" | "stdin";
  readonly name: string;
  /** It lies in the `crds/` folder of a chart. */
  readonly isChartCrds?: true;
}

/** The name under which standard input appears in every output. */
const stdinName = "<stdin>";

/** Standard input. */
export const standardInput: FoundSource = { kind: "stdin", name: stdinName };

/**
 * A file or pipe by its path; one of the working directory that has standard input's name gets `./` before
 * it.
 */
export function namedSource(kind: "file" | "pipe", path: string): FoundSource {
  return { kind, name: path === stdinName ? `./${path}` : path };
}
