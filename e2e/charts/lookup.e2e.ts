/** `lookup` of charts that are rendered built in reads the cluster. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import type { Recorded } from "../../fixtures/recording-shell.ts";
import { openSite, type Site } from "../apply/site.ts";

const web = `{{- $namespace := lookup "v1" "Namespace" "" .Release.Namespace }}
{{- $own := lookup "v1" "Secret" .Release.Namespace "web" }}
{{- $all := lookup "v1" "ConfigMap" .Release.Namespace "" }}
apiVersion: v1
kind: Secret
metadata: { name: web }
data:
  password: {{ if $own }}{{ $own.data.password }}{{ else }}{{ randAlphaNum 12 | b64enc }}{{ end }}
  user: {{ if $own }}{{ $own.data.user }}{{ else }}{{ .Values.user | default "first" | b64enc }}{{ end }}
---
apiVersion: v1
kind: ConfigMap
metadata: { name: web }
data:
  namespace: {{ dig "metadata" "name" "none" $namespace }}
  isFirst: {{ empty $own | quote }}
  listed: {{ $all.kind | default "none" }}
  unknown: {{ empty (lookup "example.com/v1" "Unknown" "" "") | quote }}
`;

interface Shop extends Site {
  readonly folder: string;
  readonly converge: (verb: string, ...words: readonly string[]) => Promise<Recorded>;
}

async function openShop(t: ExecutionContext): Promise<Shop> {
  const site = await openSite(t);
  const folder = mkdtempSync(join(tmpdir(), "converge-lookup-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  mkdirSync(join(folder, "templates"));
  writeFileSync(join(folder, "Chart.yaml"), "apiVersion: v2\nname: shop\nversion: 1.0.0\n");
  writeFileSync(join(folder, "templates/web.yaml"), web);
  const home = ["--release", site.release, "-n", site.namespace];
  return { ...site, folder, converge: (verb, ...words) => site.run([verb, folder, ...words, ...home]) };
}

test("lookup returns objects and lists of the cluster, and nothing for a missing object", async (t) => {
  const { converge, get, namespace } = await openShop(t);
  const installed = await converge("apply");
  t.is(installed.code, 0, installed.stdout + installed.stderr);
  t.regex(installed.stderr, /note: .* has read the cluster by 4 lookups: .*Secret.* \[LookupAnswered\]/);
  t.false(installed.stderr.includes("LookupUnanswered"));
  const data = { namespace, isFirst: "true", listed: "ConfigMapList", unknown: "true" };
  t.like((await get("configmaps/web"))?.data, data);
  const password = (await get("secrets/web"))?.data?.["password"];

  const upgraded = await converge("apply", "--set", "user=second");
  t.is(upgraded.code, 0, upgraded.stdout + upgraded.stderr);
  t.like((await get("configmaps/web"))?.data, { ...data, isFirst: "false" });
  t.is((await get("secrets/web"))?.data?.["password"], password);
  // It is not random: only lookup keeps it.
  t.is((await get("secrets/web"))?.data?.["user"], Buffer.from("first").toString("base64"));
  t.is((await converge("diff")).code, 0);
});

/** A Secret that a template makes only if there is none. */
function onlyOnce(annotations: string): string {
  return `{{- if not (lookup "v1" "Secret" .Release.Namespace "once") }}
apiVersion: v1
kind: Secret
metadata: { name: once, annotations: { ${annotations} } }
stringData: { password: {{ randAlphaNum 12 }} }
{{- end }}
`;
}

test("a Secret that a template omits once it exists is kept by helm.sh/resource-policy", async (t) => {
  const { converge, get, folder } = await openShop(t);
  writeFileSync(join(folder, "templates/once.yaml"), onlyOnce("helm.sh/resource-policy: keep"));
  t.is((await converge("apply")).code, 0);
  const password = (await get("secrets/once"))?.data?.["password"];
  t.truthy(password);
  for (const text of ["a", "b"]) {
    const { code, stderr } = await converge("apply", "--set", `text=${text}`);
    t.is(code, 0, stderr);
    t.is((await get("secrets/once"))?.data?.["password"], password);
  }
});

test("a Secret without helm.sh/resource-policy that a template omits once it exists is pruned", async (t) => {
  const { converge, get, folder } = await openShop(t);
  writeFileSync(join(folder, "templates/once.yaml"), onlyOnce(""));
  t.is((await converge("apply")).code, 0);
  t.truthy(await get("secrets/once"));
  const { code, stdout, stderr } = await converge("apply");
  t.is(code, 0, stderr);
  t.regex(stdout, /once/);
  t.is(await get("secrets/once"), undefined);
});

test("lookup returns nothing if random values are not kept", async (t) => {
  const { converge, get } = await openShop(t);
  const { code, stderr } = await converge("apply", "--keep-random=false");
  t.is(code, 0, stderr);
  t.true(stderr.includes("[LookupUnanswered]"), stderr);
  t.like((await get("configmaps/web"))?.data, { namespace: "none", listed: "none" });
});

test("lookup returns nothing without a cluster", async (t) => {
  const { converge } = await openShop(t);
  const { code, stderr } = await converge("plan");
  t.is(code, 0, stderr);
  t.true(stderr.includes("[LookupUnanswered]"), stderr);
});
