import { randomUUID } from "node:crypto";

import test, { type ExecutionContext } from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { deployment, service } from "./manifests.ts";
import { objectWritesOf } from "./server-order.ts";
import { openSite, type Site } from "./site.ts";

const text = { type: "string" };
const openings = { type: "object", properties: { size: { type: "integer" }, tag: text } };

/** A CRD of Cogs with some nullable fields. */
function cogs(t: ExecutionContext, { cluster }: Site): [definition: JsonObject, group: string] {
  const group = `null-${randomUUID().slice(0, 8)}.example.com`;
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/cogs.${group}`;
  t.teardown(async () => cluster.api("DELETE", path));
  const spec = {
    type: "object",
    properties: {
      empty: openings,
      list: { type: "array", items: openings },
      map: { type: "object", additionalProperties: openings },
      port: { "x-kubernetes-int-or-string": true },
      mode: { type: "string", enum: ["a", "b"] },
      defaulted: { type: "string", default: "here" },
      free: { type: "string", nullable: true },
      loose: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      kept: text,
    },
  };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec } } };
  return [
    {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `cogs.${group}` },
      spec: {
        group,
        scope: "Namespaced",
        names: { plural: "cogs", singular: "cog", kind: "Cog" },
        versions: [{ name: "v1", served: true, storage: true, schema }],
      },
    },
    group,
  ];
}

function cog(group: string, spec: JsonObject): JsonObject {
  return { apiVersion: `${group}/v1`, kind: "Cog", metadata: { name: "a" }, spec };
}

test("a null that the schema does not allow is dropped and reported, and passes offline validation", async (t) => {
  const site = await openSite(t);
  const [definition, group] = cogs(t, site);
  const spec = {
    empty: null,
    list: [{ size: null, tag: "x" }],
    map: { "a.b": { tag: null }, c: null },
    port: null,
    mode: null,
    defaulted: null,
    free: null,
    loose: { anything: null },
    kept: "yes",
  };
  const set = [definition, cog(group, spec)];
  const checked = await site.run(["validate", site.write(set)]);
  t.is(checked.code, 0, checked.stdout);
  const { code, stdout } = await site.apply(set, "--wait=false");
  t.is(code, 0, stdout);
  t.regex(stdout, /omitted because the schema does not allow null: .*spec\.empty/);
  t.notRegex(stdout, /does not allow null: .*spec\.free/);
  const { object } = await site.cluster.api("GET", site.at(`${group}/cogs/a`));
  t.deepEqual(object?.spec, {
    list: [{ tag: "x" }],
    map: { "a.b": {} },
    defaulted: "here",
    free: null,
    loose: { anything: null },
    kept: "yes",
  });
  const mark = await site.cluster.auditMark();
  const again = await site.apply(set, "--wait=false");
  t.is(again.code, 0, again.stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
  const diff = await site.run(["diff", site.write(set), "--release", site.release, "-n", site.namespace]);
  t.is(diff.code, 0, diff.stdout);
});

test("a null for a required field is refused by the server and by offline validation", async (t) => {
  const site = await openSite(t);
  const [definition, group] = cogs(t, site);
  const set = [definition, cog(group, { list: [null] })];
  t.is((await site.run(["validate", site.write(set)])).code, 2);
  t.is((await site.apply(set, "--wait=false")).code, 2);
  t.is((await site.apply(set, "--wait=false", "--validate=ignore")).code, 1);
});

function workload(count: number | null): JsonObject {
  return deployment("web", { spec: { minReadySeconds: count, revisionHistoryLimit: count, paused: null } });
}

test("a null clears a field of a built-in kind, and is written once", async (t) => {
  const site = await openSite(t);
  const port = { port: 80, nodePort: null };
  const open = service("web", { spec: { ports: [port], clusterIP: null, externalIPs: null } });
  t.is((await site.apply([workload(1), open])).code, 0);
  const set = [workload(null), open];
  const { code, stdout } = await site.apply(set);
  t.is(code, 0, stdout);
  const spec = (await site.get("apps/deployments/web"))?.spec;
  t.like(spec, { minReadySeconds: undefined, revisionHistoryLimit: 10 });
  const mark = await site.cluster.auditMark();
  const again = await site.apply(set);
  t.is(again.code, 0, again.stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
});
