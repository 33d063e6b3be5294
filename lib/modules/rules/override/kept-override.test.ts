import test from "ava";

import {
  configOf,
  factsAt,
  noon,
  propertiesOf,
  releaseOf,
  sourceOf,
  reportedCondition,
} from "../../../../fixtures/modules/enablement/module-model.ts";
import { overrideOf } from "../../../../fixtures/modules/overrides/given-override.ts";
import { type JsonObject, objectField } from "../../../object/json.ts";
import { handleModules } from "../enablement/reconcile-modules.ts";
import { ModuleObjects } from "../module-objects.ts";
import { stringAnnotations } from "../resource/metadata.ts";
import { pullOverrideOf } from "../resource/pull-override.ts";
import { handleOverride } from "./reconcile-override.ts";

const source = sourceOf("test", "echo");
const digest = "sha256:cafe";

/** An override that runs, with its module enabled and release 1.0.0 deployed below it. */
function running(spec: JsonObject): ModuleObjects {
  const objects = new ModuleObjects([
    overrideOf(spec),
    source,
    configOf("echo", { enabled: true, updatePolicy: "test-alpha" }),
    releaseOf("echo", "1.0.0", { weight: 910 }),
  ]);
  handleModules(objects, factsAt(noon));
  const observation = { digest, installed: digest, pulled: true };
  handleOverride({ name: "echo", observation }, objects, factsAt(noon));
  handleModules(objects, factsAt(noon));
  return objects;
}

/** The same after a user has deleted the override. */
function deleted(spec: JsonObject): ModuleObjects {
  const objects = running(spec);
  const override = objects.get("ModulePullOverride", "echo") ?? {};
  const metadata = { ...objectField(override, "metadata"), deletionTimestamp: "2026-11-20T12:00:00Z" };
  objects.put({ ...override, metadata });
  const observation = { digest, installed: digest };
  handleOverride({ name: "echo", observation }, objects, factsAt(noon + 1000));
  release(objects);
  handleModules(objects, factsAt(noon + 1000));
  return objects;
}

/** The API server removes a deleted object once it has no finalizer. */
function release(objects: ModuleObjects): void {
  if (!pullOverrideOf(objects.get("ModulePullOverride", "echo") ?? {}).isHeld) {
    objects.remove("ModulePullOverride", "echo");
  }
}

test("an overridden module has the tag as its version, and its source shows no policy", (t) => {
  const objects = running({});
  t.is(propertiesOf(objects, "echo")["version"], "pr333");
  t.is(reportedCondition(objects, "echo", "IsOverridden"), "True");
  t.deepEqual(objectField(objects.get("ModuleSource", "test"), "status")["modules"], [
    { name: "echo", overridden: true },
  ]);
});

test("without rollback the image of a deleted override runs until another release is deployed", (t) => {
  const objects = deleted({});
  t.is(objects.get("ModulePullOverride", "echo"), undefined);
  t.is(propertiesOf(objects, "echo")["version"], "pr333");
  t.is(reportedCondition(objects, "echo", "IsOverridden"), "False");
  t.deepEqual(objectField(objects.get("ModuleSource", "test"), "status")["modules"], [
    { name: "echo", policy: "test-alpha" },
  ]);
  objects.put(releaseOf("echo", "1.0.0", { phase: "Superseded" }));
  objects.put(releaseOf("echo", "1.1.0"));
  handleModules(objects, factsAt(noon + 2000));
  t.is(propertiesOf(objects, "echo")["version"], "v1.1.0");
});

test("with rollback the module returns to its deployed release when the override is deleted", (t) => {
  const objects = deleted({ rollback: true });
  t.is(objects.get("ModulePullOverride", "echo"), undefined);
  t.is(propertiesOf(objects, "echo")["version"], "v1.0.0");
  t.is(reportedCondition(objects, "echo", "IsOverridden"), "False");
});

test("a new override replaces an image that kept running", (t) => {
  const objects = deleted({});
  objects.put(overrideOf({ imageTag: "my-branch" }));
  handleOverride(
    { name: "echo", observation: { digest, installed: digest, pulled: true } },
    objects,
    factsAt(noon),
  );
  t.is(propertiesOf(objects, "echo")["version"], "my-branch");
  t.deepEqual([...stringAnnotations(objects.get("Module", "echo"))], []);
});

test("an override whose image never ran does not change the module", (t) => {
  const unseen = { digest: undefined, installed: undefined };
  const objects = new ModuleObjects([
    overrideOf(),
    source,
    configOf("echo", { enabled: true }),
    releaseOf("echo", "1.0.0"),
  ]);
  handleModules(objects, factsAt(noon));
  const before = propertiesOf(objects, "echo");
  handleOverride(
    { name: "echo", observation: { ...unseen, downloadFault: "unreachable" } },
    objects,
    factsAt(noon),
  );
  handleModules(objects, factsAt(noon));
  t.deepEqual(propertiesOf(objects, "echo"), before);
  const override = objects.get("ModulePullOverride", "echo") ?? {};
  const metadata = { ...objectField(override, "metadata"), deletionTimestamp: "2026-11-20T12:00:00Z" };
  objects.put({ ...override, metadata });
  handleOverride({ name: "echo", observation: unseen }, objects, factsAt(noon));
  t.is(reportedCondition(objects, "echo", "IsOverridden"), "False");
  t.deepEqual(propertiesOf(objects, "echo"), before);
  t.deepEqual([...stringAnnotations(objects.get("Module", "echo"))], []);
});
