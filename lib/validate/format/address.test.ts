import test from "ava";

import { isCidr, isIpv4, isIpv6, isMac } from "./address.ts";

interface Verdicts {
  readonly accepted: readonly string[];
  readonly refused: readonly string[];
}

/** What the packages of Kubernetes 1.36.3 accept and refuse. */
function testVerdicts(what: string, isValid: (text: string) => boolean, verdicts: Verdicts): void {
  for (const text of verdicts.accepted) {
    test(`${JSON.stringify(text)} is ${what}`, (t) => {
      t.true(isValid(text));
    });
  }
  for (const text of verdicts.refused) {
    test(`${JSON.stringify(text)} is not ${what}`, (t) => {
      t.false(isValid(text));
    });
  }
}

testVerdicts("an IPv4 address", isIpv4, {
  accepted: ["0.0.0.0", "255.255.255.255", "001.002.003.004", "1.2.3.0004", "::FFFF:1.2.3.4", "1::1.2.3.4"],
  refused: [
    "255.255.255.256",
    "1.2.3.4.",
    "1.2.3.4.5",
    "1..3.4",
    "1.2.3.999",
    "1.2.3.a",
    "",
    " 1.2.3.4",
    "1.2.3.4\n",
    "-1.2.3.4",
    "+1.2.3.4",
    "0x1.2.3.4",
    "::ffff:1.2.3",
    "::ffff:102:304",
    "1.2.3.4/8",
    "1.2.3.4%eth0",
    "１.2.3.4",
  ],
});

testVerdicts("an IPv6 address", isIpv6, {
  accepted: [
    "::0",
    "0::",
    "1::",
    "1::1",
    "::2:3:4:5:6:7:8",
    "1::3:4:5:6:7:8",
    "ABCD::",
    "abcd:EF01::",
    "0001::",
  ],
  refused: [
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4::5:6:7:8",
    ":1",
    ":1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:",
    "12345::",
    "g::",
    "::1.2.3",
    "::1.2.3.256",
    "1.2.3.4::",
    "::1.2.3.4:5",
    "1:2:3:4:5:6:7:1.2.3.4",
    "::01.2.3.4",
    "fe80::1%lo",
    "[::1]",
    "",
    " ::1",
    "::1 ",
  ],
});

testVerdicts("an address with a prefix length", isCidr, {
  accepted: [
    "0.0.0.0/0",
    "10.1.2.3/8",
    "10.0.0.0/32",
    "10.0.0.0/08",
    "10.0.0.0/008",
    "::/0",
    "::/128",
    "::1/064",
    "2001:db8::/32",
    "::ffff:1.2.3.4/33",
    "01.2.3.4/8",
  ],
  refused: [
    "10.0.0.0/33",
    "10.0.0.0/-1",
    "10.0.0.0/+8",
    "10.0.0.0/",
    "10.0.0.0",
    "/8",
    "10.0.0/8",
    "10.0.0.0/8/8",
    "10.0.0.0/ 8",
    "10.0.0.0/8 ",
    "10.0.0.0/8a",
    "::/129",
    "fe80::1%lo/64",
    "::ffff:1.2.3.4/129",
    "",
    "0/0",
  ],
});

testVerdicts("a hardware address", isMac, {
  accepted: [
    "00:00:5e:00:53:01",
    "00-00-5E-00-53-01",
    "0000.5e00.5301",
    "00005e005301",
    "02:00:5e:10:00:00:00:01",
    "0200.5e10.0000.0001",
    "02005e1000000001",
    "00:00:00:00:fe:80:00:00:00:00:00:00:02:00:5e:10:00:00:00:01",
    "0000.0000.fe80.0000.0000.0000.0200.5e10.0000.0001",
    "00000000fe8000000000000002005e1000000001",
  ],
  refused: [
    "00:00:5e:00:53",
    "00:00:5e:00:53:01:02",
    "00:00:5e-00:53:01",
    "0:0:5e:0:53:1",
    "00:00:5g:00:53:01",
    "00:00:5e:00:53:01:",
    "0000:5e00:5301",
    "00.00.5e.00.53.01",
    "0000.5e00.530",
    "",
  ],
});
