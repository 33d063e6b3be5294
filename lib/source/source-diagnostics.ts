import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";

const reasons: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["ELOOP", "its symbolic links lead in a circle"],
  ["ENOENT", "its symbolic link leads nowhere"],
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
