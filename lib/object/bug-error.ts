/** A bug in converge, never the user's mistake: it is thrown, and should be reported. */
export class BugError extends Error {
  override readonly name: string = "BugError";
}

/** The message of whatever was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
