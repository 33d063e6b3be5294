import test from "ava";

import { checkExpression } from "./check/check.ts";
import { kubernetesEnvironment, withVariables } from "./environment.ts";
import { compileProgram } from "./evaluate/program.ts";
import { CelFailure } from "./model/expression.ts";
import { parseExpression } from "./syntax/parse.ts";
import { simpleTypes } from "./model/type.ts";
import type { CelValue } from "./model/value.ts";

const newest = kubernetesEnvironment(36);

function evaluated(text: string, environment = newest): CelValue | CelFailure {
  const parsed = parseExpression(text, environment.macros);
  if ("faults" in parsed) {
    return new CelFailure(parsed.faults[0].message);
  }
  const checked = checkExpression(text, parsed.expression, environment);
  if ("faults" in checked) {
    return new CelFailure(checked.faults[0]?.message ?? "");
  }
  return compileProgram(checked, environment).evaluate(() => undefined, { spent: 0, limit: 1_000_000 });
}

const same = test.macro<[string, string]>({
  exec(t, expression, expected) {
    t.is(evaluated(`dyn(${expression}) == dyn(${expected})`), true);
  },
  title: (_, expression) => `${expression} has the value that the API server computes`,
});

// Recorded from the Go packages of Kubernetes 1.36.
const facts: readonly (readonly [expression: string, expected: string])[] = [
  ['"tacocat".charAt(3)', '"o"'],
  ['"é😀x".charAt(1)', '"😀"'],
  ['"abc".charAt(3)', '""'],
  ['"hello mellow".indexOf("ello", 2)', "7"],
  ['"abc".indexOf("", -7)', "-7"],
  ['"é😀x".indexOf("x")', "2"],
  ['"hello mellow".lastIndexOf("ello", 6)', "1"],
  ['"ab".lastIndexOf("abc")', "-1"],
  ['"TacoCÆt Xii".lowerAscii()', '"tacocÆt xii"'],
  ['"TacoCÆt Xii".upperAscii()', '"TACOCÆT XII"'],
  ['"hello hello".replace("he", "we", 1)', '"wello hello"'],
  ['"ab".replace("", "-")', '"-a-b-"'],
  ['"a,b,c".split(",", 2)', '["a", "b,c"]'],
  ['"é😀".split("")', '["é", "😀"]'],
  ['"".split("")', "[]"],
  ['"a".split(",", 0)', "[]"],
  ['"é😀x".substring(1, 2)', '"😀"'],
  [String.raw`" \u0085\u3000trim\ufeff\n".trim()`, String.raw`"trim\ufeff"`],
  [String.raw`strings.quote("a\"\n\u0007")`, String.raw`"\"a\\\"\\n\\a\""`],
  ['["a", "b"].join("-")', '"a-b"'],
  [
    '"%s %d %.2f %x %X %b %o %%".format(["a", -5, 12345.675, "hi", 255, true, 8])',
    '"a -5 12,345.67 6869 FF 1 10 %"',
  ],
  ['"%e|%.20e".format([12345.6789, double("Infinity")])', '"1.234568×10⁰⁴|                   ∞"'],
  [
    String.raw`"%s".format([[1.5, null, "q\"", b"x", {"b": 1, "a": [true]}, duration("90s"), timestamp("2024-01-01T00:00:00Z"), int]])`,
    String.raw`"[1.500000, null, \"q\\\"\", b\"x\", {\"a\":[true], \"b\":1}, duration(\"90s\"), timestamp(\"2024-01-01T00:00:00Z\"), int]"`,
  ],
  ["[1, 2, 2].isSorted()", "true"],
  ['["b", "a"].isSorted()', "false"],
  ["[1.5, 2.5].sum()", "4.0"],
  ['[duration("1s"), duration("1m")].sum()', 'duration("61s")'],
  ["[3, 1, 2].min()", "1"],
  ['["a", "b"].max()', '"b"'],
  ["[1, 2, 1].lastIndexOf(1)", "2"],
  ['[{"a": 1}].indexOf({"a": 1})', "0"],
  ['"abc 123".find("[0-9]+")', '"123"'],
  ['"a1b22".findAll("[0-9]+", 1)', '["1"]'],
  ['"ab".findAll("x*")', '["", "", ""]'],
  ['"aab".findAll("a*")', '["aa", ""]'],
  ['url("https://user:p@example.com:80/a%20b?x=1&x=2&y#frag").getHost()', '"example.com:80"'],
  ['url("https://example.com:80/").getPort()', '"80"'],
  ['url("https://[::1]:80/").getHostname()', '"::1"'],
  ['url("/a b").getEscapedPath()', '"/a%20b"'],
  ['url("/p?x=1&x=2&y&a;b&%zz").getQuery()', '{"x": ["1", "2"], "y": [""]}'],
  ['url("HTTP://h").getScheme()', '"http"'],
  ['isURL("../a")', "false"],
  ['isURL("mailto:me")', "true"],
  ['url("http://h/%41") == url("http://h/%41#")', "true"],
  ['ip("2001:DB8:0:0::1").family()', "6"],
  ['string(ip("2001:DB8:0:0::1"))', '"2001:db8::1"'],
  ['ip.isCanonical("2001:0db8::1")', "false"],
  ['isIP("::ffff:1.2.3.4")', "false"],
  ['isIP("01.2.3.4")', "false"],
  ['ip("10.0.0.1").isGlobalUnicast()', "true"],
  ['ip("fe80::1").isLinkLocalUnicast()', "true"],
  ['ip("224.0.0.1").isLinkLocalMulticast()', "true"],
  ['ip("127.9.9.9").isLoopback()', "true"],
  ['ip("::").isUnspecified()', "true"],
  ['cidr("192.168.0.0/16").containsIP("192.168.4.5")', "true"],
  ['cidr("192.168.0.0/16").containsCIDR("192.0.0.0/8")', "false"],
  ['string(cidr("192.168.4.5/16").masked())', '"192.168.0.0/16"'],
  ['cidr("::1/128").prefixLength()', "128"],
  ['string(cidr("10.1.1.1/8").ip())', '"10.1.1.1"'],
  ['isCIDR("10.0.0.0/08")', "false"],
  ['quantity("1Gi").isGreaterThan(quantity("1G"))', "true"],
  ['quantity("50k").add(quantity("20k")).compareTo(quantity("70000"))', "0"],
  ['quantity("1.5").asApproximateFloat()', "1.5"],
  ['quantity("200M").asInteger()', "200000000"],
  ['quantity("1.0").isInteger()', "false"],
  ['quantity("50k").sub(20).asInteger()', "49980"],
  ['sign(quantity("-5m"))', "-1"],
  ['isQuantity("1.5Gii")', "false"],
  ['quantity("0.1") == quantity("100m")', "true"],
  ['semver("1.2.3-rc.1").isLessThan(semver("1.2.3"))', "true"],
  ['semver("v1.01", true).minor()', "1"],
  ['isSemver("v1.0")', "false"],
  ['semver("1.0.0-alpha.2").compareTo(semver("1.0.0-alpha.10"))', "-1"],
  ['semver("1.0.0+a") == semver("1.0.0+b")', "true"],
  ['format.dns1123Label().validate("my-name")', "optional.none()"],
  ['format.dns1123LabelPrefix().validate("my-").hasValue()', "false"],
  ['format.named("dns1123Label").value() == format.dns1123Label()', "true"],
  ['format.named("nope").hasValue()', "false"],
  ['format.date().validate("2023-02-29").value()', '["invalid date"]'],
  ['format.labelValue().validate("").hasValue()', "false"],
  ['format.qualifiedName().validate("/a").value()[0]', '"prefix part must be non-empty"'],
  ['format.uuid().validate("123E4567-e89b-12d3-a456-426614174000").hasValue()', "false"],
  ['format.byte().validate("YQ==").hasValue()', "false"],
  ['format.datetime().validate("2024-02-29T23:59:60Z").hasValue()', "true"],
  ["sets.contains([1, 2, 3], [3, 1])", "true"],
  ["sets.equivalent([1, 1, 2], [2, 1])", "true"],
  ["sets.intersects([], [1])", "false"],
  ["optional.of(1).or(optional.none()).value()", "1"],
  ['optional.ofNonZeroValue("").hasValue()', "false"],
  ["[1, 2].last().value()", "2"],
  ["optional.unwrap([optional.of(1), optional.none()])", "[1]"],
  ["[].first()", "optional.none()"],
  ['{"a": 1}.?b.orValue(7)', "7"],
  ["optional.of(2).optMap(x, x + 1).value()", "3"],
  ["[1, 2, 3, 4].slice(1, 3)", "[2, 3]"],
  ["[[1], [2, 3]].flatten()", "[1, 2, 3]"],
  ["[[[1]], [[2, 3]]].flatten(2)", "[1, 2, 3]"],
  ["[3, 1, 2].sort()", "[1, 2, 3]"],
  ['["bb", "a"].sortBy(x, x.size())', '["a", "bb"]'],
  ["lists.range(3)", "[0, 1, 2]"],
  ["[1, 2].reverse()", "[2, 1]"],
  ["[1, 2, 1].distinct()", "[1, 2]"],
  ['{"a": 1, "b": 2}.transformMap(k, v, v * 2)', '{"a": 2, "b": 4}'],
  ['["x", "y"].transformMapEntry(i, v, {v: i})', '{"x": 0, "y": 1}'],
  ["[1, 2].all(i, v, i < v)", "true"],
];
for (const [expression, expected] of facts) {
  test(same, expression, expected);
}

