import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { cronTab, cronTabDefinition, openFolder } from "../../fixtures/cron-tab.ts";
import { type Recorded, runRecorded } from "../../fixtures/recording-shell.ts";

interface Cached {
  /** The folder of the stored CRDs. */
  readonly stored: string;
  readonly write: (name: string, text: string) => string;
  readonly run: (words: readonly string[], stdin?: string) => Promise<Recorded>;
}

/** Runs converge with a cache folder of the test. */
function openCache(t: ExecutionContext): Cached {
  const { write } = openFolder(t);
  const caches = dirname(write("empty.yaml", ""));
  return {
    stored: join(caches, "converge/crds"),
    write,
    run: (words, stdin = "") => runRecorded(words, { stdin, env: { XDG_CACHE_HOME: caches } }),
  };
}

const name = "crontabs.stable.example.com";
const invalid = cronTab('cronSpec: "a"');
const used = `1 CRD of the cache is used: ${name}; --cached-crds=false ignores the cache`;

test("stored CRDs are listed and removed", async (t) => {
  const { run, write } = openCache(t);
  t.is((await run(["crds", "list"])).stdout, "no CRDs are stored\n");
  const added = await run(["crds", "add", write("crd.yaml", cronTabDefinition)]);
  t.is(added.stdout, `${name}  CronTab  v1\n1 CRD stored\n`);
  t.is((await run(["crds", "list"])).stdout, `${name}  CronTab  v1\n`);
  const wrong = await run(["crds", "remove", name, "crontab.stable.example.com"]);
  t.is(wrong.code, 2);
  t.is(wrong.stderr, `error: no CRD crontab.stable.example.com is stored; did you mean "${name}"?\n`);
  t.is((await run(["crds", "remove", name])).stdout, `${name} removed\n`);
  t.is((await run(["crds", "list"])).stdout, "no CRDs are stored\n");
});

for (const [verb, severity] of [
  ["validate", "error"],
  ["plan", "warning"],
] as const) {
  test(`${verb} uses a stored CRD, and prints a note about it`, async (t) => {
    const { run } = openCache(t);
    await run(["crds", "add", "-"], cronTabDefinition);
    const { stdout, stderr } = await run([verb, "-"], invalid);
    const printed = stdout + stderr;
    t.regex(printed, new RegExp(`${severity}: CronTab/tab: spec.cronSpec: must match the pattern`));
    t.true(printed.includes(`note: ${used} [CrdsCached]`), printed);
    const without = await run([verb, "-", "--cached-crds=false"], invalid);
    t.regex(without.stdout + without.stderr, /UnknownScope/);
    t.notRegex(without.stdout + without.stderr, /CrdsCached|FieldInvalid/);
  });
}

test("plan uses the scope of a stored CRD even with --validate ignore", async (t) => {
  const { run } = openCache(t);
  await run(["crds", "add", "-"], cronTabDefinition.replace("Namespaced", "Cluster"));
  const { stdout } = await run(["plan", "-", "--validate", "ignore", "-o", "json"], invalid);
  t.regex(stdout, /"stable\.example\.com\/CronTab\/tab"/);
});

test("show applies the defaults of a stored CRD, and prints a note about it", async (t) => {
  const { run } = openCache(t);
  await run(["crds", "add", "-"], cronTabDefinition);
  const { stdout, stderr } = await run(["show", "tab", "-"], cronTab('cronSpec: "* * * * *"'));
  t.regex(stdout, /replicas: 1/);
  t.true(stderr.includes(used), stderr);
});

test("CRDs of --crds and of the set take precedence over stored CRDs", async (t) => {
  const { run, write } = openCache(t);
  const loose = cronTabDefinition.replace(/, pattern: '.*' \}/, " }");
  await run(["crds", "add", "-"], cronTabDefinition);
  const given = await run(["validate", "-", "--crds", write("loose.yaml", loose)], invalid);
  t.is(given.stdout, "1 object for Kubernetes 1.37: all valid\n");
  const inSet = await run(["validate", "-"], `${loose}---\n${invalid}`);
  t.is(inSet.stdout, "2 objects for Kubernetes 1.37: all valid\n");
});

test("a stored CRD is replaced by a later one for the same kind", async (t) => {
  const { run, stored } = openCache(t);
  await run(["crds", "add", "-"], cronTabDefinition);
  await run(["crds", "add", "-"], cronTabDefinition.replace("maximum: 10", "maximum: 1"));
  t.deepEqual(readdirSync(stored), ["crontab.stable.example.com.json"]);
  const { stdout } = await run(["validate", "-"], cronTab('cronSpec: "* * * * *"', "replicas: 2"));
  t.regex(stdout, /must be at most 1/);
});

