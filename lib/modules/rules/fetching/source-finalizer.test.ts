import test from "ava";

import { type JsonObject, objectField, stringField } from "../../../object/json.ts";
import { ModuleObjects } from "../module-objects.ts";
import { addSourceFinalizer } from "./source-status.ts";

interface GivenSource {
  readonly isLeaving?: boolean;
  readonly isHeld?: boolean;
  readonly isForced?: boolean;
}

const finalizer = "modules.deckhouse.io/release-exists";

function sourceOf({ isForced, isHeld, isLeaving }: GivenSource): JsonObject {
  return {
    kind: "ModuleSource",
    metadata: {
      name: "test",
      ...(isForced === true ? { annotations: { "modules.deckhouse.io/force-delete": "true" } } : {}),
      ...(isHeld === true ? { finalizers: ["other", finalizer] } : {}),
      ...(isLeaving === true ? { deletionTimestamp: "2026-11-21T08:00:00Z" } : {}),
    },
  };
}

function releaseIn(phase: string): JsonObject {
  return {
    kind: "ModuleRelease",
    metadata: { name: "echo-v1.0.0", labels: { source: "test" } },
    spec: { moduleName: "echo", version: "1.0.0" },
    status: { phase },
  };
}

const holds = test.macro({
  title: (title) => title ?? "",
  exec: (
    t,
    source: GivenSource,
    phase: string,
    wanted: { readonly finalizers: JsonObject[string] | undefined; readonly message?: RegExp },
  ) => {
    const objects = new ModuleObjects([sourceOf(source), releaseIn(phase)]);
    addSourceFinalizer(objects);
    const after = objects.get("ModuleSource", "test");
    const { finalizers } = objectField(after, "metadata");
    t.deepEqual(finalizers, wanted.finalizers);
    t.regex(stringField(objectField(after, "status"), "message") ?? "", wanted.message ?? /^$/);
  },
});

test("a source is held while a release of it is deployed", holds, {}, "Deployed", {
  finalizers: [finalizer],
});
test("a source is not held for releases that wait", holds, {}, "Pending", { finalizers: undefined });
test(
  "a source is let go when its last release is over",
  holds,
  { isHeld: true, isLeaving: true },
  "Superseded",
  {
    finalizers: ["other"],
  },
);
test("a source that is to go says what holds it", holds, { isHeld: true, isLeaving: true }, "Deployed", {
  finalizers: ["other", finalizer],
  message: /^The source cannot be deleted while echo-v1\.0\.0 is deployed\./,
});
test(
  "a source may be let go by force",
  holds,
  { isForced: true, isHeld: true, isLeaving: true },
  "Deployed",
  {
    finalizers: ["other"],
  },
);
