import { goQuoted } from "../strings/go-quoted.ts";

/** The parts of a URL, which differ in the characters that are allowed without an escape. */
export type UrlPart = "fragment" | "host" | "path" | "query" | "user" | "zone";

/** The characters that a part may contain literally, besides letters, digits and `-_.~`. */
const plain: Readonly<Record<UrlPart, string>> = {
  fragment: "$&+,/:;=?@!()*",
  host: "!$&'()*+,;=:[]<>\"",
  path: "$&+,/:;=@",
  query: "",
  user: "$&+,;=",
  zone: "!$&'()*+,;=:[]<>\"",
};

/** Reports whether a part may contain a byte literally. */
export function isPlain(octet: string, part: UrlPart): boolean {
  return /[A-Za-z\d\-_.~]/.test(octet) || plain[part].includes(octet);
}

/** Escapes every byte that the part may not contain literally. */
export function escaped(octets: string, part: UrlPart): string {
  return octets.replaceAll(/[^A-Za-z\d\-_.~]/g, (octet) => (isPlain(octet, part) ? octet : escapeOf(octet)));
}

function escapeOf(octet: string): string {
  return `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

/** Decodes escapes; a fault if an escape is invalid, or encodes a character that is forbidden in the part. */
export function unescaped(octets: string, part: UrlPart): string | { readonly fault: string } {
  const fault = escapeFault(octets, part);
  if (fault !== undefined) {
    return { fault };
  }
  const spaced = part === "query" ? octets.replaceAll("+", " ") : octets;
  return spaced.replaceAll(/%([\dA-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function escapeFault(octets: string, part: UrlPart): string | undefined {
  // In hosts and zones every character is checked, elsewhere only the escapes are.
  const suspects =
    part === "host" || part === "zone" ? /%[\dA-Fa-f]{0,2}|[^%\u{80}-\u{ff}]/gu : /%[\dA-Fa-f]{0,2}/g;
  for (const { 0: found, index } of octets.matchAll(suspects)) {
    if (found.startsWith("%")) {
      if (found.length < 3 || !isAllowedEscape(found, part)) {
        return `invalid URL escape ${goQuotedOctets(octets.slice(index, index + 3))}`;
      }
    } else if (!isPlain(found, part)) {
      return `invalid character ${goQuotedOctets(found)} in host name`;
    }
  }
  return undefined;
}

/** A host escapes only non-ASCII characters, a zone only characters that are also allowed literally. */
function isAllowedEscape(escape: string, part: UrlPart): boolean {
  const code = Number.parseInt(escape.slice(1), 16);
  if (escape === "%25" || (part !== "host" && part !== "zone")) {
    return true;
  }
  return part === "host" ? code >= 0x80 : code === 0x20 || isPlain(String.fromCharCode(code), part);
}

/** Bytes that are not a whole character are shown one by one. */
function goQuotedOctets(octets: string): string {
  const text = octetsText(octets);
  return octetsOf(text) === octets
    ? goQuoted(text)
    : `"${octets.replaceAll(/[\u{80}-\u{ff}]/gu, (octet) => `\\x${octet.charCodeAt(0).toString(16)}`)}"`;
}

/**
 * Returns the UTF-8 bytes of a text, one per character: `é` becomes `Ã©`. Percent escapes in a URL encode
 * bytes, which need not be UTF-8; so URLs are parsed in this form.
 */
export function octetsOf(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** Returns the text of these bytes. */
export function octetsText(octets: string): string {
  return Buffer.from(octets, "latin1").toString("utf8");
}
