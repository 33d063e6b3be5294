import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { runRecorded } from "../../fixtures/recording-shell.ts";

/** Writes a file with field rules into a folder that is removed after the test. */
function rulesFile(t: ExecutionContext, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "converge-rules-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, "rules.yaml");
  writeFileSync(file, text);
  return file;
}

const fieldRules = `apiVersion: converge.dev/v1alpha1
kind: FieldRules
rules:
  - kinds: [ConfigMap]
    names: [env]
    meaning: set-once
    pointers: [/data/a~1b]
    managers: [tuner]
  - kinds: [Secret]
    meaning: not-drift
    pointers: [/data]
`;
const ruledSet = `apiVersion: v1
kind: ConfigMap
metadata: { name: env, annotations: { converge.dev/never-take: /data/c } }
data: { a/b: "1", c: "2" }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: other }
`;

test("plan --fields shows the field rules of each object, and reports rules that match no field", async (t) => {
  const file = rulesFile(t, fieldRules);
  const words = ["plan", "-", "--fields", file];
  const { code, stdout, stderr } = await runRecorded(words, { stdin: ruledSet });
  t.is(code, 0, stderr);
  t.deepEqual(stdout.split("\n").slice(1, 5), [
    "1      ConfigMap/env",
    "         never-take /data/c (<stdin>:3)",
    `         set-once /data/a~1b, fields of tuner (${file}:4)`,
    "       ConfigMap/other",
  ]);
  t.regex(stderr, /rules\.yaml:9:\d+: note: the field rule at .*rules\.yaml:9 names no field of the set/);
  const json = await runRecorded([...words, "-o", "json"], { stdin: ruledSet });
  t.like(JSON.parse(json.stdout).groups[0].objects[0], {
    fieldRules: [
      { meaning: "never-take", pointers: ["/data/c"], managers: [] },
      { meaning: "set-once", pointers: ["/data/a~1b"], managers: ["tuner"], place: `${file}:4` },
    ],
  });
  t.notRegex((await runRecorded(["plan", "-"], { stdin: ruledSet })).stdout, /never-take/);
});

test("field rules for hooks of another action, or overridden by an earlier rule, are not reported as unused", async (t) => {
  const rules = `apiVersion: converge.dev/v1alpha1
kind: FieldRules
rules:
  - { kinds: [ConfigMap], meaning: set-once, pointers: [/data/a] }
  - { kinds: [ConfigMap], meaning: not-drift, pointers: [/data/a] }
  - { kinds: [Job], meaning: set-once, pointers: [/spec/suspend] }
`;
  const set = `apiVersion: v1
kind: ConfigMap
metadata: { name: env }
data: { a: "1" }
---
apiVersion: batch/v1
kind: Job
metadata: { name: undo, annotations: { helm.sh/hook: pre-rollback } }
spec:
  suspend: true
  template: { spec: { restartPolicy: Never, containers: [{ name: a, image: "a:1" }] } }
`;
  const words = ["plan", "-", "--fields", rulesFile(t, rules)];
  const { code, stderr } = await runRecorded(words, { stdin: set });
  t.is(code, 0, stderr);
  t.notRegex(stderr, /names no field/);
});

test("plan --fields rejects a set that contains invalid field rules", async (t) => {
  const faulty = `${ruledSet}---
apiVersion: converge.dev/v1alpha1
kind: FieldRules
rules:
  - { kinds: [ConfigMap], meaning: sometimes, pointers: [/data] }
`;
  const words = ["plan", "-", "--fields", rulesFile(t, fieldRules)];
  const { code, stdout, stderr } = await runRecorded(words, { stdin: faulty });
  t.is(code, 2);
  t.is(stdout, "");
  t.regex(stderr, /<stdin>:13:\d+: error: .*\n[^]*nothing was planned/);
});

test("plan --fields rejects a file without valid field rules", async (t) => {
  const file = rulesFile(t, "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n");
  const { code, stderr } = await runRecorded(["plan", "-", "--fields", file], { stdin: ruledSet });
  t.is(code, 2);
  t.regex(stderr, /--fields: .*rules\.yaml:1/);
});

test("plan --fields reports each fault of a file in a line of its own", async (t) => {
  const faulty = `apiVersion: converge.dev/v1alpha1
kind: FieldRules
rules:
  - { kinds: [ConfigMap], meaning: sometimes, pointers: [/data] }
  - { kinds: [ConfigMap], meaning: rarely, pointers: [/data] }
`;
  const words = ["plan", "-", "--fields", rulesFile(t, faulty)];
  const { code, stderr } = await runRecorded(words, { stdin: ruledSet });
  t.is(code, 2);
  t.regex(stderr, /^error: --fields: .*rules\.yaml:4.*\nerror: --fields: .*rules\.yaml:5.*\n$/);
});
