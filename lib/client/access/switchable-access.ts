import type { Access } from "../model/access.ts";

/** An access whose credentials can be replaced while it is in use. */
export interface SwitchableAccess {
  readonly access: Access;
  /** Uses the credentials of another access to the same server from the next request on. */
  readonly switchTo: (next: Access) => void;
}

/** Wraps an access. Connections opened with a client certificate that is replaced end with their requests. */
export function switchableAccess(first: Access): SwitchableAccess {
  let current = first;
  return {
    access: {
      ...first,
      credentials: async () => current.credentials(),
      renew: async (refused) => current.renew(refused),
      dial: async (credentials, alpn) => current.dial(credentials, alpn),
    },
    switchTo: (next) => {
      current = next;
    },
  };
}
