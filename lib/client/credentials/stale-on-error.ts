import { AccessError } from "../model/api-error.ts";
import type { AccessRequest } from "../access/access-request.ts";
import type { Proof, ProofSource } from "./credential-cache.ts";

/** Milliseconds for which files with tokens and certificates are not read again; they rotate. */
export const fileFreshness = 60_000;

/**
 * A source that reads files. They must be readable when it is opened. Later they may be missing for a moment
 * while they are replaced; the last proof is then still used, with a warning.
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
