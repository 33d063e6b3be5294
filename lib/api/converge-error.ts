/**
 * The reason for which a cluster could not be used. `AccessUnusable`: the kubeconfig, a certificate or a
 * credential plugin. `Unreachable`: the server does not answer. `AccessDenied`: it answers 401 or 403.
 * `RequestFailed`: it refuses a request for another reason, or a lock is held.
 */
export type ConvergeErrorCode = "AccessUnusable" | "Unreachable" | "AccessDenied" | "RequestFailed";

/** The cluster could not be used. Mistakes in manifests are diagnostics of the result instead. */
export class ConvergeError extends Error {
  override readonly name: string = "ConvergeError";
  readonly code: ConvergeErrorCode;

  constructor(code: ConvergeErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