const fails = test.macro<[string, string]>({
  exec(t, expression, message) {
    const outcome = evaluated(expression);
    t.is(outcome instanceof CelFailure ? outcome.message : "a value", message);
  },
  title: (_, expression) => `${expression} fails with the message of the API server`,
});

const failures: readonly (readonly [expression: string, message: string])[] = [
  ['"abc".charAt(4)', "index out of range: 4"],
  ['"abc".indexOf("b", -1)', "index out of range: -1"],
  ['"abc".substring(2, 1)', "invalid substring range. start: 2, end: 1"],
  [
    '("%d" + "").format(["a"])',
    "error during formatting: decimal clause can only be used on integers, was given string",
  ],
  ['("%s%s" + "").format([1])', "index 1 out of range"],
  [
    '("%.f" + "").format([1.0])',
    'could not parse formatting clause: error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax',
  ],
  ["[1].filter(x, x > 1).max()", "max called on empty list"],
  ["[9223372036854775807, 1].sum()", "integer overflow"],
  ['"a".find("(" + "")', "Illegal regex: error parsing regexp: missing closing ): `(`"],
  ['url("../a")', 'URL parse error during conversion from string: parse "../a": invalid URI for request'],
  [
    'url("http://h:port/")',
    'URL parse error during conversion from string: parse "http://h:port/": invalid port ":port" after host',
  ],
  [
    'url("http://[::1/")',
    "URL parse error during conversion from string: parse \"http://[::1/\": missing ']' in host",
  ],
  ['url("/%zz")', 'URL parse error during conversion from string: parse "/%zz": invalid URL escape "%zz"'],
  [
    'ip("1.2.3")',
    'IP Address "1.2.3" parse error during conversion from string: ParseAddr("1.2.3"): IPv4 address too short',
  ],
  ['ip("fe80::1%eth0")', 'IP address "fe80::1%eth0" with zone value is not allowed'],
  [
    'cidr("10.0.0.0/33")',
    'network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("10.0.0.0/33"): prefix length out of range',
  ],
  [
    'cidr("::ffff:1.2.3.4/128")',
    'network address parse error during conversion from string: IPv4-mapped IPv6 address "::ffff:1.2.3.4/128" is not allowed',
  ],
  [
    'quantity("1x")',
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  ],
  [
    'quantity("")',
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  ],
  ['quantity("1.5").asInteger()', "cannot convert value to integer"],
  ['semver("1.2")', "No Major.Minor.Patch elements found"],
  ['semver("1.02.3")', 'Minor number must not contain leading zeroes "02"'],
  ["optional.none().value()", "optional.none() dereference"],
  ["[1].slice(0, 2)", "cannot slice(0, 2), list is length 1"],
  ["[[1]].flatten(-1)", "level must be non-negative"],
  ['["x", "x"].transformMapEntry(i, v, {v: i})', "insert failed: key x already exists"],
  ["dyn(1).charAt(0)", "no such overload: charAt(int, int)"],
  ["dyn([1]).join()", "no such overload: join(list)"],
];
for (const [expression, message] of failures) {
  test(fails, expression, message);
}

