/** A fault of ours, never of the user's: it is thrown, and whoever sees it should report it. */
export class BugError extends Error {
  override readonly name: string = "BugError";
}
