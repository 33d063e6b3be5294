import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { syncManager } from "../membership/member-lease.ts";
import { isAsConfigured } from "./unit-command.ts";

/** A resource whose `spec.suspend` is owned by these field managers. */
function resource(spec: JsonObject, ...suspenders: readonly string[]): JsonObject {
  const managedFields = suspenders.map((manager) => ({
    manager,
    fieldsV1: { "f:spec": { "f:suspend": {} } },
  }));
  return { metadata: { managedFields }, spec };
}

const compares = test.macro((t, live: JsonObject, configured: JsonObject, expected: boolean) => {
  t.is(isAsConfigured(live, resource(configured)), expected);
});
const spec = { release: "shop", dependsOn: ["db"], source: { url: "u", ref: "main" } };

test("a resource with all configured fields is as configured", compares, resource({ ...spec }), spec, true);
test(
  "the order of fields does not matter",
  compares,
  resource({ source: { ref: "main", url: "u" }, dependsOn: ["db"], release: "shop" }),
  spec,
  true,
);
test("another value is a difference", compares, resource({ ...spec, release: "other" }), spec, false);
test("a missing field is a difference", compares, resource({ release: "shop" }), spec, false);
test(
  "a field that is not configured is a difference",
  compares,
  resource({ ...spec, prune: true }),
  spec,
  false,
);
test(
  "suspend set by another client is not a difference",
  compares,
  resource({ ...spec, suspend: true }, "kubectl"),
  spec,
  true,
);
test(
  "suspend without an owner is not a difference",
  compares,
  resource({ ...spec, suspend: false }),
  spec,
  true,
);
test(
  "suspend that the sidecar has set and that is no longer configured is a difference",
  compares,
  resource({ ...spec, suspend: true }, syncManager),
  spec,
  false,
);
test(
  "suspend that is configured must have the configured value, whatever its owner",
  compares,
  resource({ ...spec, suspend: false }, "kubectl"),
  { ...spec, suspend: true },
  false,
);
test("a resource without a spec is a difference", compares, {}, spec, false);