const since = test.macro<[string, number]>({
  exec(t, expression, minor) {
    const usable = [30, 31, 32, 33, 34, 35, 36].filter(
      (one) => !(evaluated(expression, kubernetesEnvironment(one)) instanceof CelFailure),
    );
    t.is(usable[0], minor);
    t.is(usable.length, 37 - minor);
  },
  title: (_, expression, minor) => `${expression} is available since Kubernetes 1.${minor}`,
});

test(since, 'quantity("1").isInteger()', 30);
test(since, "optional.none().hasValue()", 30);
test(since, 'isIP("::1")', 31);
test(since, 'isCIDR("::1/128")', 31);
test(since, 'format.date().validate("").hasValue()', 32);
test(since, "[1].first().hasValue()", 33);
test(since, "[1].all(i, v, i < v)", 33);
test(since, 'isSemver("1.0.0")', 34);
test(since, "[1].sort()", 35);

test("the authorizer is not available to rules", (t) => {
  const outcome = evaluated('authorizer.path("/healthz").check("get").allowed()');
  t.true(outcome instanceof CelFailure);
});

test("adding variables to an environment does not modify the original", (t) => {
  const extended = withVariables(newest, new Map([["self", simpleTypes.string]]));
  t.true(extended.variables.has("self"));
  t.is(newest.variables.size, 0);
  t.is(kubernetesEnvironment(36), newest);
});
