import test from "ava";

import {
  configOf,
  factsAt,
  hour,
  moduleOf,
  noon,
  propertiesOf,
  releaseOf,
  sourceOf,
  reportedCondition,
} from "../../../../fixtures/modules/enablement/module-model.ts";
import type { JsonObject } from "../../../object/json.ts";
import type { ModuleFacts } from "../module-facts.ts";
import { ModuleObjects } from "../module-objects.ts";
import { withAnnotations } from "../resource/metadata.ts";
import { handleModules } from "./reconcile-modules.ts";
import { noteDefinition } from "./module-properties.ts";

const on = configOf("echo", { enabled: true });
const off = configOf("echo", { enabled: false });
const ee = { editions: { ee: { available: true, enabledInBundles: ["Default"] } } };
const noEe = { editions: { ee: { available: false } } };

interface Case {
  readonly title: string;
  readonly with: readonly JsonObject[];
  readonly facts?: Partial<ModuleFacts>;
  readonly asked: string;
  readonly on: string;
}

const handled = test.macro({
  title: (_, { title }: Case) => title,
  exec: (t, { with: given, facts, asked, on: is }: Case) => {
    const objects = new ModuleObjects([sourceOf("test", "echo"), ...given]);
    handleModules(objects, factsAt(noon, facts));
    t.is(reportedCondition(objects, "echo", "EnabledByModuleConfig"), asked);
    t.is(reportedCondition(objects, "echo"), is);
    objects.settle();
    handleModules(objects, factsAt(noon + hour, facts));
    t.deepEqual(objects.changes(), [], "a second look finds nothing new");
  },
});

const offByBundle = "no ModuleConfig enables the module, and it is not on by default in the bundle 'Default'";
const cases: readonly Case[] = [
  { title: "a ModuleConfig enables a module", with: [on], asked: "True", on: "True" },
  {
    title: "a ModuleConfig disables a module, whatever the bundle",
    with: [off, releaseOf("echo", "1.0.0", { accessibility: ee })],
    asked: "False ModuleConfig: its ModuleConfig disables the module",
    on: "False Disabled: its ModuleConfig disables the module",
  },
  {
    title: "a module of the bundle is enabled by default",
    with: [releaseOf("echo", "1.0.0", { accessibility: ee })],
    asked: "True Bundle",
    on: "True",
  },
  {
    title: "a module without a release is enabled by the bundle in its definition",
    with: [moduleOf("echo", { accessibility: ee })],
    asked: "True Bundle",
    on: "True",
  },
  {
    title: "bundles are taken from the deployed release, not from an earlier definition",
    with: [moduleOf("echo", { accessibility: ee }), releaseOf("echo", "1.0.0")],
    asked: `False Bundle: ${offByBundle}`,
    on: `False Disabled: ${offByBundle}`,
  },
  {
    title: "a module of another bundle is disabled by default",
    with: [releaseOf("echo", "1.0.0", { accessibility: ee })],
    facts: { bundle: "Minimal" },
    asked:
      "False Bundle: no ModuleConfig enables the module, and it is not on by default in the bundle 'Minimal'",
    on: "False Disabled: no ModuleConfig enables the module, and it is not on by default in the bundle 'Minimal'",
  },
  {
    title: "a module without bundles is disabled by default",
    with: [releaseOf("echo", "1.0.0")],
    asked: `False Bundle: ${offByBundle}`,
    on: `False Disabled: ${offByBundle}`,
  },
  {
    title: "a ModuleConfig without `enabled` leaves the decision to the bundle",
    with: [configOf("echo", { settings: {} }), releaseOf("echo", "1.0.0", { accessibility: ee })],
    asked: "True Bundle",
    on: "True",
  },
  {
    title: "a module cannot be enabled in an edition where it is unavailable",
    with: [on, releaseOf("echo", "1.0.0", { accessibility: noEe })],
    asked: "True",
    on: "False Edition: the module is not available in the edition 'ee'",
  },
  {
    title: "a module cannot be enabled in an edition that it does not list",
    with: [on, releaseOf("echo", "1.0.0", { accessibility: ee })],
    facts: { edition: "ce" },
    asked: "True",
    on: "False Edition: the module is not available in the edition 'ce'",
  },
  {
    title: "a pending release that is unavailable in the edition does not disable the module",
    with: [
      on,
      releaseOf("echo", "1.0.0", { accessibility: ee }),
      releaseOf("echo", "1.1.0", { phase: "Pending", accessibility: noEe }),
    ],
    asked: "True",
    on: "True",
  },
  {
    title: "an embedded module without a ModuleConfig is enabled",
    with: [],
    facts: { embedded: new Set(["echo"]) },
    asked: "True Platform",
    on: "True",
  },
  {
    title: "an embedded module that the platform has disabled stays disabled",
    with: [moduleOf("echo", {}, "!EnabledByModuleConfig", "!EnabledByModuleManager")],
    facts: { embedded: new Set(["echo"]) },
    asked: "False Platform: the platform has the module disabled",
    on: "False Disabled: the platform has the module disabled",
  },
  {
    title: "a ModuleConfig disables an embedded module",
    with: [off],
    facts: { embedded: new Set(["echo"]) },
    asked: "False ModuleConfig: its ModuleConfig disables the module",
    on: "False Disabled: its ModuleConfig disables the module",
  },
  {
    title: "a module with unmet requirements is not enabled, and reports the reason",
    with: [on, releaseOf("echo", "1.0.0", { requirements: { kubernetes: ">= 1.40" } })],
    asked: "True",
    on: "False Requirements: current kubernetes version is not suitable: 1.31.0 is less than 1.40",
  },
];
for (const row of cases) {
  test(handled, row);
}

