import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import test from "ava";

import { hostileFindings } from "../fixtures/hostile-findings.ts";
import { formatJunit } from "../lib/report/validation/junit.ts";

const finder = fileURLToPath(new URL("../.ci/junit-reader", import.meta.url));

/** Prints an independent reader's view of a JUnit report: suites, cases, and their failures. */
const reader = `
import json, sys
from junitparser import JUnitXml
xml = JUnitXml.fromfile(sys.argv[1])
print(json.dumps({
  "tests": xml.tests,
  "failures": xml.failures,
  "suites": [{
    "name": suite.name,
    "tests": suite.tests,
    "cases": [[case.name, [[type(r).__name__, r.type, r.message] for r in case.result], case.system_out] for case in suite],
  } for suite in xml],
}))`;

test("an independent reader finds every object and every failure in a JUnit report", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "converge-junit-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, "report.xml");
  writeFileSync(file, formatJunit(hostileFindings));
  const python = execFileSync(finder, { encoding: "utf8" }).trim();
  const read = JSON.parse(execFileSync(python, ["-c", reader, file], { encoding: "utf8" }));
  t.is(read.tests, 6);
  t.is(read.failures, 3);
  t.deepEqual(
    read.suites.map(({ name, tests }: { name: string; tests: number }) => [name, tests]),
    [
      ["deploy/web.yaml", 1],
      ["a b/ü&<x>.yaml", 3],
      ["the set", 1],
      ["/abs/100%.yaml", 1],
    ],
  );
  const [web] = read.suites[0].cases;
  const message = String.raw`spec.replicas: must be at most 10, "]]>" & <b>\x1b[31m\x00\u202e\ud800`;
  t.deepEqual(web, ["apps/namespaces/shop/Deployment/web", [["Failure", "FieldInvalid", message]], null]);
  const [twice, good, unreadable] = read.suites[1].cases;
  t.deepEqual(twice.slice(0, 2), ['/namespaces/shop/ConfigMap/<a&"b">', []]);
  t.is(twice[2], "a b/ü&<x>.yaml:4:3: warning: stands twice [ConflictingObject]");
  const unknown = ["Skipped", null, "no schema for its kind"];
  t.deepEqual(good, ["/namespaces/shop/ConfigMap/good", [unknown], null]);
  const broken = ["Failure", "YamlSyntax", String.raw`"]]>" & <b>\x1b[31m\x00\u202e\ud800`];
  t.deepEqual(unreadable, ["a b/ü&<x>.yaml:20", [broken], null]);
});
