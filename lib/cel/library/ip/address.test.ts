import test from "ava";
import * as fc from "fast-check";

import { formatAddress, isMapped, parseAddress, sameAddress } from "./address.ts";

const octet = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 255 }));
const version4 = fc.array(octet, { minLength: 4, maxLength: 4 });
const version6 = fc.array(octet, { minLength: 16, maxLength: 16 });

test("a formatted IP address is parsed back to the same address", (t) => {
  fc.assert(
    fc.property(fc.oneof(version4, version6), (bytes) => {
      t.deepEqual(parseAddress(formatAddress({ bytes, zone: "" })), { bytes, zone: "" });
    }),
  );
});

test("an unabbreviated IPv6 address is parsed", (t) => {
  fc.assert(
    fc.property(version6, (bytes) => {
      const groups = Array.from({ length: 8 }, (_, index) =>
        Buffer.from(bytes.slice(index * 2, index * 2 + 2))
          .toString("hex")
          .toUpperCase(),
      );
      t.deepEqual(parseAddress(groups.join(":")), { bytes, zone: "" });
    }),
  );
});

const canonical = test.macro({
  exec(t, text: string, expected: string) {
    const address = parseAddress(text);
    t.is("fault" in address ? address.fault : formatAddress(address), expected);
  },
  title: (_, text: string, expected: string) => `the canonical form of ${text} is ${expected}`,
});

// RFC 5952, section 4.
test(canonical, "2001:0db8::0001", "2001:db8::1");
test(canonical, "2001:db8:0:0:0:0:2:1", "2001:db8::2:1");
test(canonical, "2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1");
test(canonical, "2001:0:0:1:0:0:0:1", "2001:0:0:1::1");
test(canonical, "2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1");
test(canonical, "2001:DB8::AbC", "2001:db8::abc");
test(canonical, "0:0:0:0:0:0:0:0", "::");
test(canonical, "1:0:0:0:0:0:0:0", "1::");
test(canonical, "::ffff:192.0.2.1", "::ffff:192.0.2.1");
test(canonical, "::ffff:c000:201", "::ffff:192.0.2.1");
test(canonical, "::192.0.2.1", "::c000:201");
test(canonical, "fe80::1%eth0", "fe80::1%eth0");
test(canonical, "fe80:0::1%ETH%0", "fe80::1%ETH%0");
test(canonical, "255.0.255.0", "255.0.255.0");

function mapped(text: string): boolean {
  const address = parseAddress(text);
  return "bytes" in address && isMapped(address);
}

test("only addresses in ::ffff:0:0/96 are IPv4-mapped", (t) => {
  t.true(mapped("::ffff:1.2.3.4"));
  t.true(mapped("0:0:0:0:0:ffff:0:0"));
  t.false(mapped("::1.2.3.4"));
  t.false(mapped("::fffe:1.2.3.4"));
  t.false(mapped("1::ffff:1.2.3.4"));
  t.false(mapped("1.2.3.4"));
});

test("IP addresses of different families or zones are not equal", (t) => {
  const zero = Array.from({ length: 16 }, () => 0);
  t.true(sameAddress({ bytes: zero, zone: "" }, { bytes: [...zero], zone: "" }));
  t.false(sameAddress({ bytes: zero, zone: "" }, { bytes: zero, zone: "a" }));
  t.false(sameAddress({ bytes: zero, zone: "" }, { bytes: zero.slice(12), zone: "" }));
  t.false(sameAddress({ bytes: zero, zone: "" }, { bytes: [...zero.slice(1), 1], zone: "" }));
});
