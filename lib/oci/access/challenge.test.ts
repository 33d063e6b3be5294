import test from "ava";
import { assert, property, string } from "fast-check";

import { parseChallenges } from "./challenge.ts";

function shown(header: string): string {
  return parseChallenges(header)
    .map(({ scheme, parameters }) =>
      [scheme, ...[...parameters].map(([name, value]) => `${name}=${value}`)].join(" "),
    )
    .join(" | ");
}

const reads = test.macro({
  exec: (t, header: string, expected: string) => {
    t.is(shown(header), expected);
  },
  title: (title, header) => title ?? `the challenge header "${String(header)}" is parsed`,
});

test(
  "a Bearer challenge has realm, service and scope",
  reads,
  'Bearer realm="https://auth.example/token",service="registry.example.com",scope="repository:a/b:pull,push"',
  "bearer realm=https://auth.example/token service=registry.example.com scope=repository:a/b:pull,push",
);
test(reads, 'Basic realm="a b"', "basic realm=a b");
test(reads, "Basic", "basic");
test(reads, "Basic realm=plain", "basic realm=plain");
test(reads, 'BEARER Realm = "x" , Service=y', "bearer realm=x service=y");
test(reads, 'Bearer realm="a\\"b\\\\c"', 'bearer realm=a"b\\c');
test(reads, 'Basic realm="a", Bearer realm="b",service="c"', "basic realm=a | bearer realm=b service=c");
test(reads, 'Negotiate, Basic realm="a"', "negotiate | basic realm=a");
test(reads, "", "");
test(reads, ",,,", "");
test(reads, 'Bearer realm="never ends', "bearer realm=");
test(reads, "Bearer =x", "bearer");

test("a long malformed challenge header is parsed without an error", (t) => {
  t.true(parseChallenges(`Bearer ${"a=".repeat(100_000)}`).length <= 1);
  t.true(parseChallenges(`Bearer realm="${"\\".repeat(100_000)}`).length <= 2);
});

test("parsing of any challenge header terminates", (t) => {
  assert(
    property(string(), (header) => {
      t.true(parseChallenges(header).length <= header.length);
    }),
  );
});
