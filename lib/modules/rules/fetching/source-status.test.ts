import test from "ava";

import { configOf, moduleOf, sourceOf } from "../../../../fixtures/modules/enablement/module-model.ts";
import { objectField } from "../../../object/json.ts";
import { ModuleObjects } from "../module-objects.ts";
import { refreshSource, sourceStatus } from "./source-status.ts";

const overridden = moduleOf("echo", { source: "test" }, "EnabledByModuleManager", "IsOverridden");
const config = configOf("hello-world", { updatePolicy: "test-alpha" });

test("a source lists its modules sorted by name, with policy, error or the mark of an override", (t) => {
  const objects = new ModuleObjects([sourceOf("test"), overridden, config]);
  const faults = new Map([["plain", "not sequential version: prev 'v1.0.0' next 'v1.2.0'"]]);
  sourceStatus("test", { modules: ["plain", "hello-world", "echo", "echo"], message: "", faults }, objects);
  t.deepEqual(objectField(objects.get("ModuleSource", "test"), "status"), {
    modules: [
      { name: "echo", overridden: true },
      { name: "hello-world", policy: "test-alpha" },
      { name: "plain", error: "not sequential version: prev 'v1.0.0' next 'v1.2.0'" },
    ],
    modulesCount: 3,
    message: "",
  });
  objects.settle();
  sourceStatus("test", { modules: ["echo", "hello-world", "plain"], message: "", faults }, objects);
  refreshSource("test", objects);
  t.deepEqual(objects.changes(), [], "what it says already is not written again");
});

test("a source that cannot be reached keeps its modules and reports why", (t) => {
  const objects = new ModuleObjects([sourceOf("test", "echo", "hello-world"), config]);
  sourceStatus("test", { modules: undefined, message: "unreachable" }, objects);
  t.deepEqual(objectField(objects.get("ModuleSource", "test"), "status"), {
    modules: [{ name: "echo" }, { name: "hello-world", policy: "test-alpha" }],
    modulesCount: 2,
    message: "unreachable",
  });
});

test("an override is marked in the source of the module, and in no other source", (t) => {
  const objects = new ModuleObjects([sourceOf("test", "echo"), sourceOf("other", "echo"), overridden]);
  refreshSource("test", objects);
  refreshSource("other", objects);
  t.deepEqual(
    objects.all("ModuleSource").map((source) => objectField(source, "status")["modules"]),
    [[{ name: "echo" }], [{ name: "echo", overridden: true }]],
  );
});

test("a deleted source is not created again", (t) => {
  const objects = new ModuleObjects();
  sourceStatus("test", { modules: ["echo"], message: "" }, objects);
  refreshSource("test", objects);
  t.deepEqual(objects.everything(), []);
});
