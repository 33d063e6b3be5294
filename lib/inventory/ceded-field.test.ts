import test from "ava";

import type { JsonObject } from "../object/json.ts";
import { cede } from "./ceded-field.ts";

const testCeding = test.macro((t, owned: JsonObject, left: JsonObject) => {
  t.deepEqual(cede(owned, ["spec", "replicas"]), left);
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
