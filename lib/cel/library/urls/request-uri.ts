import { goQuoted } from "../strings/go-quoted.ts";
import { unescaped, octetsOf, octetsText } from "./escape.ts";
import { readAuthority } from "./host.ts";

/** The parts of a URL, each in bytes. */
export interface Url {
  readonly scheme: string;
  /** The part after the scheme: of `mailto:me@example.com`, the address. */
  readonly opaque: string;
  /** With its escapes; undefined if absent. */
  readonly user: string | undefined;
  readonly host: string;
  /** `http:/path`: no host, and no slashes for one. */
  readonly hostless: boolean;
  readonly path: string;
  /** With its original escapes. */
  readonly writtenPath: string;
  /** Without `?`; empty if absent. */
  readonly query: string;
  /** `?` without a query. */
  readonly emptyQuery: boolean;
  readonly fragment: string;
  readonly writtenFragment: string;
}

interface Fault {
  readonly fault: string;
}

const empty: Url = {
  scheme: "",
  opaque: "",
  user: undefined,
  host: "",
  hostless: false,
  path: "",
  writtenPath: "",
  query: "",
  emptyQuery: false,
  fragment: "",
  writtenFragment: "",
};

/** Parses a request URI: a URL or an absolute path. A fragment is read as part of the preceding text. */
export function parseRequestUri(text: string): Url | Fault {
  const octets = octetsOf(text);
  return located(octets, readUrl(octets, true));
}

/** Parses any URL, also a relative one, with its fragment. */
export function parseUrl(text: string): Url | Fault {
  const octets = octetsOf(text);
  const hash = octets.indexOf("#");
  const front = hash < 0 ? octets : octets.slice(0, hash);
  const url = readUrl(front, false);
  if ("fault" in url || hash < 0) {
    return located(front, url);
  }
  const writtenFragment = octets.slice(hash + 1);
  const fragment = unescaped(writtenFragment, "fragment");
  return typeof fragment === "string" ? { ...url, fragment, writtenFragment } : located(octets, fragment);
}

function located(octets: string, found: Url | Fault): Url | Fault {
  return "fault" in found ? { fault: `parse ${goQuoted(octetsText(octets))}: ${found.fault}` } : found;
}

function readUrl(octets: string, request: boolean): Url | Fault {
  // oxlint-disable-next-line no-control-regex -- the rule is about control characters
  if (/[\u{0}-\u{1f}\u{7f}]/u.test(octets)) {
    return { fault: "net/url: invalid control character in URL" };
  }
  if (octets === "" && request) {
    return { fault: "empty url" };
  }
  if (octets === "*") {
    return { ...empty, path: "*" };
  }
  if (octets.startsWith(":")) {
    return { fault: "missing protocol scheme" };
  }
  const prefix = /^[A-Za-z][A-Za-z\d+\-.]*:/.exec(octets)?.[0] ?? "";
  const scheme = prefix.slice(0, -1).toLowerCase();
  return readQuery({ ...empty, scheme }, octets.slice(prefix.length), request);
}

function readQuery(url: Url, octets: string, request: boolean): Url | Fault {
  const question = octets.indexOf("?");
  if (question < 0) {
    return readRest(url, octets, request);
  }
  const query = octets.slice(question + 1);
  return readRest({ ...url, query, emptyQuery: query === "" }, octets.slice(0, question), request);
}

function readRest(url: Url, rest: string, request: boolean): Url | Fault {
  if (rest.startsWith("/")) {
    return readHierarchy(url, rest, request);
  }
  if (url.scheme !== "") {
    return { ...url, opaque: rest };
  }
  if (request) {
    return { fault: "invalid URI for request" };
  }
  const [segment = ""] = rest.split("/", 1);
  return segment.includes(":")
    ? { fault: "first path segment in URL cannot contain colon" }
    : withPath(url, rest);
}

function readHierarchy(url: Url, rest: string, request: boolean): Url | Fault {
  const schemed = url.scheme !== "";
  if (!rest.startsWith("//") || (!schemed && (request || rest.startsWith("///")))) {
    return withPath({ ...url, hostless: schemed }, rest);
  }
  const slash = rest.indexOf("/", 2);
  const authority = readAuthority(rest.slice(2, slash < 0 ? rest.length : slash), url.scheme);
  return "fault" in authority
    ? authority
    : withPath({ ...url, ...authority }, slash < 0 ? "" : rest.slice(slash));
}

function withPath(url: Url, writtenPath: string): Url | Fault {
  const path = unescaped(writtenPath, "path");
  return typeof path === "string" ? { ...url, path, writtenPath } : path;
}
