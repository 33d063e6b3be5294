/** A command line that cannot be meant as it stands: told in one line, exit code 2. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}
