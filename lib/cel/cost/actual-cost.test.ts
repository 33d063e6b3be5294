import test from "ava";

import { celList, type CelValue } from "../model/value.ts";
import { celMap } from "../evaluate/entry-key.ts";
import { compileProgram } from "../evaluate/program.ts";
import { checkExpression } from "../check/check.ts";
import { kubernetesEnvironment, withVariables } from "../environment.ts";
import { parseExpression } from "../syntax/parse.ts";
import { type CelType, listOf, mapOf, simpleTypes } from "../model/type.ts";
import { actualCost } from "./actual-cost.ts";

const { dyn, int, string } = simpleTypes;
const text = "aab,cdef 1.2.3.4 ünï😀 0123456789";
const words = celList(["abc", "abcdefghijklmnopqrst", text]);

/** Variables, whose values are not known at compile time. */
const variables: ReadonlyMap<string, readonly [CelType, CelValue]> = new Map<
  string,
  readonly [CelType, CelValue]
>([
  ["d", [dyn, "dynamic text of some length"]],
  ["dl", [dyn, celList(["a", "b"])]],
  ["i", [int, 7n]],
  ["ip4", [string, "10.1.2.3"]],
  ["l", [listOf(int), celList([5n, 4n, 3n])]],
  ["ll", [listOf(listOf(string)), celList([celList(["a", "b"]), celList([])])]],
  ["ls", [listOf(string), words]],
  ["m", [mapOf(string, string), celMap([["x", "abcdefghijklmnopqrstuvwxyz"]])]],
  ["net", [string, "10.1.0.0/17"]],
  ["net6", [string, "2001:db8::/33"]],
  ["q", [string, "1500Mi"]],
  ["s", [string, text]],
  ["u", [string, "https://example.com:80/path?query=1"]],
  ["v", [string, "1.2.3-alpha.1"]],
]);

function spend(expression: string): number {
  const types = new Map([...variables].map(([name, [type]]) => [name, type] as const));
  const environment = withVariables(kubernetesEnvironment(36), types);
  const parsed = parseExpression(expression, environment.macros);
  if ("faults" in parsed) {
    throw new Error(parsed.faults[0].message);
  }
  const checked = checkExpression(expression, parsed.expression, environment);
  if ("faults" in checked) {
    throw new Error(checked.faults[0]?.message);
  }
  const meter = { spent: 0, limit: 1_000_000 };
  compileProgram(checked, environment).evaluate((name) => variables.get(name)?.[1], meter);
  return meter.spent;
}

/** The expected costs are those of Kubernetes 1.36.3. */
const testSpent = test.macro({
  exec(t, expression: string, cost: number) {
    t.is(spend(expression), cost);
  },
  title: (_, expression: string, cost: number) => `${expression} has cost ${cost}`,
});

