import type { ServerAddress } from "./server-address.ts";
import { bareHost } from "./server-address.ts";
import { isExempt } from "./no-proxy.ts";
import { AccessError } from "../model/api-error.ts";

/** A proxy between us and the server. */
export interface Proxy {
  readonly scheme: "http" | "https" | "socks5";
  readonly host: string;
  readonly port: number;
  /** Both empty if it needs none. */
  readonly user: string;
  readonly password: string;
  /** For messages: without user and password. */
  readonly shown: string;
}

const schemes: ReadonlyMap<string, { readonly scheme: Proxy["scheme"]; readonly port: number }> = new Map([
  ["http:", { scheme: "http", port: 80 }],
  ["https:", { scheme: "https", port: 443 }],
  // Go leaves names to the proxy for both spellings.
  ["socks5:", { scheme: "socks5", port: 1080 }],
  ["socks5h:", { scheme: "socks5", port: 1080 }],
]);

/** Parses a proxy's URL; undefined if it is invalid or of an unsupported scheme. */
export function parseProxy(text: string): Proxy | undefined {
  const url = URL.parse(text);
  const known = url === null ? undefined : schemes.get(url.protocol);
  if (url === null || known === undefined || url.hostname === "") {
    return undefined;
  }
  const port = url.port === "" ? known.port : Number(url.port);
  const user = decoded(url.username);
  const password = decoded(url.password);
  return user === undefined || password === undefined
    ? undefined
    : {
        scheme: known.scheme,
        host: bareHost(url.hostname),
        port,
        user,
        password,
        shown: `${url.protocol}//${url.hostname}:${port}`,
      };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * The proxy set in the environment, by the rules of Go's `httpproxy`: HTTPS_PROXY for https, HTTP_PROXY for
 * http, upper case before lower, unless NO_PROXY exempts the server. localhost and loopback addresses never
 * go through one. Throws an AccessError if the proxy's URL is invalid.
 */
export function proxyOfEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  server: ServerAddress,
): Proxy | undefined {
  const name = server.isSecure ? "HTTPS_PROXY" : "HTTP_PROXY";
  const text = anyOf(env, name);
  if (text === "" || isExempt(anyOf(env, "NO_PROXY"), server)) {
    return undefined;
  }
  const proxy = parseProxy(text.includes("://") ? text : `http://${text}`);
  if (proxy === undefined) {
    throw new AccessError(
      `${name} must be a URL that begins with http://, https:// or socks5://; or exempt ${server.host} in NO_PROXY`,
    );
  }
  return proxy;
}

function anyOf(env: Readonly<Record<string, string | undefined>>, name: string): string {
  return env[name] || env[name.toLowerCase()] || "";
}
