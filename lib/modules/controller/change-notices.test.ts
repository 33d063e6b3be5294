import test from "ava";

import type { ObjectChange } from "../rules/module-objects.ts";
import type { JsonObject } from "../../object/json.ts";
import { emitChangeNotices } from "./change-notices.ts";

function release(status: JsonObject): JsonObject {
  return { kind: "ModuleRelease", metadata: { name: "echo-v1.0.0" }, spec: { moduleName: "echo" }, status };
}

function module(reason: string, message: string): JsonObject {
  const condition = { type: "EnabledByModuleManager", status: "False", reason, message };
  return {
    kind: "Module",
    metadata: { name: "echo" },
    status: { phase: "Unavailable", conditions: [condition] },
  };
}

const reports = test.macro(
  (t, before: JsonObject | undefined, object: JsonObject | undefined, expected: readonly string[]) => {
    const [kind, name] = [
      String(Object(object ?? before)["kind"]),
      String(Object(object ?? before)["metadata"].name),
    ];
    const reported: string[] = [];
    emitChangeNotices([change(kind, name, { before, object })], (message, about) =>
      reported.push(`${about}: ${message}`),
    );
    t.deepEqual(reported, expected);
  },
);

function change(
  kind: string,
  name: string,
  { before, object }: { readonly before: JsonObject | undefined; readonly object: JsonObject | undefined },
): ObjectChange {
  const known = kind === "Module" ? "Module" : "ModuleRelease";
  return object === undefined
    ? { type: "remove", kind: known, name, before: before ?? {} }
    : { type: "write", kind: known, name, object, before };
}

test(
  "a new release is reported with its phase and message",
  reports,
  undefined,
  release({ phase: "Pending", message: "awaiting for v1.0.0 release to be deployed" }),
  ["echo: ModuleRelease echo-v1.0.0: Pending, awaiting for v1.0.0 release to be deployed"],
);

test(
  "changes other than phase and message are not reported",
  reports,
  release({ phase: "Deployed" }),
  release({ phase: "Deployed", approved: true }),
  [],
);

test("the removal of a release is reported", reports, release({ phase: "Superseded" }), undefined, [
  "echo: ModuleRelease echo-v1.0.0 is removed",
]);

test(
  "a module that is disabled because of its requirements reports which requirement is unmet",
  reports,
  undefined,
  module("Requirements", "1 error occurred: dependency 'test' is disabled"),
  ["echo: Module echo: Unavailable, 1 error occurred: dependency 'test' is disabled"],
);

test(
  "a module disabled by its ModuleConfig reports no reason",
  reports,
  undefined,
  module("Disabled", "its ModuleConfig disables the module"),
  ["echo: Module echo: Unavailable"],
);
