/** The address a server listens on. */
export interface ListenAddress {
  /** A name or an address of this machine; undefined for all addresses. */
  readonly host: string | undefined;
  /** 0 for any free port. */
  readonly port: number;
}

/**
 * A server cannot listen on the given address. The message is one line for users: what failed, why, and what
 * to do.
 */
export class ListenError extends Error {
  override readonly name = "ListenError";
}

const form = /^(?:(?:\[([0-9a-f:.]+(?:%\w+)?)\]|([\w.-]*)):)?(\d{1,5})$/i;

/**
 * Parses a listen address: `8080` and `:8080` (every address of the machine), `127.0.0.1:8080`,
 * `localhost:8080`, `[::1]:8080`; port 0 for any free port. Throws a ListenError if the text is not an
 * address.
 */
export function parseListenAddress(text: string): ListenAddress {
  const match = form.exec(text);
  const [, six, four = "", digits = ""] = match ?? [];
  const port = Number(digits);
  if (match === null || port > 65_535) {
    throw new ListenError(
      `${JSON.stringify(text)} is not a listen address; write 127.0.0.1:8080, [::1]:8080 or :8080`,
    );
  }
  const host = six ?? four;
  return { host: host === "" ? undefined : host, port };
}

/**
 * Reports whether only this machine can reach the address or name: `127.0.0.0/8`, `::1`, `localhost` and
 * names below it (RFC 6761).
 */
export function isLoopback(host: string): boolean {
  return /^(?:127(?:\.\d{1,3}){3}|::1|(?:.+\.)?localhost|::ffff:127(?:\.\d{1,3}){3})\.?$/i.test(host);
}

/**
 * Returns the `Host` header without port and brackets, in lower case: `localhost`, `::1`; undefined if it is
 * invalid.
 */
export function hostNameOf(header: string | undefined): string | undefined {
  const [, six, four] = /^(?:\[([0-9a-f:.]+)\]|([^:@/\s]+))(?::\d{1,5})?$/i.exec(header ?? "") ?? [];
  return (six ?? four)?.toLowerCase();
}
