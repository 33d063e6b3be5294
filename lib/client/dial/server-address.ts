/** The address of the API server. */
export interface ServerAddress {
  /** Scheme, host, port and path as one text, without a trailing slash. */
  readonly url: string;
  readonly isSecure: boolean;
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
}

/**
 * Parses the address of a server as client-go does: without a scheme it is plain http, a query is dropped.
 * Undefined if the text is not an http or https URL, or holds a user name (which would appear in messages).
 */
export function parseServerAddress(text: string): ServerAddress | undefined {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.username + url.password !== "") {
    return undefined;
  }
  const isSecure = url.protocol === "https:";
  return {
    url: `${url.origin}${url.pathname.replace(/\/+$/, "")}`,
    isSecure,
    host: bareHost(url.hostname),
    port: Number(url.port || (isSecure ? 443 : 80)),
  };
}

/** The host of a URL without the brackets of an IPv6 address. */
export function bareHost(hostname: string): string {
  return hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
}
