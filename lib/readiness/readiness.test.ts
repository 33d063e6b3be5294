import test from "ava";

import type { JsonObject } from "../object/json.ts";
import { definitionFactsOf } from "./readiness.ts";

function version(name: string, fields: JsonObject, subresources: JsonObject = { status: {} }): JsonObject {
  const schema = { openAPIV3Schema: { properties: { status: { properties: fields } } } };
  return { name, subresources, schema };
}

/** Whether version `v1` of a CRD with these versions declares a status. */
const declaresStatus = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, versions: readonly JsonObject[], expected: boolean) {
    t.is(definitionFactsOf({ spec: { versions } }, "v1").hasStatus, expected);
  },
});

test(
  declaresStatus,
  "a CRD with status.conditions declares a status",
  [version("v1", { conditions: {} })],
  true,
);
test(
  declaresStatus,
  "a CRD with status.observedGeneration declares a status",
  [version("v1", { observedGeneration: {} })],
  true,
);
test(declaresStatus, "a CRD with status.phase declares a status", [version("v1", { phase: {} })], true);
test(
  declaresStatus,
  "a CRD with only other status fields does not declare a status",
  [version("v1", { count: {} })],
  false,
);
test(
  declaresStatus,
  "a CRD without the status subresource does not declare a status",
  [version("v1", { phase: {} }, {})],
  false,
);
test(
  declaresStatus,
  "a status in another version of a CRD is not used",
  [version("v2", { phase: {} })],
  false,
);
test(declaresStatus, "a CRD without versions does not declare a status", [], false);
