import test from "ava";

import {
  factsAt,
  moduleOf,
  noon,
  propertiesOf,
  sourceOf,
  reportedCondition,
} from "../../../../fixtures/modules/enablement/module-model.ts";
import { overrideOf } from "../../../../fixtures/modules/overrides/given-override.ts";
import { listField, objectField } from "../../../object/json.ts";
import { ModuleObjects } from "../module-objects.ts";
import { handleOverride } from "./reconcile-override.ts";

const source = sourceOf("test", "echo");
const module = moduleOf(
  "echo",
  { source: "test", version: "v1.0.0" },
  "EnabledByModuleConfig",
  "EnabledByModuleManager",
);
const [digest, other] = ["sha256:cafe", "sha256:beef"];

test("without an image the module shows its running version, and its source lists it as overridden", (t) => {
  const objects = new ModuleObjects([overrideOf(), source, module]);
  handleOverride({ name: "echo", observation: { digest, installed: undefined } }, objects, factsAt(noon));
  t.is(propertiesOf(objects, "echo")["version"], "v1.0.0");
  const [listed] = listField(objectField(objects.get("ModuleSource", "test"), "status"), "modules");
  t.deepEqual(listed, { name: "echo", overridden: true });
});

test("a new image that fails to download leaves the module overridden by the running image", (t) => {
  const objects = new ModuleObjects([overrideOf(), source, module]);
  handleOverride({ name: "echo", observation: { digest, installed: digest } }, objects, factsAt(noon));
  const failed = { digest: other, installed: digest, downloadFault: "unreachable" };
  handleOverride({ name: "echo", observation: failed }, objects, factsAt(noon));
  t.is(reportedCondition(objects, "echo", "IsOverridden"), "True");
  t.is(propertiesOf(objects, "echo")["version"], "pr333");
});
