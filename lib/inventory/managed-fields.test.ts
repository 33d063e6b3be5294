import test from "ava";

import type { JsonObject } from "../object/json.ts";
import { dropOwnership, renamedManagers } from "./managed-fields.ts";

const testCeding = test.macro((t, owned: JsonObject, left: JsonObject) => {
  t.deepEqual(dropOwnership(owned, ["spec", "replicas"], { spec: { replicas: 2, paused: true } }), left);
});

test(
  "a ceded field is owned no more, its neighbours are",
  testCeding,
  { "f:spec": { "f:replicas": {}, "f:paused": {} }, "f:metadata": {} },
  { "f:spec": { "f:paused": {} }, "f:metadata": {} },
);
test(
  "a part of which nothing is left goes too",
  testCeding,
  { "f:spec": { ".": {}, "f:replicas": {} }, "f:metadata": {} },
  { "f:metadata": {} },
);
test(
  "a field that is not owned changes nothing",
  testCeding,
  { "f:spec": { "f:paused": {} } },
  {
    "f:spec": { "f:paused": {} },
  },
);

test("a field of a list entry is ceded by the key of the entry, not by its place in the manifest", (t) => {
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

test("a field of a list that is owned as a whole cannot be ceded alone", (t) => {
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

test("entries of another version of the group come under the one version", (t) => {
  const old = entry("a", "shop.example.com/v1beta1", { "f:spec": {} });
  const other = entry("b", "v1", { "f:metadata": {} });
  t.deepEqual(renamedManagers({ managedFields: [old, other] }, "shop.example.com/v1"), [
    { ...old, apiVersion: "shop.example.com/v1" },
    other,
  ]);
});

test("what becomes the entry of one manager is united", (t) => {
  const old = entry("a", "shop.example.com/v1beta1", { "f:spec": { "f:size": {} } });
  const fresh = entry("a", "shop.example.com/v1", { "f:spec": { "f:label": {} } });
  t.deepEqual(renamedManagers({ managedFields: [old, fresh] }, "shop.example.com/v1"), [
    entry("a", "shop.example.com/v1", { "f:spec": { "f:size": {}, "f:label": {} } }),
  ]);
});

test("where all stand under that version already, there is nothing to rename", (t) => {
  const fresh = entry("a", "shop.example.com/v1", { "f:spec": {} });
  t.is(renamedManagers({ managedFields: [fresh] }, "shop.example.com/v1"), undefined);
  t.is(renamedManagers({}, "shop.example.com/v1"), undefined);
});
