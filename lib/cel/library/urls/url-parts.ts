import { escaped, isPlain, type UrlPart, unescaped } from "./escape.ts";
import { isPort } from "./host.ts";
import type { Url } from "./request-uri.ts";
import { append } from "../../../object/append.ts";

/** Returns the name and the port of a host; the name without the brackets of an address. */
export function hostParts(host: string): { readonly name: string; readonly port: string } {
  const colon = host.lastIndexOf(":");
  const found = colon >= 0 && isPort(host.slice(colon));
  const name = found ? host.slice(0, colon) : host;
  const port = found ? host.slice(colon + 1) : "";
  return { name: name.startsWith("[") && name.endsWith("]") ? name.slice(1, -1) : name, port };
}

/** Returns the escaped path: the original one if it is valid. */
export function escapedPath({ path, writtenPath }: Url): string {
  return path === "*" ? "*" : rewritten(path, writtenPath, "path");
}

function rewritten(value: string, written: string, part: UrlPart): string {
  const right = Array.from(written).every(
    (octet) => isPlain(octet, part) || "!$&'()*+,;=:@[]%".includes(octet),
  );
  return right ? written : escaped(value, part);
}

/** Formats the URL canonically; URLs are compared by this text. */
export function urlText(url: Url): string {
  const scheme = url.scheme === "" ? "" : `${url.scheme}:`;
  const query = url.emptyQuery || url.query !== "" ? `?${url.query}` : "";
  const fragment = url.fragment === "" ? "" : `#${rewritten(url.fragment, url.writtenFragment, "fragment")}`;
  const middle = url.opaque === "" ? `${authorityText(url)}${pathText(url, scheme)}` : url.opaque;
  return `${scheme}${middle}${query}${fragment}`;
}

function authorityText({ scheme, host, user, hostless, path }: Url): string {
  const anyone = host !== "" || user !== undefined;
  if ((scheme === "" && !anyone) || (hostless && !anyone)) {
    return "";
  }
  const slashes = anyone || path !== "" ? "//" : "";
  return `${slashes}${user === undefined ? "" : `${user}@`}${escaped(host, "host")}`;
}

/** Without the prefix, a first segment with a colon would be read as a scheme. */
function pathText(url: Url, before: string): string {
  const path = escapedPath(url);
  const [segment = ""] = path.split("/", 1);
  const alone = before === "" && authorityText(url) === "";
  return alone && segment.includes(":") ? `./${path}` : path;
}

/** The maximum number of parameters; the server rejects a query with more. */
const mostParameters = 10_000;

/** Returns the values of each key of a query, in bytes; invalid parameters are left out. Complexity: O(n). */
export function queryValues(query: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const parameters = query.split("&");
  for (const parameter of parameters.length > mostParameters ? [] : parameters) {
    const pair = parameter === "" || parameter.includes(";") ? undefined : readParameter(parameter);
    if (pair !== undefined) {
      const [key, value] = pair;
      append(found, key, value);
    }
  }
  return found;
}

function readParameter(parameter: string): readonly [string, string] | undefined {
  const equals = parameter.indexOf("=");
  const key = unescaped(equals < 0 ? parameter : parameter.slice(0, equals), "query");
  const value = unescaped(equals < 0 ? "" : parameter.slice(equals + 1), "query");
  return typeof key === "string" && typeof value === "string" ? [key, value] : undefined;
}
