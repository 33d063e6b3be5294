import { isDate, isDateTime } from "../../object/timestamp.ts";
import { parseDuration } from "../../object/duration.ts";
import { isCidr, isIpv4, isIpv6, isMac } from "./address.ts";
import { isEmail } from "./email.ts";
import { isLooseDuration } from "./duration-format.ts";
import { isUri } from "./uri.ts";

const single = /^[a-zA-Z0-9\p{S}\p{L}](?:-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?$/u;
const inner = /^[a-zA-Z0-9\p{S}\p{L}](?:[a-zA-Z0-9\-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?$/u;
const last = /^[a-zA-Z\p{L}]{2,63}$/u;

/**
 * Reports whether the text is a host name, including internationalized ones. As in the API server, a name
 * without a dot may have one dash and only after its first character, and a trailing dot is rejected.
 */
export function isHostname(text: string): boolean {
  if (Buffer.byteLength(text) > 255) {
    return false;
  }
  const labels = text.split(".");
  if (labels.some((label) => Buffer.byteLength(label) > 63)) {
    return false;
  }
  return labels.length === 1
    ? single.test(text)
    : last.test(labels.at(-1) ?? "") && labels.slice(0, -1).every((label) => inner.test(label));
}

const card =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/;

/** Reports whether the digits of the text are a credit card number; other characters are ignored. */
export function isCreditCard(text: string): boolean {
  const digits = text.replaceAll(/[^0-9]+/g, "");
  return card.test(digits) && luhnSum(digits) % 10 === 0;
}

function luhnSum(digits: string): number {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits.at(-1 - at));
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum;
}

/** Reports whether the text is an ISBN of ten digits, the last of which may be X. */
export function isIsbn10(text: string): boolean {
  const digits = bareDigits(text);
  return /^\d{9}[\dX]$/.test(digits) && weighted(digits, (at) => at + 1) % 11 === 0;
}

/** Reports whether the text is an ISBN of thirteen digits. */
export function isIsbn13(text: string): boolean {
  const digits = bareDigits(text);
  return /^\d{13}$/.test(digits) && weighted(digits, (at) => (at % 2 === 0 ? 1 : 3)) % 10 === 0;
}

function bareDigits(text: string): string {
  return text.replaceAll(/[\t\n\f\r -]+/g, "");
}

function weighted(digits: string, weight: (at: number) => number): number {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charAt(at);
    sum += weight(at) * (digit === "X" ? 10 : Number(digit));
  }
  return sum;
}

/** Reports whether a string has a format. Complexity: linear. */
export type TextTest = (text: string) => boolean;

/** A string format and the minor version of Kubernetes 1 that introduced it. */
interface TextFormat {
  readonly since: number;
  readonly test: TextTest;
}

const octet = String.raw`\s*(?:0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*`;
const shortName = "[a-z0-9](?:[-a-z0-9]*[a-z0-9])?";
const hex = "[0-9a-fA-F]";

/** String formats by their names without dashes: `date-time` and `datetime` are the same. */
const textFormats: ReadonlyMap<string, TextFormat> = new Map([
  since0("bsonobjectid", shaped(`${hex}{24}`)),
  since0("byte", isBase64),
  since0("cidr", isCidr),
  since0("creditcard", isCreditCard),
  since0("date", isDate),
  since0("datetime", isDateTime),
  since0("duration", (text) => parseDuration(text) !== undefined || isLooseDuration(text)),
  since0("email", isEmail),
  since0("hexcolor", shaped(`#?(?:${hex}{3}|${hex}{6})`)),
  since0("hostname", isHostname),
  since0("ipv4", isIpv4),
  since0("ipv6", isIpv6),
  since0("isbn", (text) => isIsbn10(text) || isIsbn13(text)),
  since0("isbn10", isIsbn10),
  since0("isbn13", isIsbn13),
  since0("mac", isMac),
  since0("password", () => true),
  since0("rgbcolor", shaped(String.raw`rgb\(${octet},${octet},${octet}\)`)),
  since0("ssn", shaped(String.raw`(?=.{11}$)\d{3}[- ]?\d{2}[- ]?\d{4}`)),
  since0("uri", isUri),
  since0("uuid", uuid(hex, hex)),
  since0("uuid3", uuid("3", hex)),
  since0("uuid4", uuid("4", "[89abAB]")),
  since0("uuid5", uuid("5", "[89abAB]")),
  ["k8sshortname", { since: 34, test: named(shortName, 63) }],
  ["k8slongname", { since: 34, test: named(String.raw`${shortName}(?:\.${shortName})*`, 253) }],
]);

function since0(name: string, test: TextTest): [string, TextFormat] {
  return [name, { since: 0, test }];
}

function shaped(source: string): TextTest {
  const shape = new RegExp(`^(?:${source})$`);
  return (text) => shape.test(text);
}

function uuid(version: string, variant: string): TextTest {
  return shaped(`${hex}{8}-?${hex}{4}-?${version}${hex}{3}-?${variant}${hex}{3}-?${hex}{12}`);
}

/** The length is checked first: it bounds the work of the pattern. */
function named(source: string, longest: number): TextTest {
  const test = shaped(source);
  return (text) => text.length <= longest && test(text);
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

function isBase64(text: string): boolean {
  return text !== "" && text.length % 4 === 0 && base64.test(text);
}

/** The format that a schema requires. */
interface AskedFormat {
  readonly types: readonly string[];
  readonly format: string | undefined;
  /** The minor version of Kubernetes 1. */
  readonly minor: number;
}

/**
 * Returns the format if the API server enforces it: each type has its own, and unknown ones are ignored. A
 * schema without a type, or with two, is treated as one of strings. Source: apiextensions, supported formats.
 */
export function heededFormat({ types, format, minor }: AskedFormat): string | undefined {
  if (format === undefined) {
    return undefined;
  }
  const type = types.length === 1 ? types[0] : "string";
  if (type === "string") {
    const known = textFormats.get(format.replaceAll("-", ""));
    return known !== undefined && known.since <= minor ? format : undefined;
  }
  return type !== undefined && numberFormats.get(type)?.includes(format) === true ? format : undefined;
}

const numberFormats: ReadonlyMap<string, readonly string[]> = new Map([
  ["integer", ["int32", "int64"]],
  ["number", ["float", "double"]],
]);

/** Returns the test of a string format; undefined for number formats. */
export function textTest(format: string): TextTest | undefined {
  return textFormats.get(format.replaceAll("-", ""))?.test;
}
