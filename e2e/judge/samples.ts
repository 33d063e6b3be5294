/** Texts that match a format or a pattern, and texts that almost do. */
export interface Samples {
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

/** The formats of strings that a schema can name, and some unknown ones. */
export const formatSamples: Readonly<Record<string, Samples>> = {
  bsonobjectid: {
    good: ["507f1f77bcf86cd799439011"],
    bad: ["507f1f77bcf86cd79943901", "z07f1f77bcf86cd799439011"],
  },
  uri: {
    good: ["https://example.com/a?b=c#d", "/path", "mailto:a@b.c"],
    bad: ["relative", "http://[::1", ":x", ""],
  },
  email: { good: ["a@example.com", "A B <a@b.c>"], bad: ["a", "a@", "@b", "a b@c.d"] },
  hostname: { good: ["example.com", "a", "xn--a.b"], bad: ["-a", "a..b", "a_b", ""] },
  ipv4: { good: ["10.0.0.1"], bad: ["10.0.0.256", "10.0.0", "::1", "01.0.0.1"] },
  ipv6: { good: ["::1", "2001:db8::1", "::ffff:1.2.3.4"], bad: ["::g", "10.0.0.1", "1:2:3"] },
  cidr: { good: ["10.0.0.0/8", "2001:db8::/32"], bad: ["10.0.0.0", "10.0.0.0/33", "10.0.0.0/08"] },
  mac: {
    good: ["01:23:45:67:89:ab", "01-23-45-67-89-ab", "0123.4567.89ab"],
    bad: ["01:23:45:67:89", "zz:23:45:67:89:ab"],
  },
  uuid: {
    good: ["f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "f81d4fae7dec11d0a76500a0c91e6bf6"],
    bad: ["f81d4fae", "g81d4fae-7dec-11d0-a765-00a0c91e6bf6"],
  },
  uuid3: { good: ["bcd02e22-68f0-3046-a512-327cca9def8f"], bad: ["bcd02e22-68f0-4046-a512-327cca9def8f"] },
  uuid4: { good: ["025b0d74-00a2-4048-bf57-227c5111bb34"], bad: ["025b0d74-00a2-5048-bf57-227c5111bb34"] },
  uuid5: { good: ["886313e1-3b8a-5372-9b90-0c9aee199e5d"], bad: ["886313e1-3b8a-3372-9b90-0c9aee199e5d"] },
  isbn: { good: ["0321751043", "978-0321751041"], bad: ["836217463", "978-0321751042"] },
  isbn10: { good: ["0321751043", "3836221195"], bad: ["836217463", "978-0321751041"] },
  isbn13: { good: ["978-0321751041", "9783836221191"], bad: ["978-0321751042", "0321751043"] },
  creditcard: { good: ["4556 7375 8689 9855", "4111111111111111"], bad: ["5566 1234", "4111111111111112"] },
  ssn: { good: ["111-11-1111", "111 11 1111"], bad: ["999-999-999", "111111111"] },
  hexcolor: { good: ["#FFFFFF", "abc"], bad: ["#FFF0", "#GGG"] },
  rgbcolor: { good: ["rgb(100,75,255)", "rgb(0, 0, 0)"], bad: ["rgb(300,0,0)", "RGB(1,2,3)"] },
  byte: { good: ["aGVsbG8=", ""], bad: ["%%%", "aGVsbG8", "a b="] },
  password: { good: ["anything", ""], bad: ["anything too"] },
  date: { good: ["2024-02-29", "1970-01-01"], bad: ["2023-02-29", "2024-2-1", "yesterday"] },
  duration: { good: ["1h30m", "22ns", "1.5s", "2 weeks"], bad: ["1", "h", "1h30", "one day"] },
  "date-time": {
    good: ["2024-01-01T00:00:00Z", "2024-01-01T00:00:00.123+01:00", "2024-02-29T23:59:59Z"],
    bad: ["2024-01-01", "2024-01-01T00:00:00", "2023-02-29T00:00:00Z", "2024-01-01T25:00:00Z"],
  },
  datetime: { good: ["2024-01-01T00:00:00Z"], bad: ["2024-01-01"] },
  "k8s-short-name": { good: ["a-b", "x1"], bad: ["A", "-a", "a.b"] },
  "k8s-long-name": { good: ["a.b-c", "x"], bad: ["A.b", "a..b"] },
  zork: { good: ["whatever"], bad: ["nobody knows"] },
};

/** Unanchored patterns; the last ones are not valid in RE2. */
export const patternSamples: Readonly<Record<string, Samples>> = {
  "^[a-z]+$": { good: ["abc", "z"], bad: ["Abc", "", "a\n", "1"] },
  "^v[0-9]{1,3}(alpha|beta)?$": { good: ["v1", "v22beta"], bad: ["v", "v1234", "v1gamma"] },
  "a.c": { good: ["xabcx", "a\u00e9c"], bad: ["ac", "a\nc"] },
  "(?i)^yes|no$": { good: ["YES", "NO", "yes and"], bad: ["ye", "nope"] },
  "^\\p{L}+$": { good: ["\u00e4\u00f6", "abc"], bad: ["a1", ""] },
  "^(([a-z0-9]|[a-z0-9][-a-z0-9]*[a-z0-9])(\\.[a-z]+)*)?$": { good: ["", "a-b.c"], bad: ["-a", "a..b"] },
  "^\\d+(\\.\\d+)?(Ki|Mi|Gi)?$": { good: ["10", "1.5Gi"], bad: ["Gi", "1.", "1gi"] },
  "\\bx\\b": { good: ["a x b"], bad: ["axb"] },
  "^.{0,5}$": { good: ["", "12345", "\ud83d\ude00\ud83d\ude00"], bad: ["123456"] },
  "^(a+)+$": { good: ["aaaa"], bad: [`${"a".repeat(40)}b`] },
};

/** Patterns that RE2 does not accept. */
export const brokenPatterns: readonly string[] = [
  "(?=a)b",
  "[",
  "a{2,1}",
  "\\1(a)",
  "(?<!x)y",
  "*a",
  "a{1001}",
  "(?P<n>a",
];

/** Names of fields, some of which are not valid in Go or CEL. */
export const fieldNames: readonly string[] = [
  "alpha",
  "beta",
  "count",
  "name",
  "size",
  "spec",
  "status",
  "items",
  "kind",
  "metadata",
  "max-size",
  "in",
  "namespace",
  "x.y",
  "__under__",
  "constructor",
  "a/b",
  "\u00fcber",
];
