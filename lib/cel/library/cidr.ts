import { CelFailure, type FunctionDeclaration } from "../model/expression.ts";
import { type OpaqueType, simpleTypes } from "../model/type.ts";
import type { Opaque } from "../model/value.ts";
import { formatAddress, isMapped, sameAddress } from "./ip/address.ts";
import { anIp, ipType, IpValue, toIp } from "./ip.ts";
import { maskedAddress, parsePrefix, type Prefix } from "./cidr/prefix.ts";
import { aString, method, ofClass, plain } from "../signature/signature.ts";
import { noSuchOverload } from "../signature/overload-form.ts";
import { goQuoted } from "./strings/go-quoted.ts";
import type { Address } from "./ip/version-4.ts";

const { bool, int, string } = simpleTypes;

/** The type of networks. */
export const cidrType: OpaqueType = { kind: "opaque", name: "net.CIDR" };

/** A network as a value. */
export class CidrValue implements Opaque {
  readonly tag = "opaque";
  readonly type: OpaqueType = cidrType;
  readonly prefix: Prefix;

  constructor(prefix: Prefix) {
    this.prefix = prefix;
  }

  /** Reports whether the other is the same network, with the same address in it. */
  equals(other: Opaque): boolean {
    return (
      other instanceof CidrValue &&
      other.prefix.length === this.prefix.length &&
      sameAddress(this.prefix.address, other.prefix.address)
    );
  }
}

const aCidr = ofClass(cidrType, (value): value is CidrValue => value instanceof CidrValue);

/** Kubernetes' functions on networks: `cidr("192.168.0.0/16").containsIP("192.168.1.1")`. */
export const cidrFunctions: readonly FunctionDeclaration[] = [
  {
    name: "cidr",
    overloads: [plain({ id: "string_to_cidr", parameters: [aString], result: cidrType, call: toCidr })],
  },
  {
    name: "containsIP",
    overloads: [
      method({
        id: "cidr_contains_ip_string",
        parameters: [aCidr, aString],
        result: bool,
        call: ({ prefix }, text) => {
          const ip = toIp(text);
          // The server discards the parse error.
          return ip instanceof CelFailure ? noSuchOverload : contains(prefix, ip.address);
        },
      }),
      method({
        id: "cidr_contains_ip_ip",
        parameters: [aCidr, anIp],
        result: bool,
        call: ({ prefix }, { address }) => contains(prefix, address),
      }),
    ],
  },
  {
    name: "containsCIDR",
    overloads: [
      method({
        id: "cidr_contains_cidr_string",
        parameters: [aCidr, aString],
        result: bool,
        call: ({ prefix }, text) => {
          const cidr = toCidr(text);
          return cidr instanceof CelFailure ? cidr : containsNetwork(prefix, cidr.prefix);
        },
      }),
      method({
        id: "cidr_contains_cidr",
        parameters: [aCidr, aCidr],
        result: bool,
        call: (outer, inner) => containsNetwork(outer.prefix, inner.prefix),
      }),
    ],
  },
  {
    name: "ip",
    overloads: [
      method({
        id: "cidr_ip",
        parameters: [aCidr],
        result: ipType,
        call: ({ prefix }) => new IpValue(prefix.address),
      }),
    ],
  },
  {
    name: "prefixLength",
    overloads: [
      method({
        id: "cidr_prefix_length",
        parameters: [aCidr],
        result: int,
        call: ({ prefix }) => BigInt(prefix.length),
      }),
    ],
  },
  {
    name: "masked",
    overloads: [
      method({
        id: "cidr_masked",
        parameters: [aCidr],
        result: cidrType,
        call: ({ prefix }) =>
          new CidrValue({ ...prefix, address: maskedAddress(prefix.address, prefix.length) }),
      }),
    ],
  },
  {
    name: "isCIDR",
    overloads: [
      plain({
        id: "is_cidr",
        parameters: [aString],
        result: bool,
        call: (text) => !(toCidr(text) instanceof CelFailure),
      }),
    ],
  },
  {
    name: "string",
    overloads: [
      plain({
        id: "cidr_to_string",
        parameters: [aCidr],
        result: string,
        call: ({ prefix }) => `${formatAddress(prefix.address)}/${prefix.length}`,
      }),
    ],
  },
];

function toCidr(text: string): CidrValue | CelFailure {
  const prefix = parsePrefix(text);
  const context = "network address parse error during conversion from string";
  if ("fault" in prefix) {
    return new CelFailure(`${context}: ${context}: ${prefix.fault}`);
  }
  return isMapped(prefix.address)
    ? new CelFailure(`${context}: IPv4-mapped IPv6 address ${goQuoted(text)} is not allowed`)
    : new CidrValue(prefix);
}

function contains({ address, length }: Prefix, other: Address): boolean {
  return (
    address.bytes.length === other.bytes.length &&
    sameAddress(maskedAddress(address, length), maskedAddress(other, length))
  );
}

function containsNetwork(outer: Prefix, inner: Prefix): boolean {
  return outer.length <= inner.length && contains(outer, inner.address);
}
