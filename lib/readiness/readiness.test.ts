import test from "ava";

import type { JsonObject } from "../object/json.ts";
import { definitionFactsOf } from "./readiness.ts";

function version(name: string, fields: JsonObject, subresources: JsonObject = { status: {} }): JsonObject {
  const schema = { openAPIV3Schema: { properties: { status: { properties: fields } } } };
  return { name, subresources, schema };
}

/** Whether the version `v1` of a definition with these versions promises a status. */
const promises = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, versions: readonly JsonObject[], expected: boolean) {
    t.is(definitionFactsOf({ spec: { versions } }, "v1").hasStatus, expected);
  },
});

test(promises, "conditions promise a status", [version("v1", { conditions: {} })], true);
test(promises, "an observed generation promises a status", [version("v1", { observedGeneration: {} })], true);
test(promises, "a phase promises a status", [version("v1", { phase: {} })], true);
test(promises, "other fields promise nothing", [version("v1", { count: {} })], false);
test(promises, "without the subresource nothing is promised", [version("v1", { phase: {} }, {})], false);
test(promises, "another version promises nothing for this one", [version("v2", { phase: {} })], false);
test(promises, "a definition without versions promises nothing", [], false);
