import test from "ava";

import type { JsonObject } from "../object/json.ts";
import { dropOwnership, renamedManagers } from "./managed-fields.ts";

const testDropped = test.macro((t, owned: JsonObject, left: JsonObject) => {
  t.deepEqual(dropOwnership(owned, ["spec", "replicas"], { spec: { replicas: 2, paused: true } }), left);
});

test(
  "dropping ownership of a field keeps that of its siblings",
  testDropped,
  { "f:spec": { "f:replicas": {}, "f:paused": {} }, "f:metadata": {} },
  { "f:spec": { "f:paused": {} }, "f:metadata": {} },
);
test(
  "dropping the last owned field of a parent drops the parent too",
  testDropped,
  { "f:spec": { ".": {}, "f:replicas": {} }, "f:metadata": {} },
  { "f:metadata": {} },
);
test(
  "dropping ownership of a field that is not owned changes nothing",
  testDropped,
  { "f:spec": { "f:paused": {} } },
  {
    "f:spec": { "f:paused": {} },
  },
);

test("ownership of a field in a list entry is dropped by the key of the entry, not by its index", (t) => {
  const owned = {
    "f:webhooks": {
      'k:{"name":"b"}': { ".": {}, "f:name": {}, "f:rules": {} },
      'k:{"name":"a"}': { ".": {}, "f:name": {}, "f:rules": {} },
    },
  };
  const manifest = {
    webhooks: [
      { name: "a", rules: [] },
      { name: "b", rules: [] },
    ],
  };
  t.deepEqual(dropOwnership(owned, ["webhooks", 0, "rules"], manifest), {
    "f:webhooks": {
      'k:{"name":"b"}': { ".": {}, "f:name": {}, "f:rules": {} },
      'k:{"name":"a"}': { ".": {}, "f:name": {} },
    },
  });
});

test("ownership of one item of an atomic list cannot be dropped", (t) => {
  const owned = { "f:args": {} };
  t.is(dropOwnership(owned, ["args", 0], { args: ["a"] }), owned);
});

function entry(manager: string, apiVersion: string, fields: JsonObject): JsonObject {
  return {
    manager,
    operation: "Apply",
    apiVersion,
    time: `2026-01-0${manager.length}T00:00:00Z`,
    fieldsV1: fields,
  };
}

test("managed fields under another version of the API group are renamed to the given version", (t) => {
  const old = entry("a", "shop.example.com/v1beta1", { "f:spec": {} });
  const other = entry("b", "v1", { "f:metadata": {} });
  t.deepEqual(renamedManagers({ managedFields: [old, other] }, "shop.example.com/v1"), [
    { ...old, apiVersion: "shop.example.com/v1" },
    other,
  ]);
});

test("managed fields of the same manager are merged after the rename of their version", (t) => {
  const old = entry("a", "shop.example.com/v1beta1", { "f:spec": { "f:size": {} } });
  const fresh = entry("a", "shop.example.com/v1", { "f:spec": { "f:label": {} } });
  t.deepEqual(renamedManagers({ managedFields: [old, fresh] }, "shop.example.com/v1"), [
    entry("a", "shop.example.com/v1", { "f:spec": { "f:size": {}, "f:label": {} } }),
  ]);
});

test("managed fields that all have the given version are not renamed", (t) => {
  const fresh = entry("a", "shop.example.com/v1", { "f:spec": {} });
  t.is(renamedManagers({ managedFields: [fresh] }, "shop.example.com/v1"), undefined);
  t.is(renamedManagers({}, "shop.example.com/v1"), undefined);
});
