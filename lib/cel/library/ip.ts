import { CelFailure, type FunctionDeclaration } from "../model/expression.ts";
import { simpleTypes, type OpaqueType } from "../model/type.ts";
import { aString, method, plain, ofClass, type Parameter } from "../signature/signature.ts";
import type { Address } from "./ip/version-4.ts";
import type { CelValue, Opaque } from "../model/value.ts";
import { goQuoted } from "./strings/go-quoted.ts";
import { formatAddress, isMapped, parseAddress, sameAddress } from "./ip/address.ts";

/** The type of addresses. */
export const ipType: OpaqueType = { kind: "opaque", name: "net.IP" };

/** An address as a value. */
export class IpValue implements Opaque {
  readonly tag = "opaque";
  readonly type: OpaqueType = ipType;
  readonly address: Address;

  constructor(address: Address) {
    this.address = address;
  }

  /** Reports whether the other is the same address. */
  equals(other: Opaque): boolean {
    return other instanceof IpValue && sameAddress(this.address, other.address);
  }

  /** Returns the canonical form. */
  text(): string {
    return formatAddress(this.address);
  }
}

/** The parameter type `net.IP`. */
export const anIp: Parameter<IpValue> = ofClass(ipType, (value: CelValue) => value instanceof IpValue);

/** Parses an address; Kubernetes accepts neither a zone nor an IPv4-mapped IPv6 address. */
export function toIp(text: string): IpValue | CelFailure {
  const address = parseAddress(text);
  if ("fault" in address) {
    return new CelFailure(
      `IP Address ${goQuoted(text)} parse error during conversion from string: ${address.fault}`,
    );
  }
  if (address.zone !== "") {
    return new CelFailure(`IP address ${goQuoted(text)} with zone value is not allowed`);
  }
  return isMapped(address)
    ? new CelFailure(`IPv4-mapped IPv6 address ${goQuoted(text)} is not allowed`)
    : new IpValue(address);
}

const { bool, int, string } = simpleTypes;

/** Kubernetes' functions on IP addresses. */
export const ipFunctions: readonly FunctionDeclaration[] = [
  {
    name: "ip",
    overloads: [plain({ id: "string_to_ip", parameters: [aString], result: ipType, call: toIp })],
  },
  {
    name: "family",
    overloads: [
      method({
        id: "ip_family",
        parameters: [anIp],
        result: int,
        call: ({ address }) => (address.bytes.length === 4 ? 4n : 6n),
      }),
    ],
  },
  {
    name: "ip.isCanonical",
    overloads: [plain({ id: "ip_is_canonical", parameters: [aString], result: bool, call: isCanonical })],
  },
  property("isUnspecified", "ip_is_unspecified", ({ bytes }) => bytes.every((byte) => byte === 0)),
  property("isLoopback", "ip_is_loopback", isLoopback),
  property("isLinkLocalMulticast", "ip_is_link_local_multicast", isLinkLocalMulticast),
  property("isLinkLocalUnicast", "ip_is_link_local_unicast", isLinkLocalUnicast),
  property("isGlobalUnicast", "ip_is_global_unicast", isGlobalUnicast),
  {
    name: "isIP",
    overloads: [
      plain({
        id: "is_ip",
        parameters: [aString],
        result: bool,
        call: (text) => !(toIp(text) instanceof CelFailure),
      }),
    ],
  },
  {
    name: "string",
    overloads: [plain({ id: "ip_to_string", parameters: [anIp], result: string, call: (ip) => ip.text() })],
  },
];

function property(name: string, id: string, holds: (address: Address) => boolean): FunctionDeclaration {
  const overload = method({ id, parameters: [anIp], result: bool, call: ({ address }) => holds(address) });
  return { name, overloads: [overload] };
}

function isCanonical(text: string): boolean | CelFailure {
  const ip = toIp(text);
  return ip instanceof CelFailure ? ip : ip.text() === text;
}

function isLoopback({ bytes }: Address): boolean {
  return bytes.length === 4
    ? bytes[0] === 127
    : bytes.every((byte, index) => byte === (index === 15 ? 1 : 0));
}

function isLinkLocalMulticast({ bytes }: Address): boolean {
  const [first = 0, second = 0, third = 0] = bytes;
  return bytes.length === 4
    ? first === 224 && second === 0 && third === 0
    : first === 0xff && (second & 0x0f) === 2;
}

function isLinkLocalUnicast({ bytes }: Address): boolean {
  const [first = 0, second = 0] = bytes;
  return bytes.length === 4 ? first === 169 && second === 254 : first === 0xfe && (second & 0xc0) === 0x80;
}

function isMulticast({ bytes }: Address): boolean {
  const [first = 0] = bytes;
  return bytes.length === 4 ? (first & 0xf0) === 0xe0 : first === 0xff;
}

/** As in Go, private and unique local addresses count, the broadcast address does not. */
function isGlobalUnicast(address: Address): boolean {
  const { bytes } = address;
  const broadcast = bytes.length === 4 && bytes.every((byte) => byte === 255);
  return (
    !broadcast &&
    bytes.some((byte) => byte !== 0) &&
    !isLoopback(address) &&
    !isMulticast(address) &&
    !isLinkLocalUnicast(address)
  );
}
