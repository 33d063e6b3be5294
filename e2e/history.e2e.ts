/** The stored revisions of a release: `history` and `get`. */
import test from "ava";

import type { JsonObject } from "../lib/object/json.ts";
import { configMap, service } from "./apply/manifests.ts";
import { openSite } from "./apply/site.ts";
import { historyLines, verb } from "./release-verbs.ts";

const hook = { "helm.sh/hook": "pre-upgrade" };
const bad = service("bad", { spec: { ports: [{ port: -1 }] } });
const password: JsonObject = {
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "db" },
  stringData: { password: "troubadour-7" },
};

test("history shows an install, a failed upgrade and a rollback, and which of them is deployed", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("env", { a: "1" })], "--source-revision=5f2c1d0")).code, 0);
  t.is((await site.apply([configMap("env", { a: "2" }), bad], "--validate=ignore")).code, 1);
  t.is((await verb(site, "rollback")).code, 0);
  t.deepEqual(await historyLines(site), [
    "REVISION TIME ACTION OUTCOME OBJECTS SOURCE",
    "1 install succeeded 1 5f2c1d0",
    "2 upgrade failed 2",
    "3 rollback to 1 succeeded, deployed 1 5f2c1d0",
  ]);
  const { stdout } = await verb(site, "history", "-o", "json");
  t.like(JSON.parse(stdout), {
    kind: "History",
    release: site.release,
    namespace: site.namespace,
    deployed: 3,
    revisions: [
      { revision: 1, action: "install", outcome: "succeeded", objects: 1, source: "5f2c1d0" },
      { revision: 2, action: "upgrade", outcome: "failed", objects: 2 },
      { revision: 3, action: "rollback", to: 1, outcome: "succeeded", objects: 1 },
    ],
  });
  t.regex((await verb(site, "status")).stdout, /; revision 3; last run: rollback, succeeded/);
  const listed = await site.run(["list", "-n", site.namespace]);
  t.regex(listed.stdout, /^NAMESPACE +RELEASE +REV +.*\n\S+ +shop +3 /);
  const json = await site.run(["list", "-n", site.namespace, "-o", "json"]);
  t.like(JSON.parse(json.stdout), { releases: [{ release: "shop", revision: 3 }] });
});

test("history and get report a missing release", async (t) => {
  const site = await openSite(t);
  for (const words of [["history"], ["get", "manifests"], ["get", "hooks"]]) {
    const { code, stdout, stderr } = await verb(site, ...words);
    t.is(code, 1);
    t.is(stdout, "");
    t.regex(stderr, /there is no release shop in namespace/);
  }
});

test("a release that was applied only in part has no revision yet", async (t) => {
  const site = await openSite(t);
  const part = { ...configMap("env"), metadata: { name: "env", labels: { part: "one" } } };
  t.is((await site.apply([part, configMap("rest")], "-l", "part=one")).code, 0);
  const { code, stdout } = await verb(site, "history");
  t.is(code, 0);
  t.regex(stdout, /has no revisions yet: the next apply stores one\n$/);
  const got = await verb(site, "get", "manifests");
  t.is(got.code, 2);
  t.regex(got.stderr, /has no revision; no revision is stored yet: the next apply stores one/);
});

test("history shows the revisions of running and killed runs as unfinished", async (t) => {
  const site = await openSite(t);
  const slow = { apiVersion: "batch/v1", kind: "Job", metadata: { name: "slow" } };
  const pod = { "converge.test/complete-after": "60s" };
  const container = { name: "app", image: "registry.test/app:1" };
  const template = {
    metadata: { annotations: pod },
    spec: { restartPolicy: "Never", containers: [container] },
  };
  const run = site.begin([{ ...slow, spec: { template } }]);
  await run.said(/created .*Job\/slow/);
  t.regex((await verb(site, "history")).stdout, /1 .* install +unfinished: its run is under way +1\n/);
  const json = await verb(site, "history", "-o", "json");
  t.like(JSON.parse(json.stdout), { revisions: [{ outcome: "unfinished", underWay: true }] });
  // A run that has lost its lock leaves its revision as a killed one does.
  await site.patch("coordination.k8s.io/leases/converge-shop", {
    spec: { holderIdentity: "thief", renewTime: "2020-01-01T00:00:00.000000Z" },
  });
  t.is((await run.ended).code, 1);
  t.regex(
    (await verb(site, "history")).stdout,
    /1 .* install +unfinished: its run was killed or is under way +1\n/,
  );
  t.true((await verb(site, "get", "manifests")).stdout.includes("name: slow"));
});

test("get shows the manifests or the hooks of a revision, by default the newest", async (t) => {
  const site = await openSite(t);
  await site.apply([configMap("env", { a: "one" }), configMap("hook", {}, hook)]);
  await site.apply([configMap("env", { a: "two" }), configMap("hook", {}, hook), bad], "--validate=ignore");
  const newest = await verb(site, "get", "manifests");
  t.is(newest.code, 0, newest.stderr);
  t.regex(
    newest.stdout,
    /^# revision 2 of release shop in namespace \S+: upgrade, failed\n---\n# \S*set\.yaml\n/,
  );
  t.regex(newest.stdout, /a: two/);
  t.regex(newest.stdout, /name: bad/);
  t.notRegex(newest.stdout, /name: hook/);
  const first = await verb(site, "get", "manifests", "--revision=1");
  t.regex(first.stdout, /a: one/);
  const hooks = await verb(site, "get", "hooks", "--revision=1");
  t.regex(hooks.stdout, /name: hook/);
  t.notRegex(hooks.stdout, /name: env/);
  const missing = await verb(site, "get", "manifests", "--revision=7");
  t.is(missing.code, 2);
  t.regex(missing.stderr, /has no revision 7; stored: 1 \(succeeded\), 2 \(failed\)/);
});

/** Strings that YAML may read as something else. */
const oddTexts: Readonly<Record<string, string>> = {
  yes: "no",
  number: "012",
  time: "2001-01-01",
  lines: "a: b\n  c\n\n--- d\n",
  ended: "a\n\n\n",
  indented: "  a\nb",
  tab: "a\tb\nc",
  sign: "\u001B[31m\u202Ered\u0000\u0085",
  colon: "a: b #c",
  empty: "",
  blank: " a ",
};

test("get manifests --show-secrets prints exactly what was sent, as YAML and as JSON", async (t) => {
  const site = await openSite(t);
  const secret: JsonObject = { ...password, stringData: oddTexts };
  const texts = Object.fromEntries(Object.entries(oddTexts).filter(([name]) => name !== "sign"));
  const set = [secret, configMap("env", texts), service("web")].map(
    (each) => `---\n${JSON.stringify(each)}\n`,
  );
  const first = await site.apply(set.join("").replaceAll("\u0085", String.raw`\u0085`));
  t.is(first.code, 0, first.stderr);
  for (const form of ["yaml", "json"]) {
    const { stdout } = await verb(site, "get", "manifests", "--show-secrets", "-o", form);
    const again = await site.apply(stdout);
    t.is(again.code, 0, again.stdout);
    t.regex(again.stdout, /3 applied \(3 unchanged\)/);
    const diff = await verb(site, "diff", site.write(stdout));
    t.is(diff.code, 0, diff.stdout);
  }
  t.is((await historyLines(site)).length, 2, "the same set is not a new revision");
});
