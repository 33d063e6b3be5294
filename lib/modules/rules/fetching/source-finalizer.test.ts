import test from "ava";

import { type JsonObject, objectField, stringField } from "../../../object/json.ts";
import { ModuleObjects } from "../module-objects.ts";
import { addSourceFinalizer } from "./source-status.ts";

interface GivenSource {
  readonly isTerminating?: boolean;
  readonly hasFinalizer?: boolean;
  readonly isForced?: boolean;
}

const finalizer = "modules.deckhouse.io/release-exists";

function sourceOf({ isForced, hasFinalizer, isTerminating }: GivenSource): JsonObject {
  return {
    kind: "ModuleSource",
    metadata: {
      name: "test",
      ...(isForced === true ? { annotations: { "modules.deckhouse.io/force-delete": "true" } } : {}),
      ...(hasFinalizer === true ? { finalizers: ["other", finalizer] } : {}),
      ...(isTerminating === true ? { deletionTimestamp: "2026-11-21T08:00:00Z" } : {}),
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

test("a source gets a finalizer while one of its releases is deployed", holds, {}, "Deployed", {
  finalizers: [finalizer],
});
test("a source with only pending releases gets no finalizer", holds, {}, "Pending", {
  finalizers: undefined,
});
test(
  "the finalizer of a deleted source is removed when its last release is superseded",
  holds,
  { hasFinalizer: true, isTerminating: true },
  "Superseded",
  {
    finalizers: ["other"],
  },
);
test(
  "a source that is being deleted reports which release blocks it",
  holds,
  { hasFinalizer: true, isTerminating: true },
  "Deployed",
  {
    finalizers: ["other", finalizer],
    message: /^The source cannot be deleted while echo-v1\.0\.0 is deployed\./,
  },
);
test(
  "the force-delete annotation removes the finalizer of a deleted source",
  holds,
  { isForced: true, hasFinalizer: true, isTerminating: true },
  "Deployed",
  {
    finalizers: ["other"],
  },
);