test("the status of a CRD and its fields set by the server are not stored", async (t) => {
  const { run } = openCache(t);
  const live = cronTabDefinition.replace(
    "metadata:",
    "status: { storedVersions: [v1] }\nmetadata:\n  uid: u",
  );
  t.is((await run(["crds", "add", "-"], live)).code, 0);
  t.is((await run(["validate", "-"], cronTab('cronSpec: "* * * * *"'))).code, 0);
});

/** Asserts that nothing is stored, with the reported reason. */
const refuses = test.macro({
  title: (_, what: string) => `crds add stores nothing if ${what}`,
  exec: async (t, _: string, text: string | readonly [text: string, reported: RegExp]) => {
    const [stdin, reported] = typeof text === "string" ? [text, /./] : text;
    const { run, stored } = openCache(t);
    await run(["crds", "add", "-"], cronTabDefinition.replaceAll("stable.", "other."));
    const { code, stderr, stdout } = await run(["crds", "add", "-"], stdin);
    t.is(code, 2);
    t.is(stdout, "");
    t.regex(stderr, reported);
    t.deepEqual(readdirSync(stored), ["crontab.other.example.com.json"]);
  },
});

const second = cronTabDefinition
  .replaceAll("crontabs", "tabs")
  .replaceAll("CronTab", "Tab")
  .replace("crontab,", "tab,");
test(refuses, "one of two CRDs is invalid", [
  `${cronTabDefinition}---\n${second.replace("Namespaced", "Nowhere")}`,
  /^<stdin>:37:10: error: .*spec\.scope[^]*nothing was stored: fix the errors\n$/m,
]);
test(refuses, "a document is not YAML", [
  `${cronTabDefinition}---\na: [`,
  /^<stdin>:31:6: error: .*\[YamlSyntax\]$/m,
]);
test(refuses, "the name of a CRD is a path to another folder", [
  cronTabDefinition.replaceAll("stable.example.com", "../../x"),
  /error: .*must not be/,
]);
test(refuses, "the kind of a CRD is a path to another folder", [
  cronTabDefinition.replace("kind: CronTab,", "kind: ../../x,"),
  /error: .*spec\.names\.kind/,
]);
test(refuses, "the input has no CRD", [invalid, /^error: there is no CRD in these paths\n$/]);
test(refuses, "two CRDs define the same kind", [
  `${cronTabDefinition}---\n${cronTabDefinition.replaceAll("crontabs", "tabs")}`,
  /define the same kind: crontabs\.stable\.example\.com, tabs\.stable\.example\.com/,
]);

test("a kind that no file can contain is not looked up", async (t) => {
  const { run } = openCache(t);
  await run(["crds", "add", "-"], cronTabDefinition);
  const text = 'apiVersion: "../../x/v1"\nkind: ../../etc/passwd\nmetadata: { name: a }\n';
  const { stderr, stdout } = await run(["validate", "-"], text);
  t.notRegex(stdout + stderr, /CrdsCached|cache of CRDs/);
});

test("a corrupted stored CRD is reported with its file", async (t) => {
  const { run, stored } = openCache(t);
  mkdirSync(stored, { recursive: true });
  writeFileSync(join(stored, "crontab.stable.example.com.json"), '{"kind": ');
  const { code, stdout } = await run(["validate", "-"], invalid);
  t.is(code, 2);
  t.regex(stdout, /crds\/crontab\.stable\.example\.com\.json:1:\d+: error: /);
});

test("a cache that cannot be used is a usage error", async (t) => {
  const { run, stored } = openCache(t);
  mkdirSync(dirname(stored), { recursive: true });
  writeFileSync(stored, "");
  for (const words of [
    ["crds", "add", "-"],
    ["crds", "list"],
    ["validate", "-"],
  ]) {
    const { code, stderr } = await run(words, words[0] === "crds" ? cronTabDefinition : invalid);
    t.is(code, 2);
    t.regex(stderr, /^error: the cache of CRDs cannot be used: /);
  }
  t.is((await run(["validate", "-", "--cached-crds=false"], invalid)).code, 0);
  const nowhere = await runRecorded(["crds", "list"]);
  t.is(nowhere.stderr, "error: there is no folder for cached CRDs: set XDG_CACHE_HOME or HOME\n");
});

test("validate explains how to provide a missing schema", async (t) => {
  const { run } = openCache(t);
  const { stdout } = await run(["validate", "-"], invalid);
  t.regex(stdout, /its fields are not checked; pass it with --crds, or store it with converge crds add/);
  const strict = await run(["validate", "-", "--strict"], invalid);
  t.regex(strict.stdout, /pass its CRD with --crds, or store it with converge crds add/);
});
