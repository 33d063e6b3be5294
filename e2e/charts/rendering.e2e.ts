/** Charts and kustomizations as paths, rendered by the real helm and kubectl for a real cluster. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import type { Recorded } from "../../fixtures/recording-shell.ts";
import { endlessHelm, pidOf, standInHelm, untilGone } from "../../fixtures/stand-in-helm.ts";
import { openSite, type Site } from "../apply/site.ts";
import { rendererPath } from "./renderers.ts";

/** A site, a folder with a space in its path, and converge with the renderers on its PATH. */
interface ChartSite extends Site {
  readonly folder: string;
  readonly converge: (...words: readonly string[]) => Promise<Recorded>;
}

async function openChartSite(t: ExecutionContext): Promise<ChartSite> {
  const site = await openSite(t);
  const path = await rendererPath();
  const folder = mkdtempSync(join(tmpdir(), "my charts "));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  const home = ["--release", site.release, "-n", site.namespace];
  const converge = (...words: readonly string[]): Promise<Recorded> =>
    site.run([...words, ...home], { path });
  return { ...site, folder, converge };
}

function config(name: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\n`;
}

test("a chart is installed, compared and upgraded with the values of the command line", async (t) => {
  const { folder, converge, get } = await openChartSite(t);
  const chart = join(folder, "shop");
  cpSync("fixtures/charts/web-and-db", chart, { recursive: true });
  const values = ["--values", join(chart, "values-bigger.yaml"), "--set", "web.greeting=good evening"];

  const installed = await converge("apply", chart);
  t.is(installed.code, 0, installed.stdout + installed.stderr);
  t.like((await get("configmaps/web"))?.data, {
    greeting: "hello",
    firstTime: "true",
    budgets: "true",
    shelves: "false",
  });

  const compared = await converge("diff", chart, ...values);
  t.is(compared.code, 1, compared.stderr);
  t.true(compared.stdout.includes("~ spec.replicas: 1 → 3"), compared.stdout);
  t.true(compared.stdout.includes('~ data.firstTime: "true" → "false"'), compared.stdout);

  const upgraded = await converge("apply", chart, ...values);
  t.is(upgraded.code, 0, upgraded.stdout + upgraded.stderr);
  t.like((await get("configmaps/web"))?.data, { greeting: "good evening", firstTime: "false" });

  const again = await converge("diff", chart, ...values);
  t.false(again.stdout.includes("change "), again.stdout);
});

test("templates get the cluster's version and APIs, unless others are given", async (t) => {
  const { converge, get } = await openChartSite(t);
  const chart = "fixtures/charts/web-and-db";
  t.is((await converge("apply", chart)).code, 0);
  const version = (await get("configmaps/web"))?.data?.["kubernetes"];
  const { code } = await converge(
    "apply",
    chart,
    "--kube-version",
    "v1.30.1",
    "--api-versions",
    "shelves.example.com/v1",
  );
  t.is(code, 0);
  t.regex(version ?? "", /^v1\.3\d\.\d+/);
  t.not(version, "v1.30.1");
  t.like((await get("configmaps/web"))?.data, { kubernetes: "v1.30.1", shelves: "true" });
});

test("a kustomization is built and applied, and a plain folder next to it is read", async (t) => {
  const { folder, converge, get } = await openChartSite(t);
  for (const name of ["base", "prod", "plain"]) {
    mkdirSync(join(folder, name));
  }
  writeFileSync(join(folder, "base/kustomization.yaml"), "resources: [env.yaml]\n");
  writeFileSync(join(folder, "base/env.yaml"), config("env"));
  writeFileSync(join(folder, "prod/kustomization.yaml"), "resources: [../base]\nnamePrefix: prod-\n");
  writeFileSync(join(folder, "plain/more.yaml"), config("more"));
  const { code, stdout, stderr } = await converge("apply", join(folder, "plain"), "-k", join(folder, "prod"));
  t.is(code, 0, stdout + stderr);
  t.truthy(await get("configmaps/prod-env"));
  t.truthy(await get("configmaps/more"));

  writeFileSync(join(folder, "prod/kustomization.yaml"), "resources: [nowhere.yaml]\n");
  const broken = await converge("apply", "-k", join(folder, "prod"));
  t.is(broken.code, 2);
  t.regex(broken.stderr, /prod cannot be rendered: .*nowhere\.yaml.*\[RenderFailed\]/);
});

test("a chart that fails to render is reported with its line, and nothing is sent", async (t) => {
  const { folder, converge, get, requests, cluster } = await openChartSite(t);
  const chart = join(folder, "shop");
  cpSync("fixtures/charts/web-and-db", chart, { recursive: true });
  const mark = await cluster.auditMark();
  const { code, stderr } = await converge("apply", chart, "--set", "db.password=");
  t.is(code, 2);
  t.true(
    stderr.startsWith(`${chart}/templates/db.yaml:6:15: error: ${chart} cannot be rendered: execution error`),
    stderr,
  );
  t.true(stderr.includes("db.password is needed [RenderFailed]"), stderr);
  t.is(await get("secrets/db"), undefined);
  t.deepEqual(
    (await requests(mark)).filter(({ verb }) => verb !== "get" && verb !== "list" && verb !== "watch"),
    [],
  );
});

test("a CRD of the chart is kept when the release is deleted", async (t) => {
  const { cluster, namespace, folder, converge } = await openChartSite(t);
  const chart = join(folder, "own");
  const group = `${namespace}.example.com`;
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/things.${group}`;
  t.teardown(() => cluster.api("DELETE", path));
  mkdirSync(join(chart, "crds"), { recursive: true });
  writeFileSync(join(chart, "Chart.yaml"), "apiVersion: v2\nname: own\nversion: 1.0.0\n");
  writeFileSync(
    join(chart, "crds/thing.yaml"),
    `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: things.${group} }
spec:
  group: ${group}
  scope: Namespaced
  names: { kind: Thing, singular: thing, plural: things }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object } }
`,
  );
  const applied = await converge("apply", chart);
  t.is(applied.code, 0, applied.stdout + applied.stderr);
  const removed = await converge("delete");
  t.is(removed.code, 0, removed.stdout + removed.stderr);
  t.is((await cluster.api("GET", path)).status, 200);
});

const interrupts = test.macro(async (t, verb: string, signal: "SIGINT" | "SIGTERM", code: number) => {
  const { cluster, namespace } = await openSite(t);
  const helm = standInHelm(t, endlessHelm);
  const env = { CONVERGE_RENDERER: "path", PATH: helm.path, KUBECONFIG: cluster.kubeconfig };
  const words = ["cmd/converge.mjs", verb, helm.chart, "--release", "shop", "-n", namespace];
  const converge = spawn(process.execPath, words, { env, stdio: "ignore" });
  const pid = await pidOf(helm);
  converge.kill(signal);
  const [exitCode] = await once(converge, "exit");
  t.is(exitCode, code);
  await t.notThrowsAsync(untilGone(pid));
});
test("an interrupted apply leaves no helm process behind", interrupts, "apply", "SIGINT", 130);
test("an interrupted diff leaves no helm process behind", interrupts, "diff", "SIGTERM", 143);
test("an interrupted plan leaves no helm process behind", interrupts, "plan", "SIGTERM", 143);