test(testSpent, "cidr(net).containsIP(ip4)", 6);
test(testSpent, "cidr(net).containsIP(ip(ip4))", 6);
test(testSpent, "cidr(net6).containsIP(ip4)", 6);
test(testSpent, "cidr(net6).containsIP('2001:db8::1')", 6);
test(testSpent, "cidr(net6).containsCIDR('2001:db8::/64')", 8);
test(testSpent, "cidr(net).containsCIDR(cidr(net))", 9);
test(testSpent, "cidr(net).containsCIDR(net)", 9);
test(testSpent, "cidr(net).ip() == ip(ip4)", 7);
test(testSpent, "cidr(net) == cidr(net)", 7);
test(testSpent, "cidr(net) != cidr(net6)", 7);
test(testSpent, "ip(ip4) != ip('2001:db8::1')", 5);
test(testSpent, "ip('2001:db8::1') != ip('2001:db8::2')", 6);
test(testSpent, "cidr(net).masked() == cidr(net)", 8);
test(testSpent, "cidr(net).prefixLength() == 17", 5);
test(testSpent, "ip.isCanonical(ip4)", 3);
test(testSpent, "isIP(s)", 5);
test(testSpent, "isCIDR(net6)", 3);
test(testSpent, "string(ip(ip4)) == ip4", 5);
test(testSpent, "quantity(q) == quantity('1')", 4);
test(testSpent, "quantity(q) != quantity('1')", 4);
test(testSpent, "quantity(q).add(quantity(q)).isGreaterThan(quantity('1Gi'))", 7);
test(testSpent, "isQuantity(s)", 5);
test(testSpent, "url(u).getHost() == 'a'", 7);
test(testSpent, "url(u) == url(u)", 11);
test(testSpent, "url(u) != url(u)", 11);
test(testSpent, "url(u).getQuery().size() == 1", 8);
test(testSpent, "url(u).getQuery() == {'query': ['1']}", 7);
test(testSpent, "isURL(u)", 2);
test(testSpent, "semver(v).major() == 1", 5);
test(testSpent, "semver(v) == semver(v)", 7);
test(testSpent, "semver(v) != semver(v)", 7);
test(testSpent, "isSemver(v)", 3);
test(testSpent, "semver('v1.2', true) == semver(v)", 5);
test(testSpent, "format.dns1123Label().validate(s).hasValue()", 35);
test(testSpent, "format.dns1123Subdomain().validate(s).hasValue()", 63);
test(testSpent, "format.uri().validate(u).hasValue()", 1107);
test(testSpent, "format.uuid().validate(u).hasValue()", 75);
test(testSpent, "format.date().validate(u).hasValue()", 75);
test(testSpent, "format.datetime().validate(u).hasValue()", 75);
test(testSpent, "format.byte().validate(u).hasValue()", 87);
test(testSpent, "format.labelValue().validate(u).hasValue()", 43);
test(testSpent, "format.qualifiedName().validate(u).hasValue()", 63);
test(testSpent, "format.named('dns1035Label').value().validate(s).value().join(',') == 'a'", 86);
test(testSpent, "format.named(d).hasValue()", 3);
test(testSpent, "format.dns1123Label() == format.dns1123Label()", 3);
test(testSpent, "format.dns1123Label() != format.dns1123Label()", 3);
test(testSpent, "dl.join(',') == 'a,b'", 3);
test(testSpent, "dl.isSorted()", 1);
test(testSpent, "dl.indexOf('b') == 1", 2);
test(testSpent, "dl.sort() == ['a', 'b']", 3);
test(testSpent, "dl.reverse() == dl", 16);
test(testSpent, "'a' in dl", 2);
test(testSpent, "dl == ['a','b']", 2);
test(testSpent, "dl != ['a','b']", 2);
test(testSpent, "dl + dl == dl", 5);
test(testSpent, "dl.distinct().size() == 2", 22);
test(testSpent, "sets.contains(dl, ['a'])", 4);
test(testSpent, "sets.equivalent(ls, ls)", 21);
test(testSpent, "sets.intersects(ls, ['abc'])", 5);
test(testSpent, "ls == ls", 3);
test(testSpent, "ls != ls", 3);
test(testSpent, "m == m", 3);
test(testSpent, "m != {'a': 'b'}", 2);
test(testSpent, "[s] == [s]", 23);
test(testSpent, "[s, s].indexOf(s) == 1", 20);
test(testSpent, "[[s],[s]].indexOf([s]) == 1", 50);
test(testSpent, "[m].indexOf(m) == 0", 15);
test(testSpent, "ls.lastIndexOf(s) == 2", 8);
test(testSpent, "s.lastIndexOf('c') == 4", 5);
test(testSpent, "s.split(',') == ['a']", 9);
test(testSpent, "s.split(',', 1).size() == 1", 10);
test(testSpent, "s.replace('a', 'bbbbbbbbbbbbbbb', 1) == s", 13);
test(testSpent, "s.replace('a', 'bbbbbbbbbbbbbbb') == s", 13);
test(testSpent, "s.upperAscii() == s", 10);
test(testSpent, "s.substring(1) == s", 10);
test(testSpent, "s.trim() == s", 10);
test(testSpent, "ls.join(' - ').size() == 10", 16);
test(testSpent, "s.find('[0-9]+') == '1'", 10);
test(testSpent, "s.findAll('[0-9]') == ['1']", 10);
test(testSpent, "s.findAll('[0-9]', 2) == ['1']", 10);
test(testSpent, "s.matches('^[a-z]+$')", 9);
test(testSpent, "s.contains('abc')", 5);
test(testSpent, "s.startsWith('aab')", 5);
test(testSpent, "s.endsWith('abcdefghijklmnopq')", 5);
test(testSpent, "s <= s + s", 14);
test(testSpent, "strings.quote(s) == s", 10);
test(testSpent, "i in [1,2,3]", 1);
test(testSpent, "i in l", 5);
test(testSpent, "ls.sortBy(x, x.size())[0] == 'abc'", 78);
test(testSpent, "ls.sort()[0] == 'abc'", 33);
test(testSpent, "l.sort()[0] == 3", 33);
test(testSpent, "ll.flatten() == ['a','b']", 15);
test(testSpent, "[[[1]],[[2]]].flatten(2) == [1,2]", 16);
test(testSpent, "ls.slice(0,2).size() == 2", 16);
test(testSpent, "lists.range(i).sum() == 21", 27);
test(testSpent, "l.min() == 3 && l.max() == 5 && l.sum() == 12", 15);
test(testSpent, "ls.max() == s", 9);
test(testSpent, "ls.isSorted()", 6);
test(testSpent, "int(s) == 3", 3);
test(testSpent, "double(s) == 3.0", 3);
test(testSpent, "duration('1h') == duration('60m')", 1);
test(testSpent, "timestamp('2020-01-01T00:00:00Z') == timestamp('2020-01-01T00:00:00Z')", 1);
test(testSpent, "i == 7", 2);
test(testSpent, "i != 7", 2);
test(testSpent, "true == false", 1);
test(testSpent, "null == null", 1);
test(testSpent, "s == d", 5);
test(testSpent, "d == s", 5);
test(testSpent, "d != s", 5);
test(testSpent, "d == 3", 2);
test(testSpent, "s.startsWith(d)", 6);
test(testSpent, "d.startsWith(s)", 5);
test(testSpent, "d.contains(d)", 11);
test(testSpent, "d + d == s", 8);
test(testSpent, "d < s", 5);
test(testSpent, "d.size() == s.size()", 5);
test(testSpent, "string(i) == '7'", 3);
test(testSpent, "string(duration('1h')) == s", 2);
test(testSpent, "has(m.a) && m.a == 'b'", 1);
test(testSpent, "has(m.zz) || m.x.size() > 3", 5);
test(testSpent, "m.exists(k, m[k] == 'b')", 9);
test(testSpent, "m.all(k, v, k < v)", 8);
test(testSpent, "ls.map(x, x.size()) == [1,2,3]", 45);
test(testSpent, "ls.filter(x, x.size() > 3).size() == 2", 39);
test(testSpent, "ls.exists_one(x, x == 'abc')", 11);
test(testSpent, "ls.existsOne(k, v, v == 'abc' && k == 0)", 13);
test(testSpent, "[1, i, 3].all(x, x < 10)", 27);
test(testSpent, "{'a': i}.a == 7", 34);
test(testSpent, "{'a': s}['a'] == s", 38);
test(testSpent, "[s][0] == s", 18);
test(testSpent, "type(s) == string", 3);
test(testSpent, "type(s) == type(d)", 5);
test(testSpent, "optional.of(s).optMap(x, x + x).value() == s", 22);
test(testSpent, "m[?'a'].orValue('zz') == 'b'", 2);
test(testSpent, "m.?a.hasValue()", 2);
test(testSpent, "ls[?10].or(optional.of(s)).value() == s", 9);
test(testSpent, "i > 3 ? s == 'a' : s == 'b'", 4);
test(testSpent, "i / 0 == 1 || true", 3);
test(testSpent, "i / 0 == 1 && false", 3);
test(testSpent, "ls[7] == 'a'", 3);
test(testSpent, "ls[7].startsWith('a')", 3);
test(testSpent, "m.nope == 'a'", 3);
test(testSpent, "d.group('').resource('pods').check('get').allowed()", 350004);
test(testSpent, "d.group('').resource('pods').fieldSelector('a=b').check('get').allowed()", 350115);
test(testSpent, "d.group('').resource('pods').labelSelector(s).check('get').reason() == 'a'", 350820);

test("a call with several possible overloads has the cost of the function's name", (t) => {
  t.is(actualCost("lowerAscii", ["x".repeat(95)], ""), 10);
  t.is(actualCost("check", ["", ""], ""), 350_000);
});

test("a call of an unlisted function costs 1", (t) => {
  t.is(actualCost("constructor", ["x".repeat(95)], ""), 1);
});
