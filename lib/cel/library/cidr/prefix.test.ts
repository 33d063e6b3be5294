import test from "ava";
import * as fc from "fast-check";

import { maskedAddress, parsePrefix } from "./prefix.ts";

const bytes = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 });
const length = fc.integer({ min: 0, max: 32 });

function bits(address: readonly number[]): string {
  return address.map((byte) => byte.toString(2).padStart(8, "0")).join("");
}

test("a masked address keeps the bits of its network and has zeros after them", (t) => {
  fc.assert(
    fc.property(bytes, length, (address, kept) => {
      const masked = maskedAddress({ bytes: address, zone: "" }, kept);
      t.is(bits(masked.bytes), bits(address).slice(0, kept).padEnd(32, "0"));
    }),
  );
});

test("masking an address twice changes nothing", (t) => {
  fc.assert(
    fc.property(bytes, length, (address, kept) => {
      const masked = maskedAddress({ bytes: address, zone: "" }, kept);
      t.deepEqual(maskedAddress(masked, kept), masked);
    }),
  );
});

test("a CIDR is parsed into address and length", (t) => {
  fc.assert(
    fc.property(bytes, length, (address, kept) => {
      t.deepEqual(parsePrefix(`${address.join(".")}/${kept}`), {
        address: { bytes: address, zone: "" },
        length: kept,
      });
    }),
  );
});

const refused = test.macro({
  exec(t, text: string, fault: string) {
    t.deepEqual(parsePrefix(text), { fault: `netip.ParsePrefix(${JSON.stringify(text)}): ${fault}` });
  },
  title: (_, text: string, fault: string) => `the CIDR ${text} is refused: ${fault}`,
});

// The messages are those of Go's net/netip.
test(refused, "10.0.0.0", "no '/'");
test(refused, "10.0.0.0/33", "prefix length out of range");
test(refused, "::/129", "prefix length out of range");
test(refused, "10.0.0.0/", 'bad bits after slash: ""');
test(refused, "10.0.0.0/08", 'bad bits after slash: "08"');
test(refused, "10.0.0.0/+8", 'bad bits after slash: "+8"');
test(refused, "10.0.0.0/8x", 'bad bits after slash: "8x"');
test(refused, "10.0.0.0/99999999999999999999", 'bad bits after slash: "99999999999999999999"');
test(refused, "fe80::1%en0/64", "IPv6 zones cannot be present in a prefix");
test(refused, "10.0.0/8", 'ParseAddr("10.0.0"): IPv4 address too short');
test(refused, "/8", 'ParseAddr(""): unable to parse IP');
