import type { FieldFault } from "../model/field-fault.ts";
import { invalid, required, type FieldPathNode } from "../schema/field-errors.ts";

const form = "the form is https://host[/path]";

/**
 * Validates the URL of a webhook: it has the scheme `https`, a host, and at most a path. Text that cannot be
 * parsed as a URL (RFC 3986) is reported as if it were missing, as in the API server.
 */
export function webhookUrlFaults(url: string, trail: FieldPathNode): readonly FieldFault[] {
  const parsed = parseUrl(url);
  if ("fault" in parsed) {
    return [required(trail, `must be a valid URL: ${parsed.fault}; ${form}`)];
  }
  const found: FieldFault[] = [];
  if (parsed.scheme !== "https") {
    found.push(invalid(trail, `'https' is the only allowed URL scheme; ${form}`));
  }
  if (parsed.host === "") {
    found.push(invalid(trail, `host must be specified; ${form}`));
  }
  for (const [part, name] of unwelcomeParts) {
    if (parsed[part] !== undefined) {
      found.push(invalid(trail, `${name} not permitted in the URL`));
    }
  }
  return found;
}

interface UrlParts {
  readonly scheme: string;
  readonly host: string;
  readonly user: string | undefined;
  /** The query and the fragment are also undefined if they are empty. */
  readonly query: string | undefined;
  readonly fragment: string | undefined;
}

const unwelcomeParts = [
  ["user", "user information is"],
  ["fragment", "fragments are"],
  ["query", "query parameters are"],
] as const;

type Fault = { readonly fault: string };

function parseUrl(url: string): UrlParts | Fault {
  if (/[\p{Cc}]/u.test(url.replaceAll(/[\u0080-\u009F]/g, ""))) {
    return { fault: "it holds a control character" };
  }
  const [before, fragment] = cut(url, "#");
  const scheme = /^[A-Za-z][-+.A-Za-z0-9]*(?=:)/.exec(before)?.[0] ?? "";
  const [rest, query] = cut(before.slice(scheme === "" ? 0 : scheme.length + 1), "?");
  if (rest.startsWith(":") && scheme === "") {
    return { fault: "it has no scheme before the colon" };
  }
  if (badEscape.test(fragment)) {
    return { fault: badEscapeFault };
  }
  return parseRest(rest, {
    scheme: scheme.toLowerCase(),
    query: nonEmpty(query),
    fragment: nonEmpty(fragment),
  });
}

/** Splits the text at the first such mark. */
function cut(text: string, mark: string): readonly [string, string] {
  const index = text.indexOf(mark);
  return index === -1 ? [text, ""] : [text.slice(0, index), text.slice(index + 1)];
}

const badEscape = /%(?![0-9A-Fa-f]{2})/;
const badEscapeFault = "% must be followed by two hexadecimal digits";

function nonEmpty(text: string): string | undefined {
  return text === "" ? undefined : text;
}

/** Parses everything after the scheme, except query and fragment. */
function parseRest(rest: string, known: Pick<UrlParts, "scheme" | "query" | "fragment">): UrlParts | Fault {
  const { scheme } = known;
  if (scheme !== "" && !rest.startsWith("/")) {
    return { ...known, host: "", user: undefined };
  }
  if (/^[^/]+:|^:/.test(rest) && !rest.startsWith("/")) {
    return { fault: "its first path segment contains a colon" };
  }
  const hasAuthority = rest.startsWith("//") && (scheme !== "" || !rest.startsWith("///"));
  const slash = hasAuthority ? rest.indexOf("/", 2) : 0;
  const end = slash === -1 ? rest.length : slash;
  return badEscape.test(rest.slice(end))
    ? { fault: badEscapeFault }
    : parseAuthority(rest.slice(2, Math.max(2, end)), known);
}

function parseAuthority(
  authority: string,
  known: Pick<UrlParts, "scheme" | "query" | "fragment">,
): UrlParts | Fault {
  const at = authority.lastIndexOf("@");
  const user = at === -1 ? undefined : authority.slice(0, at);
  const host = authority.slice(at + 1);
  const fault = userFault(user ?? "") ?? hostFault(host, known.scheme);
  return fault === undefined ? { ...known, host, user } : { fault };
}

function userFault(user: string): string | undefined {
  return /^[-A-Za-z0-9._:~!$&'()*+,;=%@]*$/.test(user) && !badEscape.test(user)
    ? undefined
    : "its user information is not valid";
}

function hostFault(host: string, scheme: string): string | undefined {
  if (host.includes("[")) {
    return /^\[[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(?:%25[^\]]+)?\](?::\d*)?$/.test(host)
      ? undefined
      : "its host is not a valid IP literal";
  }
  const first = host.indexOf(":");
  const colon = scheme === "http" || scheme === "https" ? first : host.lastIndexOf(":");
  if (first !== -1 && !/^:\d*$/.test(host.slice(colon))) {
    return "its port is not valid";
  }
  return /^(?:[-A-Za-z0-9._~!$&'()*+,;=:[\]<>"]|[\u0080-\u{10FFFF}]|%[89A-Fa-f][0-9A-Fa-f])*$/u.test(host)
    ? undefined
    : "its host holds a character that no host may have";
}

const block = /-----BEGIN CERTIFICATE-----\s*([A-Za-z0-9+/=\s]+?)-----END CERTIFICATE-----/g;

/**
 * Reports whether a CA bundle, in base64, holds at least one PEM block that looks like a certificate (RFC
 * 7468): a DER sequence of the declared length. Whether the certificate itself is valid is left to the API
 * server.
 */
export function isValidBundle(bundle: string): boolean {
  const text = Buffer.from(bundle, "base64").toString("latin1");
  return [...text.matchAll(block)].some(([, body = ""]) => isSequence(Buffer.from(body, "base64")));
}

/**
 * Reports whether the bytes are one DER sequence that begins with another: a certificate begins with its
 * signed part.
 */
function isSequence(bytes: Buffer): boolean {
  const length = derLength(bytes);
  return bytes[0] === sequenceTag && length !== undefined && bytes[length.start] === sequenceTag
    ? length.start + length.count === bytes.length
    : false;
}

const sequenceTag = 0x30;

function derLength(bytes: Buffer): { readonly start: number; readonly count: number } | undefined {
  const first = bytes[1] ?? 0;
  const more = first < 0x80 ? 0 : first - 0x80;
  const start = 2 + more;
  if (more > 4 || bytes.length < start) {
    return undefined;
  }
  return { start, count: more === 0 ? first : bytes.readUIntBE(2, more) };
}
