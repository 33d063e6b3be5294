import { isIpv6 } from "./address.ts";

const scheme = /^[a-zA-Z][a-zA-Z0-9+.-]*:/;
const badEscape = /%(?![0-9a-fA-F]{2})/;
// oxlint-disable-next-line no-control-regex -- these are the ones that are refused
const control = /[\u0000-\u001f\u007f]/;

/**
 * Reports whether the text is a request URI: a URI with a scheme, or a path from `/` on; a fragment is not
 * recognized. Source: Go's `url.ParseRequestURI`, by which Kubernetes reads the format.
 */
export function isUri(text: string): boolean {
  return text !== "" && !text.startsWith(":") && !control.test(text) && isSchemeAndRest(text);
}

function isSchemeAndRest(text: string): boolean {
  const prefix = scheme.exec(text)?.[0] ?? "";
  const [path = ""] = text.slice(prefix.length).split("?", 1);
  if (!path.startsWith("/")) {
    return prefix !== "" || text === "*";
  }
  return prefix !== "" && path.startsWith("//")
    ? isAuthorityAndPath(path.slice(2), prefix.toLowerCase())
    : !badEscape.test(path);
}

function isAuthorityAndPath(text: string, prefix: string): boolean {
  const [authority = ""] = text.split("/", 1);
  return isAuthority(authority, prefix) && !badEscape.test(text.slice(authority.length));
}

const user = /^[A-Za-z0-9._~!$&'()*+,;=:@%-]*$/;

function isAuthority(authority: string, prefix: string): boolean {
  const at = authority.lastIndexOf("@");
  const before = at === -1 ? "" : authority.slice(0, at);
  return isHost(authority.slice(at + 1), prefix) && user.test(before) && !badEscape.test(before);
}

const port = /^(?::[0-9]*)?$/;

function isHost(host: string, prefix: string): boolean {
  const bracket = host.lastIndexOf("[");
  if (bracket > 0) {
    return false;
  }
  if (bracket === 0) {
    const end = host.lastIndexOf("]");
    return end !== -1 && port.test(host.slice(end + 1)) && isLiteral(host.slice(1, end));
  }
  const isWeb = prefix === "http:" || prefix === "https:";
  const colon = isWeb ? host.indexOf(":") : host.lastIndexOf(":");
  return (colon === -1 || port.test(host.slice(colon))) && isHostText(host);
}

/** The address in brackets, optionally with a zone after `%25`. */
function isLiteral(text: string): boolean {
  const zoneAt = text.indexOf("%25");
  return zoneAt === -1
    ? isIpv6(text)
    : isIpv6(text.slice(0, zoneAt)) && isZone(text.slice(zoneAt + "%25".length));
}

/** The characters that a host may hold literally, and percent signs. */
const hostCharacters = /^[%A-Za-z0-9!$&'()*+,;=:[\]<>"._~\u{80}-\u{10ffff}-]*$/u;

/** In a host, only `%25` and bytes beyond ASCII are percent-encoded. */
function isHostText(text: string): boolean {
  return !/%(?!25|[89a-fA-F][0-9a-fA-F])/.test(text) && hostCharacters.test(text);
}

/** In a zone, only characters that are also allowed literally, and a space, are percent-encoded. */
function isZone(text: string): boolean {
  if (text === "" || badEscape.test(text) || !hostCharacters.test(text)) {
    return false;
  }
  return [...text.matchAll(/%([0-9a-fA-F]{2})/g)].every(([, digits = ""]) => {
    const character = String.fromCodePoint(Number.parseInt(digits, 16));
    return character === " " || (character < "\u0080" && hostCharacters.test(character));
  });
}
