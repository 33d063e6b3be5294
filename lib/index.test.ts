import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test from "ava";

import { chartArchive, serveCharts } from "../fixtures/chart-server.ts";
import { standInHelm } from "../fixtures/stand-in-helm.ts";
import manifest from "../package.json" with { type: "json" };
import { version } from "./api/version.ts";
import {
  apply,
  type Cluster,
  connect,
  ConvergeError,
  type ConvergeErrorCode,
  diff,
  plan,
  remove,
  show,
  status,
  validate,
} from "./index.ts";

const text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: env}\n";
const sources = [{ name: "env.yaml", text }];

/** The references of the objects of a plan. */
async function refsOf(options: Parameters<typeof plan>[0]): Promise<readonly string[]> {
  const { plan: planned } = await plan(options);
  return planned.groups.flatMap((group) => group.objects.map(({ ref }) => ref));
}

test("plan takes texts, and all other options have defaults", async (t) => {
  const { refused, diagnostics, plan: planned } = await plan({ sources });
  t.false(refused);
  t.deepEqual(diagnostics, []);
  t.like(planned, { apiVersion: "converge.dev/v1", kind: "Plan", action: "install", release: "default" });
  t.deepEqual(await refsOf({ sources }), ["/namespaces/default/ConfigMap/env"]);
});

test("plan takes a chart of a repository, as docs/library.md shows it", async (t) => {
  const { url } = await serveCharts(t, { archive: await chartArchive("db", "1.0.0") });
  const { path, place } = standInHelm(
    t,
    "cat <<X\n---\n# Source: db/templates/a.yaml\n$(cat)\nX".replace("$(cat)", text),
  );
  const env = { PATH: path, XDG_CACHE_HOME: place };
  const chart = { repo: url, version: "^1.0", renderer: "path", env } as const;
  const { diagnostics, plan: planned } = await plan({ paths: ["db"], chart });
  t.true(diagnostics.some(({ code, message }) => code === "ChartFetched" && message.includes("db 1.0.0")));
  t.is(planned.groups.length, 1);
});

test("an option of plan that is undefined has its default", async (t) => {
  const options = { sources, release: undefined, reconcileTimeout: undefined, chart: undefined };
  t.is((await plan(options)).plan.release, "default");
});

test("plan combines paths, texts and objects into one set", async (t) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "converge-library-"));
  writeFileSync(join(folder.path, "more.yaml"), text.replace("env", "more"));
  const objects = [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "third" }, data: { a: "1" } }];
  t.deepEqual(await refsOf({ paths: [folder.path], sources, objects, namespace: "shop" }), [
    "/namespaces/shop/ConfigMap/env",
    "/namespaces/shop/ConfigMap/more",
    "/namespaces/shop/ConfigMap/third",
  ]);
});

test("a fault in an object that is passed to plan names its index", async (t) => {
  const { refused, diagnostics } = await plan({ objects: [{ apiVersion: "v1", kind: "ConfigMap" }] });
  t.true(refused);
  t.deepEqual(
    diagnostics.map(({ origin }) => origin?.file),
    ["objects[0]"],
  );
});

test("faults of manifests and missing paths are diagnostics of a refused result", async (t) => {
  const { refused, diagnostics, plan: planned } = await plan({ paths: ["/absent.yaml"] });
  t.true(refused);
  t.deepEqual(
    diagnostics.map(({ code, severity }) => [code, severity]),
    [["SourceNotFound", "error"]],
  );
  t.deepEqual(planned.groups, []);
});

test("validate checks against the API of a given Kubernetes version", async (t) => {
  const wrong = [{ name: "env.yaml", text: text.replace("{name: env}", "{name: env, labels: {a: '?'}}") }];
  const { refused, diagnostics, validation } = await validate({ sources: wrong, kubernetesVersion: "1.33" });
  t.true(refused);
  t.deepEqual(
    diagnostics.map(({ code }) => code),
    ["FieldInvalid"],
  );
  t.like(validation, { kind: "Validation", kubernetesVersion: "1.33", summary: { objects: 1, invalid: 1 } });
  t.false((await validate({ sources })).refused);
});

const secret = {
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "login" },
  stringData: { password: "hunter22" },
};

test("show returns an object as stored, with values of Secrets only on request", async (t) => {
  const hidden = await show({ objects: [secret], object: "login" });
  t.false(hidden.refused);
  t.false(JSON.stringify(hidden).includes(Buffer.from("hunter22").toString("base64")));
  const { object } = await show({ objects: [secret], object: "login", showSecrets: true });
  t.like(object, { data: { password: Buffer.from("hunter22").toString("base64") } });
});

test("show of an object that is not in the set is refused with a message", async (t) => {
  const { refused, message, object } = await show({ sources, object: "absent" });
  t.true(refused);
  t.regex(message ?? "", /absent/);
  t.is(object, undefined);
});

test("plan with an aborted signal rejects with its reason", async (t) => {
  const reason = new Error("enough");
  t.is(await t.throwsAsync(plan({ sources, signal: AbortSignal.abort(reason) })), reason);
});

