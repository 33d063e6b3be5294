import { parseAddress } from "../ip/address.ts";
import { goQuoted } from "../strings/go-quoted.ts";
import { escaped, unescaped, octetsText } from "./escape.ts";

interface Fault {
  readonly fault: string;
}

/** The userinfo and host of a URL: `user:secret@host:80`. */
export interface Authority {
  readonly host: string;
  /** With its escapes; undefined if absent. */
  readonly user: string | undefined;
}

/** Parses the part between `//` and the path. */
export function readAuthority(octets: string, scheme: string): Authority | Fault {
  const at = octets.lastIndexOf("@");
  const host = readHost(octets.slice(at + 1), scheme);
  if (typeof host !== "string") {
    return host;
  }
  const user = at < 0 ? undefined : readUser(octets.slice(0, at));
  return typeof user === "object" ? user : { host, user };
}

function readUser(octets: string): string | Fault {
  if (!/^[A-Za-z\d\-._:~!$&'()*+,;=%@]*$/.test(octets)) {
    return { fault: "net/url: invalid userinfo" };
  }
  const colon = octets.indexOf(":");
  const name = unescaped(colon < 0 ? octets : octets.slice(0, colon), "user");
  const password = unescaped(colon < 0 ? "" : octets.slice(colon + 1), "user");
  if (typeof name !== "string") {
    return name;
  }
  if (typeof password !== "string") {
    return password;
  }
  return colon < 0 ? escaped(name, "user") : `${escaped(name, "user")}:${escaped(password, "user")}`;
}

/** Reports whether it is a colon followed by a port, or empty. */
export function isPort(octets: string): boolean {
  return /^(?::\d*)?$/.test(octets);
}

function readHost(octets: string, scheme: string): string | Fault {
  const bracket = octets.lastIndexOf("[");
  if (bracket > 0) {
    return { fault: "invalid IP-literal" };
  }
  if (bracket === 0) {
    return readLiteral(octets);
  }
  const strict = scheme === "http" || scheme === "https";
  const colon = strict ? octets.indexOf(":") : octets.lastIndexOf(":");
  const port = colon < 0 ? "" : octets.slice(colon);
  return isPort(port) ? unescaped(octets, "host") : badPort(port);
}

function badPort(port: string): Fault {
  return { fault: `invalid port ${goQuoted(octetsText(port))} after host` };
}

/** Parses `[2001:db8::1%25eth0]:80`. */
function readLiteral(octets: string): string | Fault {
  const bracket = octets.lastIndexOf("]");
  if (bracket < 0) {
    return { fault: "missing ']' in host" };
  }
  const port = octets.slice(bracket + 1);
  if (!isPort(port)) {
    return badPort(port);
  }
  const name = readLiteralName(octets.slice(1, bracket));
  if (typeof name !== "string") {
    return name;
  }
  const address = parseAddress(octetsText(name));
  if ("fault" in address) {
    return { fault: `invalid host: ${address.fault}` };
  }
  return address.bytes.length === 4 ? { fault: "invalid IP-literal" } : `[${name}]${port}`;
}

/** A zone follows `%25`; different escapes are allowed in it. */
function readLiteralName(octets: string): string | Fault {
  const zoneAt = octets.indexOf("%25");
  if (zoneAt < 0) {
    return unescaped(octets, "host");
  }
  const address = unescaped(octets.slice(0, zoneAt), "host");
  if (typeof address !== "string") {
    return address;
  }
  const zone = unescaped(octets.slice(zoneAt), "zone");
  return typeof zone === "string" ? address + zone : zone;
}
