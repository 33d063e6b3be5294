/** A failed attempt that may succeed when retried: a broken connection, a busy server. */
export class TransientError extends Error {
  override readonly name: string = "PassingTrouble";
  /** Milliseconds that the server asks to wait; undefined if it specifies none. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    options: { readonly retryAfter?: number | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.retryAfter = options.retryAfter;
  }
}
