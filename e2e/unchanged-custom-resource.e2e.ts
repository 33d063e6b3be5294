/**
 * Maps without a schema, and maps of maps, for which a field set looks the same whether a part was lost or is
 * atomic.
 */
import test from "ava";

import { testCluster } from "./control-plane/test-cluster.ts";
import { untilDefined } from "./control-plane/until-defined.ts";
import { apply, change, store } from "./stored-object.ts";

const cluster = await testCluster();

const group = `e2e-${process.pid}.example.com`;
const entry = { type: "object", properties: { x: { type: "string" }, y: { type: "string" } } };
const properties = {
  free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  map: { type: "object", additionalProperties: entry },
  set: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } },
  none: { type: "string", nullable: true },
};
const schema = { type: "object", properties: { spec: { type: "object", properties } } };
const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `things.${group}` },
  spec: {
    group,
    scope: "Namespaced",
    names: { plural: "things", singular: "thing", kind: "Thing" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: schema },
      },
    ],
  },
};

test("exactly the entries that another manager removes from maps of a custom resource are reported as lost", async (t) => {
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  t.teardown(async () => {
    await cluster.api("DELETE", `${definitions}/${definition.metadata.name}`);
  });
  await cluster.api("POST", definitions, definition);
  const place = `${group}/v1 things`;
  await untilDefined(cluster, definition.metadata.name);
  const spec = {
    free: { b: { c: 1, d: [] }, e: [{ name: "x" }], n: null, o: {} },
    map: { k: { x: "1" }, z: {} },
    set: ["p", "q"],
    none: null,
  };
  const stored = await store(t, place, { kind: "Thing", spec });
  t.is(await change(stored), undefined);
  await cluster.api("PATCH", `${stored.path}?fieldManager=somebody`, { spec: { map: { k: { y: "1" } } } });
  t.is(await change(stored), undefined);
  await cluster.api("PATCH", `${stored.path}?fieldManager=somebody`, { spec: { map: { k: { x: "2" } } } });
  t.is(await change(stored), "lost spec.map.k");
  await apply(t, stored);
  t.is(await change(stored), undefined);
  await cluster.api("PATCH", `${stored.path}?fieldManager=somebody`, { spec: { free: { b: { c: null } } } });
  t.is(await change(stored), "lost spec.free.b.c");
});
