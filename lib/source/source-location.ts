/**
 * An input that the search has found, with its name in every output: a regular file, a pipe given by its path
 * (a process substitution), or standard input.
 */
export interface FoundSource {
  readonly kind: "file" | "pipe" | "stdin";
  readonly name: string;
  /** It is in the `crds/` folder of a chart. */
  readonly isChartCrds?: true;
}

/** The name of standard input in every output. */
const stdinName = "<stdin>";

/** Standard input. */
export const standardInput: FoundSource = { kind: "stdin", name: stdinName };

/**
 * Returns a file or pipe by its path; a file of the working directory with the name of standard input gets a
 * leading `./`.
 */
export function namedSource(kind: "file" | "pipe", path: string): FoundSource {
  return { kind, name: path === stdinName ? `./${path}` : path };
}
