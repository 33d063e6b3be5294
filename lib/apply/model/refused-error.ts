/** Something that a person has to decide or fix before anything can be sent. The message names the remedy. */
export class RefusedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "RefusedError";
  }
}
