/** The programs of `examples/` that need no cluster. */
import test from "ava";

import { runExample } from "./fixtures/run-example.ts";

test("plan-and-print prints the groups of a folder and what objects wait for", async (t) => {
  const { code, stdout, stderr } = await runExample("plan-and-print", ["fixtures/wordpress"]);
  t.is(code, 0, stderr);
  t.regex(stdout, /^group 1\n/);
  t.regex(stdout, /StatefulSet\/wordpress-mysql waits until .*Secret\/\S+ is present/);
});

test("plan-and-print exits with 1 if the set is refused", async (t) => {
  const { code, stdout, stderr } = await runExample("plan-and-print", ["fixtures/mixed-faults"]);
  t.is(code, 1);
  t.is(stdout, "");
  t.regex(stderr, /^error: /);
});

test("validate-in-ci exits with 0 for valid manifests", async (t) => {
  const { code, stdout } = await runExample("validate-in-ci", ["fixtures/wordpress"]);
  t.is(code, 0, stdout);
  t.regex(stdout, /^(\d+) of \1 objects are valid\n$/m);
});

test("validate-in-ci exits with 1 and prints each fault with its line", async (t) => {
  const { code, stdout } = await runExample("validate-in-ci", ["fixtures/mixed-faults"]);
  t.is(code, 1);
  t.regex(stdout, /^fixtures\/mixed-faults\/\S+:\d+: error: .* \[\w+\]$/m);
});
