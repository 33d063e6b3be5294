import test from "ava";

import { kubernetesEnvironment, withVariables } from "../environment.ts";
import { checkExpression } from "../check/check.ts";
import { parseExpression } from "../syntax/parse.ts";
import { type CelType, listOf, mapOf, optionalOf, simpleTypes } from "../model/type.ts";
import type { Estimate } from "./estimate.ts";
import { estimateCost } from "./estimate-cost.ts";

const { bytes, dyn, duration, int, string, timestamp } = simpleTypes;

const variables: ReadonlyMap<string, CelType> = new Map<string, CelType>([
  ["b", bytes],
  ["d", dyn],
  ["du", duration],
  ["i", int],
  ["l", listOf(int)],
  ["ll", listOf(listOf(string))],
  ["ls", listOf(string)],
  ["m", mapOf(string, string)],
  ["os", optionalOf(string)],
  ["s", string],
  ["ts", timestamp],
]);

function estimate(text: string, root?: CelType): Estimate {
  const self = root === undefined ? variables : new Map([["self", root]]);
  const environment = withVariables(kubernetesEnvironment(36), self);
  const parsed = parseExpression(text, environment.macros);
  if ("faults" in parsed) {
    throw new Error(parsed.faults[0].message);
  }
  const checked = checkExpression(text, parsed.expression, environment);
  if ("faults" in checked) {
    throw new Error(checked.faults[0]?.message);
  }
  return estimateCost(checked, root);
}

/** Unbounded costs are compared to twelve digits, because doubles are not exact. */
function rounded(cost: number | bigint): string {
  return Number(cost).toPrecision(12);
}

/** The expected costs are those of Kubernetes 1.36.3, with variables of unknown size. */
const testEstimate = test.macro({
  exec(t, text: string, min: number, max: number | bigint) {
    const found = estimate(text);
    t.deepEqual([found.min, rounded(found.max)], [min, rounded(max)]);
  },
  title: (_, text: string, min: number, max: number | bigint) =>
    `the estimated cost of ${text} is ${min === max ? min : `${min} to ${max}`}`,
});

