/** A bug in converge, never the user's mistake: it is thrown, and should be reported. */
export class BugError extends Error {
  override readonly name: string = "BugError";
}
