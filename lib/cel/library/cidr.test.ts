import test from "ava";

import { evaluateExpression } from "../../../fixtures/evaluated-expression.ts";

/** Values, or errors after `! `, recorded from the Go packages of Kubernetes 1.36.3. */
const facts: readonly (readonly [expression: string, value: string])[] = [
  ["isCIDR('0.0.0.0/0')", "true"],
  ["isCIDR('10.0.0.0/8')", "true"],
  ["isCIDR('10.1.2.3/8')", "true"],
  ["isCIDR('10.0.0.0/32')", "true"],
  ["isCIDR('10.0.0.0/33')", "false"],
  ["isCIDR('10.0.0.0/-1')", "false"],
  ["isCIDR('10.0.0.0/+8')", "false"],
  ["isCIDR('10.0.0.0/08')", "false"],
  ["isCIDR('10.0.0.0/')", "false"],
  ["isCIDR('10.0.0.0')", "false"],
  ["isCIDR('/8')", "false"],
  ["isCIDR('10.0.0/8')", "false"],
  ["isCIDR('10.0.0.0/8/8')", "false"],
  ["isCIDR('10.0.0.0/ 8')", "false"],
  ["isCIDR('::/0')", "true"],
  ["isCIDR('::/128')", "true"],
  ["isCIDR('::/129')", "false"],
  ["isCIDR('2001:db8::/32')", "true"],
  ["isCIDR('fe80::1%eth0/64')", "false"],
  ["isCIDR('::ffff:1.2.3.4/100')", "false"],
  ["isCIDR('')", "false"],
  // Parts
  ["cidr('10.1.2.3/8').prefixLength()", "8"],
  ["cidr('::/0').prefixLength()", "0"],
  ["string(cidr('10.1.2.3/8').ip())", '"10.1.2.3"'],
  ["string(cidr('10.1.2.3/8').masked())", '"10.0.0.0/8"'],
  ["string(cidr('10.1.2.3/32').masked())", '"10.1.2.3/32"'],
  ["string(cidr('10.1.2.3/0').masked())", '"0.0.0.0/0"'],
  ["string(cidr('192.168.255.129/25').masked())", '"192.168.255.128/25"'],
  ["string(cidr('2001:db8:ffff::1/33').masked())", '"2001:db8:8000::/33"'],
  ["string(cidr('2001:DB8::1/127').masked())", '"2001:db8::/127"'],
  ["string(cidr('2001:DB8::/32'))", '"2001:db8::/32"'],
  ["cidr('10.1.2.3/8') == cidr('10.1.2.3/8')", "true"],
  ["cidr('10.1.2.3/8') == cidr('10.0.0.0/8')", "false"],
  ["cidr('10.0.0.0/8') == cidr('10.0.0.0/9')", "false"],
  ["cidr('10.1.2.3/8').masked() == cidr('10.0.0.0/8')", "true"],
  ["cidr('10.0.0.0/8').ip() == ip('10.0.0.0')", "true"],
  // Membership
  ["cidr('10.0.0.0/8').containsIP('10.255.255.255')", "true"],
  ["cidr('10.0.0.0/8').containsIP('11.0.0.0')", "false"],
  ["cidr('10.0.0.0/8').containsIP(ip('10.0.0.0'))", "true"],
  ["cidr('10.1.2.3/8').containsIP('10.9.9.9')", "true"],
  ["cidr('10.0.0.0/31').containsIP('10.0.0.1')", "true"],
  ["cidr('10.0.0.0/31').containsIP('10.0.0.2')", "false"],
  ["cidr('10.0.0.1/32').containsIP('10.0.0.1')", "true"],
  ["cidr('0.0.0.0/0').containsIP('255.1.1.1')", "true"],
  ["cidr('0.0.0.0/0').containsIP('::1')", "false"],
  ["cidr('::/0').containsIP('1.2.3.4')", "false"],
  ["cidr('2001:db8::/33').containsIP('2001:db8:7fff::1')", "true"],
  ["cidr('2001:db8::/33').containsIP('2001:db8:8000::1')", "false"],
  ["cidr('10.0.0.0/8').containsCIDR('10.0.0.0/8')", "true"],
  ["cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16')", "true"],
  ["cidr('10.0.0.0/8').containsCIDR('10.0.0.0/7')", "false"],
  ["cidr('10.0.0.0/8').containsCIDR(cidr('10.1.2.3/32'))", "true"],
  ["cidr('10.0.0.0/8').containsCIDR(cidr('11.0.0.0/16'))", "false"],
  ["cidr('0.0.0.0/0').containsCIDR('::/0')", "false"],
  ["cidr('::/0').containsCIDR('2001:db8::/32')", "true"],
  // Faults
  [
    "cidr('')",
    "! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix(\"\"): no '/'",
  ],
  [
    "cidr('10.0.0.0')",
    "! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix(\"10.0.0.0\"): no '/'",
  ],
  [
    "cidr('10.0.0.0/')",
    '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("10.0.0.0/"): bad bits after slash: ""',
  ],
  [
    "cidr('10.0.0.0/a')",
    '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("10.0.0.0/a"): bad bits after slash: "a"',
  ],
  [
    "cidr('10.0.0.0/08')",
    '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("10.0.0.0/08"): bad bits after slash: "08"',
  ],
  [
    "cidr('10.0.0.0/-1')",
    '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("10.0.0.0/-1"): bad bits after slash: "-1"',
  ],
  [
    "cidr('10.0.0.0/999')",
    '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("10.0.0.0/999"): prefix length out of range',
  ],
  [
    "cidr('10.0.0.0/129')",
    '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("10.0.0.0/129"): prefix length out of range',
  ],
  [
    "cidr('10.0.0/8')",
    '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("10.0.0/8"): ParseAddr("10.0.0"): IPv4 address too short',
  ],
  [
    "cidr('x/8')",
    '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("x/8"): ParseAddr("x"): unable to parse IP',
  ],
  [
    "cidr('::/129')",
    '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("::/129"): prefix length out of range',
  ],
  [
    "cidr('fe80::1%eth0/64')",
    '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("fe80::1%eth0/64"): IPv6 zones cannot be present in a prefix',
  ],
  ["cidr('10.0.0.0/8').containsIP('x')", "! no such overload"],
  [
    "cidr('10.0.0.0/8').containsCIDR('x')",
    "! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix(\"x\"): no '/'",
  ],
  ["cidr('10.0.0.0/8').containsIP('fe80::1%eth0')", "! no such overload"],
  ["cidr(any.a)", "! no such overload: cidr(int)"],
  ["isCIDR(any.a)", "! no such overload: isCIDR(int)"],
  ["any.a.prefixLength()", "! no such overload: prefixLength(int)"],
  ["any.s.masked()", "! no such overload: masked(string)"],
  ["cidr('10.0.0.0/8').containsIP(any.a)", "! no such overload: containsIP(net.CIDR, int)"],
  ["cidr('10.0.0.0/8').containsCIDR(any.a)", "! no such overload: containsCIDR(net.CIDR, int)"],
  ["any.a.ip()", "! no such overload: ip(int)"],
  ["type(cidr('::/0'))", "type net.CIDR"],
];

for (const [expression, value] of facts) {
  test(`the result of ${expression} is ${value}`, (t) => {
    t.is(evaluateExpression(expression), value);
  });
}
