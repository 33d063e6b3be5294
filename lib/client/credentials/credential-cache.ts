import type { Clock } from "../../async/clock.ts";
import type { Access, Credentials } from "../model/access.ts";
import { AccessError } from "../model/api-error.ts";
import type { AccessRequest } from "../access/access-request.ts";

/** Proof of identity, and how long it remains fresh. */
export interface Proof {
  /** The value of the Authorization header: `Bearer …`, `Basic …`; empty for none. */
  readonly authorization: string;
  readonly certificate: Credentials["certificate"] | undefined;
  /** In milliseconds since 1970; Infinity if it never changes. */
  readonly freshUntil: number;
}

/** Obtains a new proof: from files, from an exec plugin. Throws AccessError. */
export type ProofSource = () => Promise<Proof>;

/** The part of an Access that proves the identity. */
type Identity = Pick<Access, "credentials" | "renew">;

/**
 * Caches the proof of a source while it is fresh and obtains a new one otherwise, once for all concurrent
 * callers. A proof that comes back unchanged keeps its identity, so that `renew` can see that there is no
 * other.
 */
export function cacheCredentials(
  source: ProofSource,
  { headers, clock }: { readonly headers: Credentials["headers"]; readonly clock: Clock },
): Identity {
  let current: { readonly proof: Proof; readonly credentials: Credentials } | undefined;
  let pending: Promise<Credentials> | undefined;

  const load = async (): Promise<Credentials> => {
    try {
      const proof = await source();
      const kept = current !== undefined && isSame(current.proof, proof) ? current.credentials : undefined;
      const credentials = kept ?? asCredentials(proof, headers);
      current = { proof, credentials };
      return credentials;
    } finally {
      pending = undefined;
    }
  };
  const refresh = async (): Promise<Credentials> => {
    pending ??= load();
    return pending;
  };
  return {
    credentials: async () =>
      current !== undefined && clock.now() < current.proof.freshUntil ? current.credentials : refresh(),
    renew: async (refused) =>
      (current !== undefined && current.credentials !== refused) || (await refresh()) !== refused,
  };
}

function isSame(left: Proof, right: Proof): boolean {
  return (
    left.authorization === right.authorization &&
    left.certificate?.cert === right.certificate?.cert &&
    left.certificate?.key === right.certificate?.key
  );
}

function asCredentials({ authorization, certificate }: Proof, headers: Credentials["headers"]): Credentials {
  return {
    headers: authorization === "" ? headers : { authorization, ...headers },
    ...(certificate === undefined ? {} : { certificate }),
  };
}

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
