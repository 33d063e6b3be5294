import { goQuoted } from "../strings/go-quoted.ts";
import { readVersion6 } from "./version-6.ts";
import { readVersion4, type Address, type AddressFault } from "./version-4.ts";

/** Parses an address as Go's netip does, or returns the fault in its words. */
export function parseAddress(text: string): Address | { readonly fault: string } {
  const found = readAddress(text);
  if ("bytes" in found) {
    return found;
  }
  const place = found.rest === undefined || found.rest === "" ? "" : ` (at ${goQuoted(found.rest)})`;
  return { fault: `ParseAddr(${goQuoted(text)}): ${found.rule}${place}` };
}

function readAddress(text: string): Address | AddressFault {
  const first = /[.:%]/.exec(text)?.[0];
  switch (first) {
    case ".": {
      const bytes = readVersion4(text);
      return "rule" in bytes ? bytes : { bytes, zone: "" };
    }
    case ":":
      return readVersion6(text);
    case "%":
      return { rule: "missing IPv6 address" };
    case undefined:
    default:
      return { rule: "unable to parse IP" };
  }
}

/** Reports whether it is an IPv4-mapped IPv6 address: `::ffff:1.2.3.4`. */
export function isMapped({ bytes }: Address): boolean {
  return (
    bytes.length === 16 &&
    bytes.slice(0, 10).every((byte) => byte === 0) &&
    bytes[10] === 0xff &&
    bytes[11] === 0xff
  );
}

/** Formats the address in the canonical form: `2001:db8::1` (RFC 5952). */
export function formatAddress(address: Address): string {
  const { bytes, zone } = address;
  if (bytes.length === 4) {
    return bytes.join(".");
  }
  const text = isMapped(address) ? `::ffff:${bytes.slice(12).join(".")}` : compressed(groupsOf(bytes));
  return zone === "" ? text : `${text}%${zone}`;
}

function groupsOf(bytes: readonly number[]): readonly number[] {
  return Array.from({ length: 8 }, (_, index) => (bytes[2 * index] ?? 0) * 256 + (bytes[2 * index + 1] ?? 0));
}

/** Replaces the first of the longest runs of two or more zeros by `::`. */
function compressed(groups: readonly number[]): string {
  const { start, length } = longestZeros(groups);
  const text = groups.map((group) => group.toString(16));
  return length < 2
    ? text.join(":")
    : `${text.slice(0, start).join(":")}::${text.slice(start + length).join(":")}`;
}

function longestZeros(groups: readonly number[]): { readonly start: number; readonly length: number } {
  let longest = { start: 0, length: 0 };
  let start = 0;
  for (const [index, group] of groups.entries()) {
    if (group !== 0) {
      start = index + 1;
    } else if (index + 1 - start > longest.length) {
      longest = { start, length: index + 1 - start };
    }
  }
  return longest;
}

/** Reports whether two addresses are the same. */
export function sameAddress(left: Address, right: Address): boolean {
  return (
    left.zone === right.zone &&
    left.bytes.length === right.bytes.length &&
    left.bytes.every((byte, index) => byte === right.bytes[index])
  );
}
