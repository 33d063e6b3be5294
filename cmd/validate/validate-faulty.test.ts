import test, { type ExecutionContext } from "ava";

import { cronTab, cronTabDefinition as definition, openFolder } from "../../fixtures/cron-tab.ts";
import { type Recorded, runRecorded } from "../../fixtures/recording-shell.ts";

/** Validates standard input with the CRD of CronTab. */
function validate(t: ExecutionContext, text: string, ...flags: readonly string[]): Promise<Recorded> {
  const { write } = openFolder(t);
  return runRecorded(["validate", "-", "--crds", write("crd.yaml", definition), ...flags], { stdin: text });
}

const misfit = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: { tier: 1 }
  annotations: { a.example.com/b: true, werf.io/weight: heavy }
spec:
  replicas: "3"
  rplicas: 3
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, env: [{ name: A, value: 1 }] }] }
`;

test("a label or annotation of the wrong type does not hide other faults of its object", async (t) => {
  const { code, stdout } = await runRecorded(["validate", "-", "-o", "json"], { stdin: misfit });
  t.is(code, 2);
  const { summary, diagnostics } = JSON.parse(stdout);
  t.like(summary, { objects: 1, invalid: 1, valid: 0, unreadable: 0 });
  t.deepEqual(
    diagnostics.map(({ ref, origin }: { ref: string; origin: object }) => ({ ref, ...origin })),
    [
      [5, 19],
      [6, 35],
      [6, 57],
      [8, 13],
      [9, 3],
      [13, 63],
    ].map(([line, column]) => ({
      ref: "apps/namespaces/default/Deployment/web",
      file: "<stdin>",
      line,
      column,
    })),
  );
});

test("a custom resource with a label of the wrong type is still checked against its CRD", async (t) => {
  const text = cronTab("image: web").replace("  name: tab\n", "  name: tab\n  labels: { tier: 1 }\n");
  const { stdout } = await validate(t, text);
  t.regex(stdout, /the label tier reads as a number/);
  t.regex(stdout, /spec\.cronSpec: is required/);
});

const broken =
  "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a\n---\nkind: Secret\nmetadata: {name: b}\n";

test("unreadable documents are counted, and the set is not reported as all valid", async (t) => {
  const stdin = `${cronTab('cronSpec: "* * * * *"')}---\n${broken}`;
  const { code, stdout } = await validate(t, stdin);
  t.is(code, 2);
  t.true(stdout.endsWith("3 objects for Kubernetes 1.37: 1 valid, 2 unreadable\n"), stdout);
  t.like(JSON.parse((await validate(t, stdin, "-o", "json")).stdout), {
    summary: { objects: 3, valid: 1, invalid: 0, unchecked: 0, unreadable: 2 },
  });
  const junit = await validate(t, stdin, "-o", "junit");
  t.regex(junit.stdout, /tests="3" failures="2"/);
  t.regex(junit.stdout, /<testcase name="&lt;stdin&gt;:8" .*\n +<failure type="YamlSyntax"/);
  t.regex(junit.stdout, /<testcase name="&lt;stdin&gt;:12" .*\n +<failure type="ApiVersionMissing"/);
});

test("with a missing path, the other objects are valid, but the set is not reported as all valid", async (t) => {
  const { write } = openFolder(t);
  const there = write("there.yaml", definition);
  const { code, stdout } = await runRecorded(["validate", there, "not-there.yaml"]);
  t.is(code, 2);
  t.true(stdout.endsWith("1 error\n1 object for Kubernetes 1.37: 1 valid\n"), stdout);
});

test("with --validate ignore, objects are counted as not checked", async (t) => {
  const { stdout } = await validate(t, cronTab("image: web"), "--validate", "ignore");
  t.is(stdout, "1 object for Kubernetes 1.37: 1 not checked (--validate ignore)\n");
  const junit = await validate(t, cronTab("image: web"), "--validate", "ignore", "-o", "junit");
  t.regex(junit.stdout, /<skipped message="fields are ignored"\/>/);
});