const shown = test.macro({
  title: (_, title: string) => `a Module shows ${title}`,
  exec: (t, _title: string, given: readonly JsonObject[], properties: JsonObject) => {
    const objects = new ModuleObjects(given);
    handleModules(objects, factsAt(noon));
    t.deepEqual(propertiesOf(objects, "echo"), properties);
  },
});
const requirements = { deckhouse: "> v1.63.0", kubernetes: "> v1.30.0" };
test(
  shown,
  "its source, the channel of its policy, and the fields of its deployed release",
  [
    sourceOf("example", "echo"),
    on,
    {
      ...releaseOf("echo", "1.0.0", { weight: 910, requirements, stage: "Preview", exclusiveGroup: "noise" }),
    },
  ],
  {
    availableSources: ["example"],
    source: "example",
    releaseChannel: "Stable",
    version: "v1.0.0",
    weight: 910,
    requirements,
    stage: "Preview",
    exclusiveGroup: "noise",
  },
);
test(
  shown,
  "no version if no release is deployed",
  [sourceOf("test", "echo"), releaseOf("echo", "1.0.0", { phase: "Pending" })],
  {
    availableSources: ["test"],
    source: "test",
    releaseChannel: "Stable",
  },
);
test(
  shown,
  "no source if several have the module and none is chosen",
  [sourceOf("a", "echo"), sourceOf("b", "echo"), on],
  {
    availableSources: ["a", "b"],
  },
);
test(
  shown,
  "the source named deckhouse if several have the module and none is chosen",
  [sourceOf("a", "echo"), sourceOf("deckhouse", "echo"), on],
  { availableSources: ["a", "deckhouse"], source: "deckhouse", releaseChannel: "Stable" },
);
test(
  shown,
  "the source that its ModuleConfig names",
  [sourceOf("a", "echo"), sourceOf("b", "echo"), configOf("echo", { enabled: true, source: "b" })],
  { availableSources: ["a", "b"], source: "b", releaseChannel: "Stable" },
);
test(
  shown,
  "the source of its deployed release if several have the module",
  [sourceOf("other", "echo"), sourceOf("test", "echo"), on, releaseOf("echo", "1.0.0")],
  { availableSources: ["other", "test"], source: "test", releaseChannel: "Stable", version: "v1.0.0" },
);

test("an embedded module has the version of the platform", (t) => {
  const objects = new ModuleObjects();
  handleModules(objects, factsAt(noon, { embedded: new Set(["echo"]) }));
  t.deepEqual(propertiesOf(objects, "echo"), { source: "Embedded", version: "v1.73.0" });
});

test("the definition from a channel is shown until a release is deployed", (t) => {
  const objects = new ModuleObjects([sourceOf("test", "echo")]);
  noteDefinition(
    { module: "echo", definition: { weight: 7, accessibility: ee }, seenIn: "channel" },
    objects,
  );
  handleModules(objects, factsAt(noon));
  t.is(reportedCondition(objects, "echo"), "True");
  t.is(propertiesOf(objects, "echo")["weight"], 7);
  objects.put(releaseOf("echo", "1.0.0", { weight: 8, accessibility: ee }));
  handleModules(objects, factsAt(noon));
  noteDefinition({ module: "echo", definition: { weight: 9 }, seenIn: "channel" }, objects);
  noteDefinition({ module: "echo", definition: { weight: 10 }, seenIn: "override" }, objects);
  t.is(propertiesOf(objects, "echo")["weight"], 8);
  t.is(reportedCondition(objects, "echo"), "True");
});

test("a module that keeps running without its override meets the requirements of other modules", (t) => {
  const echo = withAnnotations(
    moduleOf("echo", { source: "test", version: "pr333" }, "EnabledByModuleManager"),
    {
      "modules.deckhouse.io/kept-override": "none",
    },
  );
  const objects = new ModuleObjects([
    echo,
    on,
    configOf("user", { enabled: true }),
    releaseOf("user", "1.0.0", { requirements: { modules: { echo: ">= 0.0.0" } } }),
  ]);
  handleModules(objects, factsAt(noon));
  t.is(reportedCondition(objects, "user"), "True");
  t.is(propertiesOf(objects, "echo")["version"], "pr333");
});
