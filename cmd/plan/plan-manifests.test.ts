import test from "ava";

import { runRecorded } from "../../fixtures/recording-shell.ts";

const secret = {
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "db" },
  stringData: { word: "hunter2" },
};
const web = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", annotations: { "werf.io/weight": "5" } },
};
const twice = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "both", annotations: { "helm.sh/hook": "pre-install,post-install" } },
  data: { number: "0123", text: "a\n  b\n" },
};
const set = [web, secret, twice].map((object) => JSON.stringify(object)).join("\n");

function plan(stdin: string, ...flags: readonly string[]): ReturnType<typeof runRecorded> {
  return runRecorded(["plan", "-", "--validate", "ignore", ...flags], { stdin });
}

test("plan -o name prints each object once in the order of the plan, as named by kubectl", async (t) => {
  const { stdout } = await plan(set, "-o", "name");
  t.is(stdout, "configmap/both\nsecret/db\ndeployment.apps/web\n");
});

test("plan -q prints only errors and the size of the plan", async (t) => {
  const { code, stdout, stderr } = await plan(`${set}\n${JSON.stringify(secret)}`, "-q");
  t.is(code, 0);
  t.is(stdout, "4 objects in 4 groups\n");
  t.is(stderr, "");
  t.regex((await plan(`${set}\n${JSON.stringify(secret)}`)).stderr, /note: /);
  const faulty = await plan(JSON.stringify({ ...web, metadata: {} }), "-q");
  t.is(faulty.code, 2);
  t.regex(faulty.stderr, /NameMissing/);
  t.is((await plan(set, "-q", "-o", "name")).stdout, (await plan(set, "-o", "name")).stdout);
});

test("plan -o yaml prints the manifests in the order of the plan, and its output can be planned again", async (t) => {
  const first = await plan(set, "-o", "yaml", "--show-secrets");
  t.deepEqual(
    [...first.stdout.matchAll(/^# (.*)$/gm)].map(([, comment]) => comment),
    ["group 1, <stdin>", "group 2, <stdin>", "group 3, <stdin>"],
  );
  t.regex(first.stdout, /hunter2/);
  const again = await plan(first.stdout, "-o", "yaml", "--show-secrets");
  t.is(again.stdout, first.stdout);
  const json = await plan(first.stdout, "-o", "json");
  t.is(json.code, 0, json.stderr);
});

test("plan -o yaml hides values of Secrets with a comment, unless --show-secrets is given", async (t) => {
  const { stdout } = await plan(set, "-o", "yaml");
  t.notRegex(stdout, /hunter2|aHVudGVyMg/);
  t.regex(stdout, /^# values are hidden, .*--show-secrets/);
  t.regex(stdout, /^# group 2, <stdin> \(values are hidden\)$/m);
  const none = await plan(JSON.stringify(twice), "-o", "yaml");
  t.notRegex(none.stdout, /hidden/);
});