test(testEstimate, "s == 'abc'", 2, 2);
test(testEstimate, "s != 'abc'", 2, 2);
test(testEstimate, "s.startsWith('abc')", 2, 2);
test(testEstimate, "'abcdefghijklmnopqrstuvwxyz'.endsWith('abcdefghijklmn')", 2, 2);
test(testEstimate, "s.size() > 3", 3, 3);
test(testEstimate, "[1,2,3].all(x, x > 1)", 20, 26);
test(testEstimate, "['abc', 'defg'].all(x, x == s)", 17, 23);
test(testEstimate, "['abc', 'defg'].exists(x, x.contains('a'))", 19, 23);
test(testEstimate, "{'a': 'b', 'ccc': 'dddddddddddddddd'}.all(k, k == 'ccccccccccccccccccccccc')", 37, 41);
test(testEstimate, "{'a': 'b', 'ccc': 'dddddddddddddddd'}.all(k, v, v == 'ccccccccccccccccccccccc')", 37, 43);
test(testEstimate, "[3,2].max() == 3", 13, 13);
test(testEstimate, "'abc,def'.split(',').all(x, x == 'a')", 3, 38);
test(testEstimate, "'aaaaaaaaaaaaaaaaa'.replace('a', 'bb').lowerAscii()", 6, 8);
test(testEstimate, "'aaaaaaaaaaaaaaaaa'.replace('', 'bb').lowerAscii()", 10, 10);
test(testEstimate, "'aaaaaaaaaaaaaaaaa'.replace('a', '').lowerAscii()", 4, 6);
test(testEstimate, "'aaaaaaaaaaaaaaaaa'.replace(s, 'bb').lowerAscii()", 6, 11);
test(
  testEstimate,
  "'aaaaaaaaaaaaaaaaa'.replace(i > 3 ? 'a' : 'aaaa', i > 5 ? '' : 'bb').lowerAscii()",
  8,
  12,
);
test(testEstimate, "(i > 3 ? 'abc' : 'abcdefghijklmnop').upperAscii()", 3, 4);
test(testEstimate, "'aabb'.findAll('a+', 2).all(x, x == 'a')", 2, 22);
test(testEstimate, "strings.quote('abcdefghijklmnop').lowerAscii()", 4, 6);
test(testEstimate, "bytes('abcdefghijklmnop') == b", 4, 10);
test(testEstimate, "i < 3", 2, 2);
test(testEstimate, "'a' in m", 2, 2);
test(testEstimate, "i in [1,2,3]", 14, 14);
test(testEstimate, "d == 3", 2, 2);
test(testEstimate, "d.x == 3", 2, 2);
test(testEstimate, "d[0] == 'a'", 3, 3);
test(testEstimate, "d['a'] == 'a'", 3, 3);
test(testEstimate, "dyn(s) == 'a'", 3, 3);
test(testEstimate, "dyn(1) == dyn(2)", 3, 3);
test(testEstimate, "has(d.x)", 1, 1);
test(testEstimate, "has(m.x) && m.x == 'a'", 1, 4);
test(testEstimate, "m.x == 'aa'", 3, 3);
test(testEstimate, "ls[?0].hasValue()", 3, 3);
test(testEstimate, "os.hasValue() && os.value() == 'abc'", 2, 5);
test(testEstimate, "optional.of(s).value() == 'abc'", 4, 4);
test(testEstimate, "ls[0] == 'abc'", 3, 3);
test(testEstimate, "ll[0][1] == 'abc'", 4, 4);
test(testEstimate, "(['abc'] + ['d']).all(x, x == 'abcdefghijklmnopqrstuvwxyz')", 28, 32);
test(testEstimate, "(i > 3 ? ['abc'] : ['d']).all(x, x == 'abcdefghijklmnopqrstuvwxyz')", 16, 18);
test(
  testEstimate,
  "(i > 3 ? {'a':'abc'} : {'ddddddddddddddddd':'b'}).all(x, x == 'abcdefghijklmnopqrstuvwxyz')",
  36,
  39,
);
test(testEstimate, "[['abc'],['d']].all(x, x.all(y, y == 'abcdefgh'))", 37, 51);
test(testEstimate, "['aaaaaaaaaaaaaaaaaaaaaaaa'].map(x, x).all(y, y == s)", 38, 43);
test(testEstimate, "['aaaaaaaaaaaaaaaaaaaaaaaa'].map(x, x + x).all(y, y == s)", 44, 51);
test(testEstimate, "['aaaaaaaaaaaaaaaaaaaaaaaa'].filter(x, x == 'b').all(y, y == s)", 28, 45);
test(testEstimate, "['aaaaaaaaaaaaaaaaaaaaaaaa'][0] == s", 13, 15);
test(testEstimate, "{'a': 'aaaaaaaaaaaaaaaaaaaaaaaa'}['a'] == s", 33, 35);
test(testEstimate, "sets.equivalent([1,2,3], [1,3])", 33, 33);
test(testEstimate, "[1,2].distinct().size() == 3", 31, 31);
test(testEstimate, "[[1],[2]].flatten().all(x, x > 2)", 50, 54);
test(testEstimate, "[[[1]],[[2]]].flatten(2).size() > 2", 67, 67);
test(testEstimate, "[[[1]],[[2]]].flatten(0).size() > 2", 63, 63);
test(testEstimate, "lists.range(5).all(x, x > 2)", 32, 42);
test(testEstimate, "[1,2,3].slice(1,2).all(x, x > 2)", 26, 28);
test(testEstimate, "[1,2,3].slice(i,2).all(x, x > 2)", 31, 35);
test(testEstimate, "['a','b'].sort().size() > 1", 32, 32);
test(testEstimate, "['a','b'].sortBy(x, x + 'a').size() > 1", 83, 83);
test(testEstimate, "l.first().value() == 3", 4, 4);
test(testEstimate, "[1,2].last() == optional.of(1)", 13, 13);
test(testEstimate, "quantity('1') == quantity('2')", 3, 3);
test(testEstimate, "quantity('1').add(2).sub(quantity('1')).asInteger() == 3", 6, 6);
test(testEstimate, "semver('1.2.3').major() == 3", 3, 3);
test(testEstimate, "semver('v1.2', true).compareTo(semver('1.2.3')) == 1", 4, 4);
test(testEstimate, "url('http://a') == url('http://b')", 3, 3);
test(testEstimate, "isURL(s)", 2, 2);
test(testEstimate, "format.named(s).value().validate('abc').hasValue()", 36, 36);
test(testEstimate, "format.dns1123Label() == format.named('a').value()", 4, 10);
test(testEstimate, "!format.named(s).hasValue()", 4, 4);
test(testEstimate, "duration(s) > du", 4, 4);
test(testEstimate, "ts.getFullYear() == 2000", 3, 3);
test(testEstimate, "timestamp(s) < ts", 4, 4);
test(testEstimate, "int(s) + 3 == 4", 4, 4);
test(testEstimate, "string(i) == 'abcdefghijkl'", 3, 4);
test(testEstimate, "'%s %d'.format([s, 1]) == 'a'", 13, 13);
test(testEstimate, "true && s == 'abc'", 0, 2);
test(testEstimate, "s == 'abc' || s == 'abcdefghijklmnopqrstuv' || i == 3", 2, 8);
test(testEstimate, "!(s == 'a')", 3, 3);
test(testEstimate, "-i == 3", 3, 3);
test(testEstimate, "i + 3 * 4 - 2 / 1 % 3 == 3", 7, 7);
test(testEstimate, "s in {'a': 1}", 32, 32);
test(testEstimate, "null == d", 2, 2);
test(testEstimate, "[s, 'abc'].all(x, x == 'abcdefg')", 18, 22);
test(testEstimate, "{s: 'abc'}.all(x, x == 'abcdefg')", 35, 37);
test(testEstimate, "[].all(x, x == 1)", 11, 11);
test(testEstimate, "{}.size() == 0", 32, 32);
test(testEstimate, "[] == l", 11, 11);
test(testEstimate, "d.startsWith('a')", 2, 2);
test(testEstimate, "d.size() == 3", 3, 3);
test(testEstimate, "size(d) == 3", 3, 3);
test(testEstimate, "d.containsIP('1.2.3.4')", 3, 6);
test(testEstimate, "d.validate('abc').hasValue()", 34, 34);
test(testEstimate, "d.check('a').allowed()", 350002, 350002);
test(testEstimate, "d.path('/a').check('get').allowed()", 350003, 350003);
test(testEstimate, "d.ip() == ip('1.2.3.4')", 4, 4);
test(testEstimate, "b == b'abc'", 2, 2);
test(testEstimate, "s + s == 'a'", 3, 1844674407370955267n);
test(testEstimate, "l.all(x, x > 3)", 2, 18446744073709551615n);
test(
  testEstimate,
  "ls.filter(x, x == 'a').map(y, y + 'b').join(',').lowerAscii() == 'a'",
  24,
  18446744073709551615n,
);
test(testEstimate, "m.exists(k, m[k] == 'abc')", 2, 18446744073709551615n);
test(testEstimate, "m.transformMapEntry(k, v, {v: k}).size() == 2", 34, 18446744073709551615n);
test(testEstimate, "l.sum() == 3", 2, 18446744073709551615n);
test(testEstimate, "s.split(',', 3).all(x, x == 'a')", 2, 3689348814741910545n);
test(testEstimate, "s.find('a+')", 2, 1844674407370955265n);
test(testEstimate, "['abc','def'].join().trim()", 10, 3689348814741910538n);
test(testEstimate, "string(b) == s", 3, 3689348814741910530n);
test(testEstimate, "i in l", 2, 18446744073709551615n);
test(testEstimate, "dyn(ls).all(x, x == 'a')", 3, 18446744073709551615n);
test(testEstimate, "os.optFlatMap(x, optional.of(x + 'a')).orValue('') == 'b'", 5, 1844674407370955282n);
test(testEstimate, "ll.map(x, x.size()).sum() == 3", 13, 18446744073709551615n);
test(testEstimate, "{'a': 'aaaaaaaaaaaaaaaaaaaaaaaa'}.a == s", 33, 1844674407370955296n);
test(testEstimate, "l.reverse().size() > 1", 14, 18446744073709551615n);
test(testEstimate, "quantity(s).isGreaterThan(quantity('10'))", 3, 1844674407370955267n);
test(testEstimate, "ip('1.2.3.4') == ip(s)", 3, 1844674407370955267n);
test(testEstimate, "cidr(s).containsIP('1.2.3.4')", 3, 1844674407370955270n);
test(testEstimate, "cidr(s).ip() == ip('1.2.3.4')", 4, 1844674407370955268n);
test(testEstimate, "url(s).getHost() == 'a'", 3, 1844674407370955267n);
test(testEstimate, "type(d) == type(i)", 5, 1844674407370955268n);
test(testEstimate, "ls.all(x, ls.all(x, x == 'a') && x == 'b')", 2, 18446744073709551615n);
test(testEstimate, "d.find('a') == 'b'", 3, 1844674407370955266n);
test(testEstimate, "d.contains('a')", 1, 1844674407370955265n);
test(testEstimate, "d.name('a') == d", 4, 1844674407370955267n);

