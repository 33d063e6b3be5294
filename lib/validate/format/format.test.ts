import test from "ava";
import * as fc from "fast-check";

import { heededFormat, textTest } from "./format.ts";

/** Strings that Kubernetes 1.36 accepts and refuses for each format. */
const strings: Readonly<Record<string, { readonly yes: readonly string[]; readonly no: readonly string[] }>> =
  {
    bsonobjectid: { yes: ["507f1f77bcf86cd799439011"], no: ["507F1f77bcf86cd79943901"] },
    byte: { yes: ["aGk=", "aGVsbG8=", "QQ==", "abcd"], no: ["", "a===", "ab=c"] },
    cidr: {
      yes: ["10.0.0.0/8", "fe80::/10", "::ffff:1.2.3.4/96", "010.0.0.1/08"],
      no: ["1.2.3.4/33", "::1/129"],
    },
    creditcard: {
      yes: [
        "4220855426222389",
        "5139288802098206",
        "374953669708156",
        "3548209662790989",
        "4220-8554-2622-2389",
      ],
      no: ["4220855426213389", "credit card"],
    },
    date: {
      yes: ["2024-02-29", "2000-02-29", "0000-01-01"],
      no: ["2023-02-29", "1900-02-29", "2020-04-31", "2020-13-01"],
    },
    "date-time": {
      yes: [
        "2024-01-01T00:00:00Z",
        "2024-01-01t23:59:59.5+99:99",
        "2024-01-01T10:00:00x12-01:00",
        "2024-01-01T10:00:00ztx",
      ],
      no: ["2024-01-01T24:00:00Z"],
    },
    duration: {
      yes: [
        "1h30m",
        "22 ns",
        "3 days",
        "-5s",
        "1.5h",
        "1.s",
        "0",
        "+0",
        "about 2 weeks",
        "2562048h",
        ".5s",
        "5µs",
        "3 microx",
      ],
      no: ["9223372036854775808ns", "1 hrs", "1mh", "99999999999999999999 s"],
    },
    email: {
      yes: [
        "a@b",
        "Bob <bob@x.com>",
        '"Bob B" <b@x>',
        "a@[1.2.3.4]",
        "a@[::1]",
        "grp: a@b;",
        "a@b (name)",
        '"a b"@c',
        "=?utf-8?q?x?= <a@b>",
        "x y z <a@b>",
        "x (c(d)e) y <a@b>",
        "ü@ß",
        "x =?foo?q?x?= <a@b>",
        "a.b. c <d@e>",
      ],
      no: [
        "g:;",
        "g: a@b, c@d;",
        "(c) a@b",
        "=?foo?q?x?= <a@b>",
        "a@b (=?foo?b?QQ==?=)",
        "a..b@c",
        "a.@b",
        ".a@b",
        '""@x',
        'a@"b"',
        "a, b",
      ],
    },
    hexcolor: { yes: ["#fff", "ABCDEF"], no: ["#12345"] },
    hostname: {
      yes: ["localhost", "a-b", "x.example.com", "é.com", "xn--a.de", "a.日本", "☃.net", "a-"],
      no: [
        "my-host",
        "a.b.",
        "a..b",
        "a.c1",
        "-a.de",
        "a-.de",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com",
      ],
    },
    ipv4: { yes: ["1.2.3.4", "01.002.3.4", "::ffff:1.2.3.4", "::00001:1.2.3.4"], no: ["256.1.1.1", "1.2.3"] },
    ipv6: {
      yes: ["::1", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::", "::1.2.3.4", "1:2:3:4:5:6:1.2.3.4"],
      no: ["fe80::1%eth0", "1::2::3", ":::", "1:", "00001::"],
    },
    isbn: {
      yes: ["0321751043", "978-0321751041", "3 401 01319 X", "9784873113685"],
      no: ["foo", "3423214121"],
    },
    isbn10: { yes: ["0321751043", "3-401-01319-X"], no: ["978-0321751041"] },
    isbn13: { yes: ["978-0321751041", "9783401013190"], no: ["0321751043"] },
    mac: {
      yes: [
        "01:23:45:67:89:ab",
        "01-23-45-67-89-ab-cd-ef",
        "0123.4567.89ab",
        "0123456789ab",
        "01:23:45:67:89:ab:01:23:45:67:89:ab:01:23:45:67:89:ab:ab:cd",
        "0123.4567.89ab.cdef",
      ],
      no: ["01:23-45:67:89:ab"],
    },
    password: { yes: ["x"], no: [] },
    rgbcolor: { yes: ["rgb(0,31,255)", "rgb( 1 , 2, 3 )"], no: ["rgb(256,1,1)", "rgb(01,1,1)"] },
    ssn: { yes: ["111-22-3333", "111 22 3333"], no: ["111223333", "111-22-33331"] },
    uri: {
      yes: [
        "http://a.b/c?d#e",
        "/x",
        "//x",
        "*",
        "mailto:x@y",
        "http://[::1]:80/",
        "http://[fe80::1%25en0]/",
        "http://a:b@c:80/",
        "postgres://a:1,b:2/x",
        "http://ü/",
        "http://a%ff/",
        "http://x?a=%zz",
        "http:///x",
        "a:",
        "http://[::1%25%20a]/",
        "http://a%25b/",
        'http://a"b<>/',
      ],
      no: [
        "http://a%20b/",
        "http://a/%zz",
        "http://a:1:2/",
        "x",
        "http://a b/",
        "http://[1.2.3.4]/",
        "a://[::1",
        "http://us er@h/",
        "http://h:x/",
        "/%4",
        "1a://b",
      ],
    },
    uuid: {
      yes: ["123e4567-e89b-12d3-a456-426614174000", "123e4567e89b12d3a456426614174000"],
      no: ["123e4567-e89b-12d3-a456-42661417400"],
    },
    uuid3: { yes: ["123e4567-e89b-32d3-a456-426614174000"], no: ["123e4567-e89b-42d3-a456-426614174000"] },
    uuid4: { yes: ["123e4567-e89b-42d3-a456-426614174000"], no: ["123e4567-e89b-42d3-c456-426614174000"] },
    uuid5: { yes: ["123e4567-e89b-52d3-a456-426614174000"], no: ["123e4567-e89b-42d3-a456-426614174000"] },
    "k8s-short-name": {
      yes: ["abc", "a-b"],
      no: ["-a", "A", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"],
    },
    "k8s-long-name": {
      yes: ["a.b"],
      no: [
        "a..b",
        "a.-b",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
      ],
    },
  };

for (const [format, { yes, no }] of Object.entries(strings)) {
  test(`strings of the format ${format} are accepted and refused as in Kubernetes`, (t) => {
    const isValid = textTest(format);
    t.deepEqual(
      [...yes, ...no].filter((text) => isValid?.(text)),
      yes,
    );
  });
}

test("checking a format neither throws nor takes long for any text", (t) => {
  const hostile = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc
      .constantFrom("1", "(", "a.", ":", "[", "%", "a-", "<", "=?a?q?", "1 ", "::")
      .map((part) => part.repeat(20_000)),
  );
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(strings)), hostile, (format, text) => {
      t.is(typeof textTest(format)?.(text), "boolean");
    }),
    { numRuns: 500, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: true },
  );
});

