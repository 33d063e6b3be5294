/** Error numbers of WASI that the host of a renderer returns (https://wasi.dev, preview 1). */
export const errno = {
  success: 0,
  accessDenied: 2,
  badDescriptor: 8,
  invalid: 28,
  inputOutput: 29,
  isDirectory: 31,
  tooManyLinks: 32,
  notFound: 44,
  notSupported: 52,
  notDirectory: 54,
  readOnly: 69,
} as const;

/** An error number of WASI. */
export type Errno = (typeof errno)[keyof typeof errno];

/** A call of the renderer that fails with an error number; the renderer decides what that means. */
export class CallError extends Error {
  override readonly name = "CallError";
  readonly errno: Errno;

  constructor(number: Errno) {
    super(`error ${number}`);
    this.errno = number;
  }
}

/** A limit that a rendering has exceeded: it ends at once, and its instance is not used again. */
export class RenderLimitError extends Error {
  override readonly name = "RenderLimitError";
}

const numbers: ReadonlyMap<string, Errno> = new Map<string, Errno>([
  ["ENOENT", errno.notFound],
  ["EACCES", errno.accessDenied],
  ["EPERM", errno.accessDenied],
  ["ENOTDIR", errno.notDirectory],
  ["EISDIR", errno.isDirectory],
  ["ELOOP", errno.tooManyLinks],
  ["EINVAL", errno.invalid],
]);

/** Returns the number of an error of Node's file system. */
export function errnoOf(error: unknown): Errno {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return (typeof code === "string" ? numbers.get(code) : undefined) ?? errno.inputOutput;
}
