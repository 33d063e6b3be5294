/** NO_PROXY as Go reads it (`golang.org/x/net/http/httpproxy`). */
import { BlockList, isIP } from "node:net";

import { bareHost } from "./server-address.ts";

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