const testFormat = test.macro({
  exec(t, types: readonly string[], format: string, isChecked: boolean) {
    t.is(heededFormat({ types, format, minor: 36 }), isChecked ? format : undefined);
  },
  title: (_, types: readonly string[], format: string, isChecked: boolean) =>
    `the format ${format} ${isChecked ? "is checked" : "is ignored"} for ${types.join(" or ") || "no type"}`,
});

test(testFormat, ["string"], "date-time", true);
test(testFormat, ["string"], "datetime", true);
test(testFormat, [], "date", true);
test(testFormat, ["integer", "string"], "ipv4", true);
test(testFormat, ["integer", "string"], "int32", false);
test(testFormat, ["integer"], "int32", true);
test(testFormat, ["integer"], "int64", true);
test(testFormat, ["integer"], "uint8", false);
test(testFormat, ["integer"], "date", false);
test(testFormat, ["number"], "float", true);
test(testFormat, ["number"], "double", true);
test(testFormat, ["number"], "int32", false);
test(testFormat, ["object"], "date", false);
test(testFormat, ["string"], "phone-number", false);
test(testFormat, ["string"], "__proto__", false);

test("the format k8s-short-name is checked since Kubernetes 1.34", (t) => {
  const asked = { types: ["string"], format: "k8s-short-name" };
  t.is(heededFormat({ ...asked, minor: 33 }), undefined);
  t.is(heededFormat({ ...asked, minor: 34 }), "k8s-short-name");
});
