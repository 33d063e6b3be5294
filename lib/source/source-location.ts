import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";

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

const reasons: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["ELOOP", "its symbolic links form a loop"],
  ["ENOENT", "its symbolic link is broken"],
  ["ENAMETOOLONG", "its name is too long"],
  ["EMFILE", "too many open files"],
  ["EISDIR", "it is a folder"],
  ["EIO", "the disk reports an error"],
  ["ERR_FS_FILE_TOO_LARGE", "it is larger than 2 GiB"],
]);

/** Returns the fault of a path that does not exist; undefined for any other error. */
export function sourceNotFound(name: string, error: unknown): Diagnostic | undefined {
  const code = systemCode(error);
  if (code !== "ENOENT" && code !== "ENOTDIR") {
    return undefined;
  }
  const shown = name === "" ? '""' : name;
  const message = `${shown} does not exist: check the path, or give \`-\` for standard input`;
  return { code: "SourceNotFound", severity: "error", message };
}

/** Returns the fault of a file or folder that exists but cannot be read. */
export function sourceUnreadable(name: string, error: unknown): Diagnostic {
  const code = systemCode(error);
  const reason = reasons.get(code) ?? (code === "" ? String(error) : code);
  return {
    code: "SourceUnreadable",
    severity: "error",
    message: `${name === "" ? "." : name} cannot be read: ${reason}`,
  };
}

function systemCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
