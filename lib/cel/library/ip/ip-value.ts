import { CelFailure } from "../../model/expression.ts";
import type { OpaqueType } from "../../model/type.ts";
import type { CelValue, Opaque } from "../../model/value.ts";
import { ofClass, type Parameter } from "../../signature/signature.ts";
import { goQuoted } from "../strings/go-quoted.ts";
import { formatAddress, isMapped, parseAddress, sameAddress } from "./address.ts";
import type { Address } from "./address-fault.ts";

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