/** An object whose schema limits sizes. */
const pod: CelType = {
  kind: "object",
  name: "pod",
  fields: new Map<string, CelType>([
    ["name", { kind: "string", maxElements: 40 }],
    ["__namespace__", { kind: "string", maxElements: 40 }],
    ["ports", { kind: "list", element: int, maxElements: 5 }],
    ["labels", { kind: "map", key: string, value: { kind: "string", maxElements: 20 }, maxElements: 7 }],
    ["names", { kind: "list", element: { kind: "string", maxElements: 28 }, maxElements: 10 }],
  ]),
};

const testBounded = test.macro({
  exec(t, text: string, max: number | bigint) {
    t.is(rounded(estimate(text, pod).max), rounded(max));
  },
  title: (_, text: string, max: number | bigint) =>
    `${text} on an object with size limits costs at most ${max}`,
});

test(testBounded, "self.name == 'abc'", 3);
test(testBounded, "self.name.contains('0123456789ab')", 10);
test(testBounded, "self.name.matches('^[a-z]+$')", 12);
test(testBounded, "self.namespace == self.name", 8);
test(testBounded, "self.__namespace__ == self.name", 8);
test(testBounded, "self.name == 'abc' && self.namespace.lowerAscii() == 'x'", 1844674407370955270n);
test(testBounded, "self.ports.all(p, p > 3)", 28);
test(testBounded, "self.ports.all(k, p, k < p)", 33);
test(testBounded, "self.ports == self.ports", 5);
test(testBounded, "self.labels.all(k, self.labels[k] == k)", 59);
test(testBounded, "self.labels.all(k, v, v == k)", 38);
test(testBounded, "self.names.all(n, n.startsWith('a'))", 53);
test(testBounded, "self.names.exists(n, self.names.exists_one(m, m == n))", 783);
test(testBounded, "self.names.map(n, n + n).all(n, n.contains(self.name))", 274);
test(testBounded, "self.names.join(',').lowerAscii() == ''", 60);
test(testBounded, "self.names[0].matches(self.name)", 35);
test(testBounded, "self.labels['a'].size() > 3", 5);
test(testBounded, "self.labels.a == self.name", 9);
test(testBounded, "has(self.labels.a)", 2);
test(testBounded, "self == self", 2);
test(testBounded, "self.?name.orValue('a') == 'b'", 4);
test(testBounded, "(self.names + ['a']).all(n, n == self.name)", 80);
test(testBounded, "self.names.max() == 'a'", 43);
test(testBounded, "dyn(self.names).all(n, n == 'abc')", 44);
