/**
 * What went wrong with one attempt and may not with the next: a connection that broke, a server that is busy.
 */
export class TransientError extends Error {
  override readonly name: string = "PassingTrouble";
  /** Milliseconds that the server asks to wait; undefined where it names none. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    options: { readonly retryAfter?: number | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.retryAfter = options.retryAfter;
  }
}
