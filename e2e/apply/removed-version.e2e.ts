import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { objectWritesOf } from "./server-order.ts";
import { openSite } from "./site.ts";

function definition(group: string, names: readonly string[]): JsonObject {
  const schema = {
    openAPIV3Schema: {
      type: "object",
      properties: { spec: { type: "object", properties: { a: { type: "string" }, b: { type: "string" } } } },
    },
  };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
      versions: names.map((name) => ({ name, served: true, storage: name === "v1", schema })),
    },
  };
}

function widget(group: string, version: string, spec: JsonObject): JsonObject {
  return { apiVersion: `${group}/${version}`, kind: "Widget", metadata: { name: "w" }, spec };
}

test("fields are removed after the version that they were applied in is no longer served", async (t) => {
  const site = await openSite(t);
  const group = `${site.namespace}.test`;
  t.teardown(() =>
    site.cluster.api("DELETE", `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.${group}`),
  );
  const first = await site.apply([
    definition(group, ["v1beta1", "v1"]),
    widget(group, "v1beta1", { a: "1", b: "1" }),
  ]);
  t.is(first.code, 0, first.stdout);
  const after = [definition(group, ["v1"]), widget(group, "v1", { a: "1" })];
  const second = await site.apply(after);
  t.is(second.code, 0, second.stdout);
  const place = `/apis/${group}/v1/namespaces/${site.namespace}/widgets/w`;
  t.deepEqual((await site.cluster.api("GET", place)).object?.spec, { a: "1" });
  const mark = await site.cluster.auditMark();
  t.is((await site.apply(after)).code, 0);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
});
