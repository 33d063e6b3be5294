import test from "ava";

import type { JsonObject } from "../object/json.ts";
import { dropOwnership } from "./release-field.ts";

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
