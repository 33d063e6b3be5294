import { CelFailure, type FunctionDeclaration } from "../model/expression.ts";
import { celMap } from "../evaluate/entry-key.ts";
import { listOf, mapOf, type OpaqueType, simpleTypes } from "../model/type.ts";
import { type CelMap, type Opaque, celList } from "../model/value.ts";
import { aString, method, ofClass, plain } from "../signature/signature.ts";
import { escapedPath, hostParts, urlText, queryValues } from "./urls/url-parts.ts";
import { parseRequestUri, parseUrl, type Url } from "./urls/request-uri.ts";
import { octetsText } from "./urls/escape.ts";

const { bool, string } = simpleTypes;
const urlType: OpaqueType = { kind: "opaque", name: "kubernetes.URL" };

/** A URL as a value. */
export class UrlValue implements Opaque {
  readonly tag = "opaque";
  readonly type: OpaqueType = urlType;
  readonly url: Url;

  constructor(url: Url) {
    this.url = url;
  }

  /** Reports whether both have the same canonical text. */
  equals(other: Opaque): boolean {
    return other instanceof UrlValue && urlText(other.url) === urlText(this.url);
  }
}

const aUrl = ofClass(urlType, (value): value is UrlValue => value instanceof UrlValue);

/** Kubernetes' functions on URLs: absolute ones, and paths that begin with `/`. */
export const urlFunctions: readonly FunctionDeclaration[] = [
  {
    name: "url",
    overloads: [plain({ id: "string_to_url", parameters: [aString], result: urlType, call: toUrl })],
  },
  part("getScheme", "url_get_scheme", ({ scheme }) => scheme),
  part("getHost", "url_get_host", ({ host }) => host),
  part("getHostname", "url_get_hostname", ({ host }) => hostParts(host).name),
  part("getPort", "url_get_port", ({ host }) => hostParts(host).port),
  part("getEscapedPath", "url_get_escaped_path", escapedPath),
  {
    name: "getQuery",
    overloads: [
      method({
        id: "url_get_query",
        parameters: [aUrl],
        result: mapOf(string, listOf(string)),
        call: getQuery,
      }),
    ],
  },
  {
    name: "isURL",
    overloads: [
      plain({
        id: "is_url_string",
        parameters: [aString],
        result: bool,
        call: (text) => !("fault" in parseRequestUri(text)),
      }),
    ],
  },
];

function part(name: string, id: string, read: (url: Url) => string): FunctionDeclaration {
  const overload = method({
    id,
    parameters: [aUrl],
    result: string,
    call: ({ url }) => octetsText(read(url)),
  });
  return { name, overloads: [overload] };
}

function toUrl(text: string): UrlValue | CelFailure {
  const checked = parseRequestUri(text);
  const url = "fault" in checked ? checked : parseUrl(text);
  return "fault" in url
    ? new CelFailure(`URL parse error during conversion from string: ${url.fault}`)
    : new UrlValue(url);
}

function getQuery({ url }: UrlValue): CelMap {
  const entries = [...queryValues(url.query)];
  return celMap(
    entries.map(([key, values]) => [octetsText(key), celList(values.map((value) => octetsText(value)))]),
  );
}
