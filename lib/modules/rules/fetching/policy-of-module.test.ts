import test from "ava";

import { configOf, factsAt, noon, sourceOf } from "../../../../fixtures/modules/enablement/module-model.ts";
import { type JsonObject, objectField } from "../../../object/json.ts";
import { ModuleObjects } from "../module-objects.ts";
import { policyOfModule } from "./policy-of-module.ts";

function selecting(name: string, labelSelector: JsonObject, releaseChannel = "Alpha"): JsonObject {
  const spec = { releaseChannel, moduleReleaseSelector: { labelSelector } };
  return { kind: "ModuleUpdatePolicy", metadata: { name }, spec };
}

const source = sourceOf("test", "echo");
const place = { module: "echo", source: "test" };

const found = test.macro({
  title: (_, title: string) => title,
  exec: (t, _title: string, objects: readonly JsonObject[], wanted: string) => {
    const policy = policyOfModule(place, new ModuleObjects([source, ...objects]), factsAt(noon));
    t.is("fault" in policy ? policy.fault : `${policy.name} ${policy.releaseChannel}`, wanted);
  },
});
const byLabels = { matchLabels: { module: "echo", source: "test" } };
test(
  found,
  "the policy in the ModuleConfig takes precedence over policies that select the module",
  [
    configOf("echo", { updatePolicy: "mine" }),
    selecting("all", {}),
    { kind: "ModuleUpdatePolicy", metadata: { name: "mine" }, spec: { releaseChannel: "Beta" } },
  ],
  "mine Beta",
);
test(
  found,
  "a missing policy in the ModuleConfig is a fault",
  [configOf("echo", { updatePolicy: "mine" }), selecting("all", {})],
  "Update policy mine not found",
);
test(
  found,
  "a policy selects a module by its labels",
  [selecting("a", { matchLabels: { module: "other" } }), selecting("b", byLabels, "Beta")],
  "b Beta",
);
test(
  found,
  "the first by name of several policies that select a module is used",
  [selecting("b", {}), selecting("a", byLabels, "Beta")],
  "a Beta",
);
test(found, "without a policy the default policy of the platform is used", [], " Stable");
test(
  found,
  "a policy without a selector selects nothing",
  [{ kind: "ModuleUpdatePolicy", metadata: { name: "a" }, spec: { releaseChannel: "Beta" } }],
  " Stable",
);

test("without a policy the channel of the source is used", (t) => {
  const beta = { ...source, spec: { ...objectField(source, "spec"), releaseChannel: "Beta" } };
  const policy = policyOfModule(place, new ModuleObjects([beta]), factsAt(noon));
  t.is("releaseChannel" in policy ? policy.releaseChannel : "", "Beta");
});

const operator = test.macro({
  title: (_, expression: JsonObject, wanted: boolean) =>
    `${JSON.stringify(expression)} ${wanted ? "selects" : "does not select"} module echo`,
  exec: (t, expression: JsonObject, wanted: boolean) => {
    const objects = new ModuleObjects([source, selecting("a", { matchExpressions: [expression] })]);
    const policy = policyOfModule(place, objects, factsAt(noon));
    t.is("name" in policy && policy.name === "a", wanted);
  },
});
test(operator, { key: "module", operator: "In", values: ["echo", "x"] }, true);
test(operator, { key: "module", operator: "In", values: ["x"] }, false);
test(operator, { key: "module", operator: "NotIn", values: ["echo"] }, false);
test(operator, { key: "module", operator: "NotIn", values: ["x"] }, true);
test(operator, { key: "tier", operator: "NotIn", values: ["x"] }, true);
test(operator, { key: "source", operator: "Exists" }, true);
test(operator, { key: "tier", operator: "Exists" }, false);
test(operator, { key: "tier", operator: "DoesNotExist" }, true);
test(operator, { key: "source", operator: "DoesNotExist" }, false);
test(operator, { key: "source", operator: "Near" }, false);
