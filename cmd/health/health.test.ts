import { dirname } from "node:path";

import test from "ava";

import { openFolder } from "../../fixtures/cron-tab.ts";
import { runRecorded } from "../../fixtures/recording-shell.ts";

/** A custom resource as `kubectl get -o yaml` prints it. */
function backup(name: string, ready: string, more = ""): string {
  return `apiVersion: example.com/v1
kind: Backup
metadata: { name: ${name}, namespace: shop, generation: 2, creationTimestamp: "2026-01-01T00:00:00Z" }
spec: {${more}}
status: { conditions: [{ type: Ready, status: "${ready}", reason: Checked, message: it was checked }] }
`;
}

const rules = `apiVersion: converge.dev/v1alpha1
kind: HealthRules
rules:
  - group: "*.com"
    kinds: [Backup]
    cases:
      - { state: Suspended, when: spec.paused, message: "'paused by ' + spec.by" }
      - { state: Failed, when: conditions.Ready.status == 'False', reason: conditions.Ready.reason }
      - { state: Current, when: conditions.Ready.status == 'True' }
`;

test("the health of objects is listed in the order of the input", async (t) => {
  const stdin = [backup("daily", "True"), backup("weekly", "False"), backup("daily", "True")].join("---\n");
  const { code, stdout } = await runRecorded(["health", "-"], { stdin });
  t.is(code, 3);
  const [title = "", ...lines] = stdout.split("\n");
  t.regex(title, /^OBJECT +STATUS +REASON +RULE +MESSAGE$/);
  t.deepEqual(
    lines.slice(0, 3).map((line) => line.split(/ {2,}/).slice(0, 2)),
    [
      ["Backup/daily -n shop", "Current"],
      ["Backup/weekly -n shop", "InProgress"],
      ["Backup/daily -n shop", "Current"],
    ],
  );
  t.is(lines[4], "3 objects: 2 Current, 1 InProgress");
});

/** The reference of a backup. */
function key(name: string): string {
  return `example.com/namespaces/shop/Backup/${name}`;
}

test("health rules of a file take precedence, and JSON names the rule and the files of rule and object", async (t) => {
  const { write } = openFolder(t);
  const file = write("rules.yaml", rules);
  const objects = write(
    "objects.yaml",
    [backup("a", "False"), backup("b", "True"), backup("c", "True", "paused: true, by: ann")].join("---\n"),
  );
  const { code, stdout } = await runRecorded(["health", objects, "--health", file, "-o", "json"]);
  t.is(code, 1);
  const { kind, objects: judged } = JSON.parse(stdout);
  t.is(kind, "Health");
  const rule = `*.com/Backup in ${file}:4`;
  t.deepEqual(judged, [
    {
      object: key("a"),
      file: objects,
      status: "Failed",
      reason: "Checked",
      rule,
      message: "failed by its health rule",
    },
    {
      object: key("b"),
      file: objects,
      status: "Current",
      reason: "Current",
      rule,
      message: "ready by its health rule",
    },
    {
      object: key("c"),
      file: objects,
      status: "Suspended",
      reason: "Suspended",
      rule,
      message: "paused by ann",
    },
  ]);
});

test("health exits with 0 for suspended objects", async (t) => {
  const { write } = openFolder(t);
  const stdin = backup("c", "True", "paused: true, by: ann");
  t.is((await runRecorded(["health", "-", "--health", write("rules.yaml", rules)], { stdin })).code, 0);
});

test("--now sets the time by which an object without a status is considered in progress", async (t) => {
  const { write } = openFolder(t);
  const crd = write(
    "crd.yaml",
    `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: backups.example.com }
spec:
  group: example.com
  names: { kind: Backup, plural: backups }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      subresources: { status: {} }
      schema: { openAPIV3Schema: { type: object, properties: { status: { type: object, properties: { phase: { type: string } } } } } }
`,
  );
  const stdin =
    'apiVersion: example.com/v1\nkind: Backup\nmetadata: { name: a, creationTimestamp: "2026-01-01T00:00:00Z" }\n';
  const at = async (now: string): Promise<number> =>
    (await runRecorded(["health", "-", "--crds", crd, "--now", now], { stdin })).code;
  t.is(await at("2026-01-01T00:00:10Z"), 3);
  t.is(await at("2026-01-01T00:10:00Z"), 0);
});

test("all invalid health rules are reported with their locations, and no object is evaluated", async (t) => {
  const { write } = openFolder(t);
  const file = write(
    "rules.yaml",
    `apiVersion: converge.dev/v1alpha1
kind: HealthRules
rules:
  - group: example.com
    kinds: [Backup]
    cases:
      - { state: Current, when: "spec.ready ==" }
      - { state: Current, when: "1 + 1", reason: "2" }
`,
  );
  const { code, stdout, stderr } = await runRecorded(["health", "-", "--health", file], {
    stdin: backup("a", "True"),
  });
  t.is(code, 2);
  t.is(stdout, "");
  t.true(stderr.includes(`${file}:7:47: error: this CEL expression cannot be used:`), stderr);
  t.true(
    stderr.includes(
      `${file}:8:34: error: this CEL expression cannot be used: the expression must yield a bool`,
    ),
    stderr,
  );
  t.true(
    stderr.includes(
      `${file}:8:51: error: this CEL expression cannot be used: the expression must yield a string`,
    ),
    stderr,
  );
});

test("a given file without health rules is rejected, but skipped in a folder with rules", async (t) => {
  const { write } = openFolder(t);
  const file = write("other.yaml", backup("x", "True"));
  const stdin = backup("a", "True");
  const named = await runRecorded(["health", "-", "--health", file], { stdin });
  t.is(named.code, 2);
  t.true(named.stderr.includes("contains no health rules: write "), named.stderr);
  const empty = await runRecorded(["health", "-", "--health", dirname(file)], { stdin });
  t.is(empty.code, 2);
  t.regex(empty.stderr, /--health: no health rules found in /);
  write("rules.yaml", rules);
  t.is((await runRecorded(["health", "-", "--health", dirname(file)], { stdin })).code, 0);
});

test("an unreadable document fails the command, and the other objects are evaluated", async (t) => {
  const stdin = `${backup("a", "True")}---\nkind: [\n---\n${backup("b", "True")}`;
  const { code, stdout, stderr } = await runRecorded(["health", "-"], { stdin });
  t.is(code, 2);
  t.regex(stdout, /2 objects: 2 Current/);
  t.regex(stderr, /error:/);
});

for (const [title, words, message] of [
  ["no object is given", ["health"], /no objects given: name files/],
  [
    "files and object names are mixed",
    ["health", "-", "deployment/web"],
    /name either files or objects of the cluster/,
  ],
  [
    "--now is given for objects of the cluster",
    ["health", "sa/x", "--now", "2026-01-01T00:00:00Z"],
    /--now and --crds are for files/,
  ],
  ["the time of --now is invalid", ["health", "-", "--now", "noon"], /write a time such as/],
  [
    "rules are read from standard input",
    ["health", "-", "--health", "-"],
    /--health cannot read standard input/,
  ],
] as const) {
  test(`health is rejected if ${title}`, async (t) => {
    const { code, stderr } = await runRecorded([...words], { stdin: backup("a", "True") });
    t.is(code, 2);
    t.regex(stderr, message);
  });
}
