import { basename, dirname, join } from "node:path";

import test from "ava";

import { runRecorded, type Surroundings } from "../../fixtures/recording-shell.ts";

const wordpress = "fixtures/wordpress";

function configMap(name: string, annotations = ""): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n${annotations}---\n`;
}

const broken = `${configMap("good")}apiVersion: v1\nkind: ConfigMap\nmetadata: {}\n`;

test("plan prints the plan to standard output and nothing to standard error", async (t) => {
  const { code, stdout, stderr } = await runRecorded(["plan", wordpress]);
  t.is(code, 0);
  t.is(stderr, "");
  t.regex(stdout, /Deployment\/wordpress .*StatefulSet\/wordpress-mysql until ready/);
});

const writes = test.macro({
  title: (_, format: string) => `plan -o ${format} prints a complete document`,
  exec: async (t, format: string, [start, end]: readonly [string, string]) => {
    const { code, stdout, stderr } = await runRecorded(["plan", wordpress, "-o", format]);
    t.is(code, 0);
    t.is(stderr, "");
    t.true(stdout.startsWith(start), stdout.slice(0, 80));
    t.true(stdout.endsWith(end), stdout.slice(-80));
  },
});
test(writes, "table", ["GROUP", "groups, each may take 5m0s\n"]);
test(writes, "json", [`{\n  "apiVersion": "converge.dev/v1",\n  "kind": "Plan"`, "}\n"]);
test(writes, "dot", ["digraph", "}\n"]);
test(writes, "mermaid", ["flowchart", "\n"]);
test(writes, "html", ["<!doctype html>", "</html>\n"]);

test("plan - reads manifests from standard input", async (t) => {
  const { code, stdout } = await runRecorded(["plan", "-", "-o=json"], { stdin: configMap("env") });
  t.is(code, 0);
  t.true(stdout.includes(`"ref": "/namespaces/default/ConfigMap/env"`));
  t.true(stdout.includes(`"file": "<stdin>"`));
});

test("files are given as arguments or with -f, separated by commas", async (t) => {
  const files = [`${wordpress}/mysql.yaml`, `${wordpress}/secret.yaml`, `${wordpress}/wordpress.yaml`];
  const [first, second, third] = files;
  const byPath = await runRecorded(["plan", ...files]);
  t.deepEqual(await runRecorded(["plan", "-f", `${first},${second}`, "-R", `--filename=${third}`]), byPath);
});

test("a set with faults is rejected with exit code 2 and without a plan", async (t) => {
  const { code, stdout, stderr } = await runRecorded(["plan", "-"], { stdin: broken });
  t.is(code, 2);
  t.is(stdout, "");
  t.regex(stderr, /^<stdin>:\d+:\d+: error: .*\[NameMissing\]/);
  t.regex(stderr, /nothing was planned: fix the errors, or skip the invalid objects with --invalid skip\n$/);
});

test("the JSON of a rejected set has its diagnostics", async (t) => {
  const { code, stdout } = await runRecorded(["plan", "-", "-o", "json"], { stdin: broken });
  t.is(code, 2);
  t.like(JSON.parse(stdout), { kind: "Plan", groups: [], diagnostics: [{ code: "NameMissing" }] });
});

test("--invalid skip plans the valid objects and still reports the faults", async (t) => {
  const { code, stdout, stderr } = await runRecorded(["plan", "-", "--invalid", "skip"], { stdin: broken });
  t.is(code, 0);
  t.true(stdout.includes("ConfigMap/good"));
  t.true(stderr.includes("[NameMissing]"));
});

test("a missing path is reported together with all other faults", async (t) => {
  const { code, stderr } = await runRecorded(["plan", "absent.yaml", "-"], { stdin: broken });
  t.is(code, 2);
  t.true(stderr.includes("[SourceNotFound]"));
  t.true(stderr.includes("[NameMissing]"));
});

const plansWith = test.macro({
  title: (_, line: string) => `environment variables set flags: plan - -o json ${line}`,
  exec: async (t, line: string, [around, part]: readonly [Surroundings, string]) => {
    const words = ["plan", "-", "-o", "json", ...line.split(" ").filter((word) => word !== "")];
    const { stdout, code } = await runRecorded(words, { stdin: configMap("env"), ...around });
    t.is(code, 0);
    t.true(stdout.includes(part), stdout);
  },
});
const shop = { CONVERGE_NAMESPACE: "shop", CONVERGE_RECONCILE_TIMEOUT: "90s", CONVERGE_RECURSIVE: "true" };
test(plansWith, "", [{ env: shop }, "/namespaces/shop/ConfigMap/env"]);
test(plansWith, "-R", [{ env: shop }, `"timeout": "1m30s"`]);
test(plansWith, "-n web", [{ env: shop }, "/namespaces/web/ConfigMap/env"]);
test(plansWith, "--release r", [{ env: { CONVERGE_NAMESPACE: "" } }, "/namespaces/default/ConfigMap/env"]);
test(plansWith, "--action delete", [{ env: { CONVERGE_RELEASE: "shop-1" } }, `"release": "shop-1"`]);

test("an invalid value in the environment is reported with its variable", async (t) => {
  const env = { CONVERGE_ACTION: "instal" };
  const { code, stderr } = await runRecorded(["plan", "-"], { env });
  t.is(code, 2);
  t.is(
    stderr,
    'error: invalid value "instal" for CONVERGE_ACTION: choose install, upgrade, rollback or delete; did you mean "install"?\n',
  );
});

test("an invalid boolean in the environment is rejected", async (t) => {
  const { code, stdout, stderr } = await runRecorded(["plan", "-"], { env: { CONVERGE_RECURSIVE: "maybe" } });
  t.is(code, 2);
  t.is(stdout, "");
  t.is(stderr, 'error: invalid value "maybe" for CONVERGE_RECURSIVE: choose true or false\n');
});

test("a misspelt CONVERGE_ variable is reported, and other unknown ones are not", async (t) => {
  const env = { CONVERGE_NAMESPCE: "shop", CONVERGE_DEBUG: "0", CONVERGE_CHROMIUM: "", CONVERGE_TOKEN: "x" };
  const { code, stderr } = await runRecorded(["plan", "-"], { stdin: configMap("env"), env });
  t.is(code, 0);
  t.is(stderr, "warning: CONVERGE_NAMESPCE has no effect; did you mean CONVERGE_NAMESPACE?\n");
});

test("--why works if CONVERGE_OUTPUT sets another format", async (t) => {
  const words = ["plan", "-", "--why", "env", "-o", "table"];
  const { code } = await runRecorded(words, { stdin: configMap("env") });
  t.is(code, 0);
  const env = { CONVERGE_OUTPUT: "json" };
  t.is((await runRecorded(words.slice(0, 4), { stdin: configMap("env"), env })).code, 0);
});

test("if a source cannot be read, the error does not suggest --invalid skip", async (t) => {
  for (const words of [["absent.yaml"], ["-"], ["absent.yaml", wordpress, "--invalid", "skip"]]) {
    const { code, stderr } = await runRecorded(["plan", ...words]);
    t.is(code, 2);
    t.regex(stderr, /\nnothing was planned: fix the errors\n$/);
  }
});

const answers = test.macro({
  title: (_, line: string, [expected]: readonly [number, RegExp]) =>
    `plan --why ${line} ${expected === 0 ? "prints an explanation" : "is rejected"}`,
  exec: async (t, line: string, [expected, text]: readonly [number, RegExp]) => {
    const { code, stdout, stderr } = await runRecorded(["plan", "--why", ...line.split(" "), wordpress]);
    t.is(code, expected);
    t.regex(expected === 0 ? stdout : stderr, text);
    t.is(expected === 0 ? stderr : stdout, "");
  },
});
const chain = /group 2 {2}apps\/.*\n.*depends-on.*wordpress\.yaml:\d+.*\n.*StatefulSet\/wordpress-mysql/;
test(answers, "Deployment/wordpress", [0, chain]);
test(answers, "Deployment/wordpress StatefulSet/wordpress-mysql", [0, chain]);
test(answers, "StatefulSet/wordpress-mysql Deployment/wordpress", [0, /does not wait for/]);
test(answers, "deploy/wordpress sts/wordpress-mysql", [0, chain]);
test(answers, "deploy/wordpress Deployment/wordpress", [
  0,
  /^apps\/namespaces\/default\/Deployment\/wordpress does not wait for itself: no object does\n$/,
]);
test(answers, "Deployment/wordpres", [
  2,
  /^error: the plan has no object "Deployment\/wordpres"; did you mean .*wordpress\?\n$/,
]);
test(answers, "wordpress", [2, /^error: "wordpress" is ambiguous; it matches .*: use the full name\n$/]);

test("an ambiguous name lists at most five matches, with control characters escaped", async (t) => {
  const stdin = Array.from({ length: 8 }, (_, index) =>
    configMap(String.raw`"we\u202eb"`, `  namespace: n${index}\n`),
  ).join("");
  const { code, stderr } = await runRecorded(["plan", "-", "--why", "we\u202Eb"], { stdin });
  t.is(code, 2);
  const candidates = [0, 1, 2, 3, 4].map((index) => String.raw`/namespaces/n${index}/ConfigMap/we\u202eb`);
  t.is(
    stderr.trimEnd().split("\n").at(-1),
    String.raw`error: "we\u202eb" is ambiguous; it matches ${candidates.join(", ")} and 3 more: use the full name`,
  );
});

test("the name of an unknown object is printed with control characters escaped", async (t) => {
  const { stderr } = await runRecorded(["plan", "-", "--why", "we\u001Bb\nb"], { stdin: configMap("env") });
  t.is(stderr, String.raw`error: the plan has no object "we\x1bb\x0ab"` + "\n");
});

test("--why accepts an external object by the reference that is waited for", async (t) => {
  const outside = "apps/namespaces/default/Deployment/db";
  const stdin = configMap("web", `  annotations:\n    config.kubernetes.io/depends-on: ${outside}\n`);
  const words = ["plan", "-", "--external-deps", "wait", "--why", "web", outside];
  const { code, stdout } = await runRecorded(words, { stdin });
  t.is(code, 0);
  t.regex(stdout, /external .*Deployment\/db/);
});

test("in GitHub Actions diagnostics are also printed as annotations", async (t) => {
  const env = { GITHUB_ACTIONS: "true" };
  const { stderr } = await runRecorded(["plan", "-"], { stdin: broken, env });
  t.regex(stderr, /^::error title=NameMissing::/m);
});

const annotatedFile = test.macro({
  title: (_, file: string) => `the file of a GitHub annotation is relative to the workspace: ${file}`,
  exec: async (t, file: string, workspace: string | undefined) => {
    const env = { GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: workspace };
    const { stderr } = await runRecorded(["plan", "fixtures/mixed-faults"], { env });
    t.true(stderr.includes(`::error file=${file},line=`), stderr);
  },
});
const here = process.cwd();
const inside = "fixtures/mixed-faults/annotation.yaml";
test(annotatedFile, inside, undefined);
test(annotatedFile, `${basename(here)}/${inside}`, dirname(here));
test(annotatedFile, "annotation.yaml", join(here, "fixtures/mixed-faults"));

test("--why prints no notes", async (t) => {
  const words = ["plan", "fixtures/helm-hooks-all-events"];
  t.regex((await runRecorded(words)).stderr, /: note: /);
  const asked = await runRecorded([...words, "--why", "Deployment/web"]);
  t.false(asked.stderr.includes("note"));
});

test("plan prints colours only on a terminal", async (t) => {
  const plain = await runRecorded(["plan", "-"], { stdin: broken });
  const coloured = await runRecorded(["plan", "-"], { stdin: broken, terminal: 120 });
  t.false(plain.stderr.includes("\u001B["));
  t.true(coloured.stderr.includes("\u001B["));
  const onlyHint = /^For more information about an error: converge explain \w+\n/m;
  const never = await runRecorded(["plan", "-", "--color", "never"], { stdin: broken, terminal: 120 });
  t.deepEqual({ ...never, stderr: never.stderr.replace(onlyHint, "") }, plain);
});

test("a set in which every object has errors is rejected with --invalid skip", async (t) => {
  const stdin = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, labels: { tier: 1 } }\n";
  const { code, stdout, stderr } = await runRecorded(["plan", "-", "--invalid", "skip"], { stdin });
  t.is(code, 2);
  t.is(stdout, "");
  t.true(stderr.endsWith("nothing was planned: every object has errors\n"), stderr);
});
