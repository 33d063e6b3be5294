import { parseAddress } from "../ip/address.ts";
import { goQuoted } from "../strings/go-quoted.ts";
import type { Address } from "../ip/version-4.ts";

/** An address and the number of its network bits: `10.0.0.1/8`. */
export interface Prefix {
  readonly address: Address;
  readonly length: number;
}

const greatestInt = 2n ** 63n - 1n;

/** Parses a network as Go's netip does, or returns the fault in its words. */
export function parsePrefix(text: string): Prefix | { readonly fault: string } {
  const found = readPrefix(text);
  return typeof found === "string" ? { fault: `netip.ParsePrefix(${goQuoted(text)}): ${found}` } : found;
}

function readPrefix(text: string): Prefix | string {
  const slash = text.lastIndexOf("/");
  if (slash < 0) {
    return "no '/'";
  }
  const address = parseAddress(text.slice(0, slash));
  if ("fault" in address) {
    return address.fault;
  }
  if (address.zone !== "") {
    return "IPv6 zones cannot be present in a prefix";
  }
  const bits = text.slice(slash + 1);
  // Go accepts a sign only if no digits follow it: "+" and "-" alone are not numbers either.
  if (!/^(?:\d|[1-9]\d{0,18})$/.test(bits) || BigInt(bits) > greatestInt) {
    return `bad bits after slash: ${goQuoted(bits)}`;
  }
  const length = Number(bits);
  return length > address.bytes.length * 8 ? "prefix length out of range" : { address, length };
}

/** Returns the address with zeros after that many bits. */
export function maskedAddress({ bytes, zone }: Address, length: number): Address {
  const masked = bytes.map((byte, index) => {
    const kept = Math.min(Math.max(length - index * 8, 0), 8);
    return byte & (0xff << (8 - kept)) & 0xff;
  });
  return { bytes: masked, zone };
}
