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
  { title: "a module that a person switches on is on", with: [on], asked: "True", on: "True" },
  {
    title: "a module that a person switches off is off, whatever the bundle says",
    with: [off, releaseOf("echo", "1.0.0", { accessibility: ee })],
    asked: "False ModuleConfig: its ModuleConfig disables the module",
    on: "False Disabled: its ModuleConfig disables the module",
  },
  {
    title: "a module of the bundle is on by default",
    with: [releaseOf("echo", "1.0.0", { accessibility: ee })],
    asked: "True Bundle",
    on: "True",
  },
  {
    title: "a module of the bundle is on before it has a release, as its definition says",
    with: [moduleOf("echo", { accessibility: ee })],
    asked: "True Bundle",
    on: "True",
  },
  {
    title: "the deployed release tells of bundles, not what was known before it",
    with: [moduleOf("echo", { accessibility: ee }), releaseOf("echo", "1.0.0")],
    asked: `False Bundle: ${offByBundle}`,
    on: `False Disabled: ${offByBundle}`,
  },
  {
    title: "a module of another bundle is off by default",
    with: [releaseOf("echo", "1.0.0", { accessibility: ee })],
    facts: { bundle: "Minimal" },
    asked:
      "False Bundle: no ModuleConfig enables the module, and it is not on by default in the bundle 'Minimal'",
    on: "False Disabled: no ModuleConfig enables the module, and it is not on by default in the bundle 'Minimal'",
  },
  {
    title: "a module that says nothing of bundles is off by default",
    with: [releaseOf("echo", "1.0.0")],
    asked: `False Bundle: ${offByBundle}`,
    on: `False Disabled: ${offByBundle}`,
  },
  {
    title: "a ModuleConfig that leaves it open leaves it to the bundle",
    with: [configOf("echo", { settings: {} }), releaseOf("echo", "1.0.0", { accessibility: ee })],
    asked: "True Bundle",
    on: "True",
  },
  {
    title: "a module cannot be switched on in an edition that has it not",
    with: [on, releaseOf("echo", "1.0.0", { accessibility: noEe })],
    asked: "True",
    on: "False Edition: the module is not available in the edition 'ee'",
  },
  {
    title: "a module cannot be switched on in an edition that it does not name",
    with: [on, releaseOf("echo", "1.0.0", { accessibility: ee })],
    facts: { edition: "ce" },
    asked: "True",
    on: "False Edition: the module is not available in the edition 'ce'",
  },
  {
    title: "a next release that is not available does not switch the module off",
    with: [
      on,
      releaseOf("echo", "1.0.0", { accessibility: ee }),
      releaseOf("echo", "1.1.0", { phase: "Pending", accessibility: noEe }),
    ],
    asked: "True",
    on: "True",
  },
  {
    title: "a module of the platform is on where nothing else is said",
    with: [],
    facts: { embedded: new Set(["echo"]) },
    asked: "True Platform",
    on: "True",
  },
  {
    title: "a module of the platform stays as the platform has it",
    with: [moduleOf("echo", {}, "!EnabledByModuleConfig", "!EnabledByModuleManager")],
    facts: { embedded: new Set(["echo"]) },
    asked: "False Platform: the platform has the module disabled",
    on: "False Disabled: the platform has the module disabled",
  },
  {
    title: "a person switches a module of the platform off",
    with: [off],
    facts: { embedded: new Set(["echo"]) },
    asked: "False ModuleConfig: its ModuleConfig disables the module",
    on: "False Disabled: its ModuleConfig disables the module",
  },
  {
    title: "a module whose requirements are not met does not come on, with the reason",
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
  "its source, the channel of its policy, and what of it is deployed",
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
  "no version where none is deployed",
  [sourceOf("test", "echo"), releaseOf("echo", "1.0.0", { phase: "Pending" })],
  {
    availableSources: ["test"],
    source: "test",
    releaseChannel: "Stable",
  },
);
test(
  shown,
  "no source where several have it and nobody has chosen",
  [sourceOf("a", "echo"), sourceOf("b", "echo"), on],
  {
    availableSources: ["a", "b"],
  },
);
test(
  shown,
  "the source called deckhouse where several have it and nobody has chosen",
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
  "the source of its deployed release where several have it",
  [sourceOf("other", "echo"), sourceOf("test", "echo"), on, releaseOf("echo", "1.0.0")],
  { availableSources: ["other", "test"], source: "test", releaseChannel: "Stable", version: "v1.0.0" },
);

test("a module of the platform has the version of the platform", (t) => {
  const objects = new ModuleObjects();
  handleModules(objects, factsAt(noon, { embedded: new Set(["echo"]) }));
  t.deepEqual(propertiesOf(objects, "echo"), { source: "Embedded", version: "v1.73.0" });
});

test("what a channel says of a module shows until a release is deployed", (t) => {
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

test("a module that runs on without its override is there for those that need it", (t) => {
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
