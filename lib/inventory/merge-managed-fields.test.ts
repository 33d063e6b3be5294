import test from "ava";

import type { JsonObject } from "../object/json.ts";
import { renamedManagers } from "./merge-managed-fields.ts";

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
