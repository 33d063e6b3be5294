import { BlockList, isIP } from "node:net";

import { type ServerAddress, bareHost } from "./server-address.ts";
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
  const [name, text] = variableOf(env, server.isSecure ? "HTTPS_PROXY" : "HTTP_PROXY");
  const [, noProxy] = variableOf(env, "NO_PROXY");
  if (text === "" || isExempt(noProxy, server)) {
    return undefined;
  }
  const proxy = parseProxy(text.includes("://") ? text : `http://${text}`);
  if (proxy === undefined) {
    // Without the host: it may be that of a kubeconfig in a Secret.
    throw new AccessError(
      `${name} must be a URL that begins with http://, https:// or socks5://; or exempt the server in NO_PROXY`,
    );
  }
  return proxy;
}

/** Returns the spelling of a variable that is set, and its value. */
function variableOf(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
): readonly [name: string, value: string] {
  const set = [name, name.toLowerCase()].find((one) => (env[one] ?? "") !== "") ?? name;
  return [set, env[set] ?? ""];
}

/** The host and port of a request. */
interface Target {
  readonly host: string;
  readonly port: number;
}

/**
 * Reports whether this target bypasses the proxies of the environment: it is localhost or a loopback address,
 * or an entry of the list matches it: `*`, an address, a range (`10.0.0.0/8`), a domain with all its
 * subdomains (`corp.example`) or only the subdomains (`.corp.example`), each but the range also with a port.
 */
export function isExempt(noProxy: string, { host, port }: Target): boolean {
  const target = { host: host.toLowerCase(), port };
  if (isLoopback(target.host)) {
    return true;
  }
  return noProxy
    .toLowerCase()
    .split(",")
    .map((part) => part.trim())
    .some((part) => part !== "" && names(part, target));
}

function isLoopback(host: string): boolean {
  return host === "localhost" || inRange(host, "127.0.0.0/8") || isSameAddress(host, "::1");
}

function names(part: string, target: Target): boolean {
  if (part === "*") {
    return true;
  }
  if (/^[^/]+\/\d+$/.test(part) && isIP(part.slice(0, part.indexOf("/"))) !== 0) {
    return inRange(target.host, part);
  }
  const { host, port } = splitPort(part);
  if (host === "" || (port !== "" && port !== String(target.port))) {
    return false;
  }
  return isIP(target.host) === 0 ? isWithin(target.host, host) : isSameAddress(target.host, host);
}

/**
 * Reports whether a name is the domain or a subdomain; only a subdomain if the domain begins with a dot or a
 * star.
 */
function isWithin(name: string, host: string): boolean {
  const suffix = host.startsWith("*.") ? host.slice(1) : host;
  return suffix.startsWith(".") ? name.endsWith(suffix) : name === suffix || name.endsWith(`.${suffix}`);
}

/** `[::1]:443` and `web:443` have a port, `::1` has none. */
function splitPort(part: string): { readonly host: string; readonly port: string } {
  const match = /^(\[[^\]]*\]|[^:]*):(\d*)$/.exec(part);
  const [, host = part, port = ""] = match ?? [];
  return { host: host.endsWith("]") ? bareHost(host) : host, port };
}

function inRange(host: string, range: string): boolean {
  const [network = "", prefix = ""] = range.split("/");
  const family = isIP(network) === 6 ? "ipv6" : "ipv4";
  if (isIP(host) === 0 || Number(prefix) > (family === "ipv6" ? 128 : 32)) {
    return false;
  }
  const list = new BlockList();
  list.addSubnet(network, Number(prefix), family);
  return list.check(host, isIP(host) === 6 ? "ipv6" : "ipv4");
}

/** Reports whether two texts are the same address, however it is spelled: `::1` and `0:0::1`. */
function isSameAddress(host: string, other: string): boolean {
  return isIP(other) !== 0 && inRange(host, `${other}/${isIP(other) === 6 ? 128 : 32}`);
}
