import { AccessError } from "../model/api-error.ts";
import type { AccessRequest } from "../access/access-request.ts";
import type { Proof, ProofSource } from "./credential-cache.ts";

/** For how many milliseconds files with tokens and certificates are not read again; they rotate. */
export const fileFreshness = 60_000;

/**
 * A source that reads files, opened: they must be readable now. Later, while they are being replaced, they
 * may be gone for a moment; then what was read last goes on to count, with a warning.
 */
export async function serveStaleOnError(read: ProofSource, request: AccessRequest): Promise<ProofSource> {
  let last = await read();
  return async (): Promise<Proof> => {
    try {
      last = await read();
    } catch (error) {
      if (!(error instanceof AccessError)) {
        throw error;
      }
      request.warn?.(error.message);
      last = { ...last, freshUntil: request.clock.now() + fileFreshness };
    }
    return last;
  };
}
