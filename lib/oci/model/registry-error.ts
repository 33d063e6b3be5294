/**
 * A failed registry request, or content that is not accepted: `unreachable` (it may work later), `denied`,
 * `missing`, or `refused` for an image that is damaged or violates the rules for images. The message names
 * the image, never a credential.
 */
export class RegistryError extends Error {
  readonly fault: "unreachable" | "denied" | "missing" | "refused";
  /** The part of the access settings to correct; undefined if unknown. */
  readonly lacks: "credentials" | "authority" | "plain http" | undefined;

  constructor(fault: RegistryError["fault"], message: string, lacks?: RegistryError["lacks"]) {
    super(message);
    this.fault = fault;
    this.lacks = lacks ?? (fault === "denied" ? "credentials" : undefined);
  }
}

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