const noCluster = { server: "", namespace: "", context: undefined } as unknown as Cluster;

const wrong = test.macro({
  title: (_, message: string) => `wrong options are refused: ${message}`,
  exec: async (t, message: string, act: (options: never) => Promise<unknown>, options: unknown) => {
    const error = await t.throwsAsync(act(options as never), { instanceOf: TypeError });
    t.is(error.message, message);
  },
});

test(wrong, "plan: paths, sources or objects is required", plan, {});
test(wrong, "plan: paths, sources and objects are empty", plan, { objects: [] });
test(wrong, "plan: options must be an object", plan, undefined);
test(wrong, "plan: sources must be a list, each entry { name, text }", plan, { sources: ["a.yaml"] });
test(wrong, "validate: sources must be a list, each entry { name, text }", validate, {
  sources: [{ name: "a.yaml" }],
});
test(wrong, 'plan: there is no option relase; did you mean "release"?', plan, { sources, relase: "x" });
test(wrong, 'plan: action must be "install", "upgrade", "rollback" or "delete"', plan, {
  sources,
  action: "create",
});
test(
  wrong,
  'plan: reconcileTimeout must be milliseconds or a text such as "90s" or "5m", longer than 0',
  plan,
  { sources, reconcileTimeout: "5" },
);
test(wrong, 'validate: kubernetesVersion must be a version from "1.30" to "1.37"', validate, {
  sources,
  kubernetesVersion: "1.3",
});
test(wrong, "plan: standard input is not read: pass its text in sources", plan, { paths: ["-"] });
test(wrong, "plan: chart: repo must be https://HOST/PATH or oci://HOST/PATH, without credentials", plan, {
  paths: ["db"],
  chart: { repo: "https://ada:hush@charts.example.com" },
});
test(wrong, 'plan: chart: version must be a version or a constraint such as "^1.2"', plan, {
  paths: ["oci://charts.example.com/db"],
  chart: { version: "newest" },
});
test(
  wrong,
  'plan: chart.repo takes the name of one chart as the only path: { paths: ["NAME"], chart: { repo: "URL" } }',
  plan,
  { paths: ["db", "web"], chart: { repo: "https://charts.example.com" } },
);
test(
  wrong,
  "plan: chart.version is only for charts that are fetched: name the chart as oci://HOST/PATH/NAME or with chart.repo, or remove chart.version",
  plan,
  { paths: ["charts/db"], chart: { version: "1.0.0" } },
);
test(wrong, 'plan: chart: there is no option value; did you mean "values"?', plan, {
  paths: ["a"],
  chart: { value: [] },
});
test(wrong, "plan: signal must be an AbortSignal", plan, { sources, signal: {} });
test(wrong, "plan: objects[0] cannot be written as JSON", plan, {
  objects: [
    {
      toJSON: () => {
        throw new Error("no");
      },
    },
  ],
});
test(wrong, "show: object is required", show, { sources });
test(wrong, "apply: release is required", (options) => apply(noCluster, options), { sources });
test(wrong, "apply: paths, sources or objects is required", (options) => apply(noCluster, options), {
  release: "shop",
});
test(wrong, "diff: cluster must be the result of connect", (options) => diff(noCluster, options), {
  release: "shop",
  sources,
});
test(
  wrong,
  'status: there is no option relese; did you mean "release"?',
  (options) => status(noCluster, options),
  {
    relese: "shop",
  },
);
test(
  wrong,
  "remove: concurrency must be a whole number from 1 to 9999",
  (options) => remove(noCluster, options),
  {
    release: "shop",
    concurrency: 0,
  },
);
test(
  wrong,
  'apply: maxPrune must be a percentage such as "25%", or a number of objects',
  (options) => apply(noCluster, options),
  {
    release: "shop",
    sources,
    maxPrune: "all",
  },
);
test(
  wrong,
  "connect: namespace must be up to 63 lower-case letters, digits and -, with a letter or digit at either end",
  connect,
  {
    namespace: "Shop",
  },
);

const unusable = test.macro({
  title: (_, code: string, fact: string) => `connect fails with the code ${code} for ${fact}`,
  exec: async (t, code: ConvergeErrorCode, _fact: string, options: Parameters<typeof connect>[0]) => {
    const error = await t.throwsAsync(connect({ env: {}, ...options }), { instanceOf: ConvergeError });
    t.is(error.code, code);
    t.is(error.name, "ConvergeError");
  },
});

test(unusable, "AccessUnusable", "a missing kubeconfig", { kubeconfig: "/absent/config" });
test(unusable, "AccessUnusable", "no configured cluster", { env: { HOME: "/absent" } });
test(unusable, "Unreachable", "a server that does not answer", { server: "https://127.0.0.1:1" });

test("connect with an aborted signal rejects with its reason", async (t) => {
  const reason = new Error("enough");
  const signal = AbortSignal.abort(reason);
  t.is(await t.throwsAsync(connect({ env: {}, server: "https://127.0.0.1:1", signal })), reason);
});

test("the version that is sent to servers is that of the package", (t) => {
  t.is(version, manifest.version);
});
