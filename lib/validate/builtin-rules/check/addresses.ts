/**
 * Rules for IP addresses and their ranges. Kubernetes accepts leading zeros in octets before 1.36.
 * Source:
 *     https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/apimachinery/pkg/util/validation/ip.go
 */
import { isCidr, isIpv4, isIpv6 } from "../../format/address.ts";
import { reportInvalid } from "./faults.ts";
import { type Part, textOf } from "./part.ts";

/** The minor version since which addresses are checked strictly. */
const strictSince = 36;

/** Reports whether the text is an IP address. */
export function isAddress(text: string): boolean {
  return isIpv4(text) || isIpv6(text);
}

/** Reports whether the text is an IPv6 address. */
export function isIpv6Address(text: string): boolean {
  return text.includes(":") && isAddress(text);
}

/** Checks an IP address; returns whether it is one. `kept` are those of the old object. */
export function checkAddress(part: Part, kept: readonly string[] = []): boolean {
  const text = textOf(part);
  if (kept.includes(text)) {
    return true;
  }
  const message = isAddress(text)
    ? strictFault(text, part)
    : "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
  reportInvalid(part, message);
  return message === undefined;
}

function strictFault(text: string, { run }: Part): string | undefined {
  return run.minor < strictSince ? undefined : addressOddity(text);
}

/** The fault of an address in a form that programs read differently. */
function addressOddity(text: string): string | undefined {
  if (/(?:^|[.:])0\d+(?:\.|$)/.test(text) && text.includes(".")) {
    return "must not have leading 0s";
  }
  return /^(?:::ffff:|(?:0+:){5}ffff:)/i.test(text) ? "must not be an IPv4-mapped IPv6 address" : undefined;
}

/** The fault of a text that is not an IP address in its canonical form. */
export function addressFault(text: string): string | undefined {
  if (!isAddress(text) || addressOddity(text) !== undefined) {
    return addressOddity(text) ?? "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
  }
  const canonical = canonicalAddress(text);
  return text === canonical ? undefined : `must be in canonical form ("${canonical}")`;
}

/** The address as Go writes it. */
function canonicalAddress(text: string): string {
  return text.includes(":") ? new URL(`http://[${text}]/`).hostname.slice(1, -1) : text;
}

/** The fault of an address that only the machine itself or its link can reach. */
export function specialAddressFault(text: string): string | undefined {
  if (/^(?:0\.0\.0\.0|::)$/.test(text)) {
    return `may not be unspecified (${text})`;
  }
  if (/^127\.|^::1$/.test(text)) {
    return "may not be in the loopback range (127.0.0.0/8, ::1/128)";
  }
  if (/^169\.254\.|^fe[89ab][0-9a-f]:/i.test(text)) {
    return "may not be in the link-local range (169.254.0.0/16, fe80::/10)";
  }
  return /^224\.0\.0\.|^ff02:/i.test(text)
    ? "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)"
    : undefined;
}

/** Checks a range of addresses. `kept` are those of the old object. */
export function checkRange(part: Part, kept: readonly string[] = []): void {
  const text = textOf(part).trim();
  if (kept.includes(text)) {
    return;
  }
  if (!isCidr(text)) {
    reportInvalid(part, "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
  } else if (part.run.minor >= strictSince) {
    reportInvalid(part, strictRangeFault(text, part));
  }
}

/** Checks a range of addresses in its canonical form. */
export function checkCanonicalRange(part: Part): void {
  const faults = part.run.faults.length;
  checkRange(part);
  const [address = "", length = ""] = textOf(part).split("/");
  const canonical =
    part.run.faults.length === faults ? `${canonicalAddress(address)}/${length}` : textOf(part);
  reportInvalid(part, textOf(part) === canonical ? undefined : `must be in canonical form ("${canonical}")`);
}

function strictRangeFault(text: string, part: Part): string | undefined {
  const [address = "", length = ""] = text.split("/");
  const fault = strictFault(address, part);
  if (fault !== undefined || /^0\d/.test(length)) {
    return fault ?? "must not have leading 0s in IP or prefix length";
  }
  const range = addressRange(text);
  return range === undefined || (range.first & ~maskOf(range)) === 0n
    ? undefined
    : "must not have bits set beyond the prefix length";
}

/** A range of addresses as numbers. */
export interface AddressRange {
  readonly first: bigint;
  readonly length: number;
  readonly bits: 32 | 128;
}

/** The address and the prefix length of a range; undefined if it is none. */
export function addressRange(text: string): AddressRange | undefined {
  const [address = "", length = ""] = text.split("/");
  if (!isCidr(text)) {
    return undefined;
  }
  const bits = address.includes(":") ? 128 : 32;
  const first = bits === 32 ? v4Number(address) : v6Number(address);
  return { first, length: Number(length), bits };
}

function maskOf({ length, bits }: AddressRange): bigint {
  return ((1n << BigInt(length)) - 1n) << BigInt(bits - length);
}

/** Reports whether a range contains another one and is larger. */
export function strictlyContains(outer: AddressRange, inner: AddressRange): boolean {
  const mask = maskOf(outer);
  return (
    outer.bits === inner.bits && outer.length < inner.length && (inner.first & mask) === (outer.first & mask)
  );
}

function v4Number(text: string): bigint {
  return text.split(".").reduce((sum, octet) => sum * 256n + BigInt(Number(octet)), 0n);
}

function v6Number(text: string): bigint {
  const [before = "", behind] = text.split("::");
  const head = groupsOf(before);
  const tail = behind === undefined ? [] : groupsOf(behind);
  const zeros = Array.from({ length: behind === undefined ? 0 : 8 - head.length - tail.length }, () => 0n);
  return [...head, ...zeros, ...tail].reduce((sum, group) => sum * 65_536n + group, 0n);
}

function groupsOf(text: string): readonly bigint[] {
  return text === "" ? [] : text.split(":").flatMap(groupNumbers);
}

function groupNumbers(group: string): readonly bigint[] {
  if (!group.includes(".")) {
    return [BigInt(Number.parseInt(group, 16))];
  }
  const number = v4Number(group);
  return [number >> 16n, number & 0xff_ffn];
}
