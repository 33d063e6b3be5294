import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { platformState } from "./build-platform-state.ts";
import type { ModuleFacts } from "./module-facts.ts";
import { ModuleObjects } from "./module-objects.ts";
import type { InstalledModule, PlatformState } from "./requirement/platform-state.ts";

const facts: ModuleFacts = {
  now: 0,
  deckhouse: undefined,
  kubernetes: "1.29.6",
  edition: "ee",
  bundle: "Default",
  defaultPolicy: { name: "", releaseChannel: "Stable", mode: "Auto", windows: [] },
  embedded: new Set(["ingress-nginx"]),
  isReady: () => true,
  artifactOf: () => ({ state: "here" }),
};

function object(kind: string, name: string, rest: JsonObject): JsonObject {
  return { apiVersion: "deckhouse.io/v1alpha1", kind, metadata: { name }, ...rest };
}

function release(module: string, version: string, phase: string): JsonObject {
  const requirements = { deckhouse: `>= ${version.slice(1)}`, modules: { other: "> 1" } };
  const spec = { moduleName: module, version, requirements };
  return object("ModuleRelease", `${module}-${version}`, { spec, status: { phase } });
}

function platform(version: string, phase: string): JsonObject {
  return object("DeckhouseRelease", version, { spec: { version }, status: { phase } });
}

function moduleObject(name: string, conditions: Readonly<Record<string, string>>, version = ""): JsonObject {
  const list = Object.entries(conditions).map(([type, status]) => ({ type, status }));
  return object("Module", name, { properties: { version }, status: { conditions: list } });
}

function config(name: string, spec: JsonObject): JsonObject {
  return object("ModuleConfig", name, { spec });
}

function override(name: string, imageTag: string, message: string): JsonObject {
  return object("ModulePullOverride", name, { spec: { imageTag }, status: { message } });
}

function of(objects: readonly JsonObject[], deckhouse?: string): PlatformState {
  return platformState(new ModuleObjects(objects), { ...facts, deckhouse });
}

function parca(...objects: readonly JsonObject[]): InstalledModule | undefined {
  return of(objects).modules.get("parca");
}

const deployed = release("parca", "v1.2.0", "Deployed");

const runs = test.macro({
  title: (title = "") => `the version of the platform is ${title}`,
  exec: (t, objects: readonly JsonObject[], version: string, simulated?: string) => {
    const found = of(objects, simulated);
    t.is(found.deckhouse, version);
    t.is(found.kubernetes, "1.29.6");
    t.deepEqual(found.modules.get("ingress-nginx"), {
      name: "ingress-nginx",
      version,
      isEnabled: true,
      isOverridden: false,
      isEmbedded: true,
      requirements: { deckhouse: undefined, kubernetes: undefined, modules: [] },
    });
  },
});

test("newer than all releases where none is deployed", runs, [platform("v1.73.4", "Pending")], "v2.0.0");
test("the simulated one", runs, [platform("v1.73.3", "Deployed")], "v1.70.0", "v1.70.0");
test("that of the release that is deployed", runs, [platform("v1.73.3", "Deployed")], "v1.73.3");
test(
  "the highest of those deployed, whatever their names",
  runs,
  ["v1.9.0", "v1.73.3", "v1.8.0"].map((version) => platform(version, "Deployed")),
  "v1.73.3",
);
test("no word", runs, [platform("newest", "Deployed")], "v2.0.0");

test("a module is at the highest of its releases that are deployed, with what that one needs", (t) => {
  const versions = ["v1.10.0", "v1.9.0", "v1.2.0"].map((version) => release("parca", version, "Deployed"));
  t.deepEqual(
    parca(...versions, release("parca", "v1.11.0", "Pending"), release("parca", "v1.0.0", "Superseded")),
    {
      name: "parca",
      version: "v1.10.0",
      isEnabled: true,
      isOverridden: false,
      requirements: {
        deckhouse: ">= 1.10.0",
        kubernetes: undefined,
        modules: [{ module: "other", constraint: "> 1", isOptional: false }],
      },
    },
  );
  t.is(
    parca(release("parca", "v1.11.0", "Pending"), moduleObject("parca", {}), config("parca", {})),
    undefined,
  );
});

const enabled = test.macro({
  title: (title = "") => `a module is ${title}`,
  exec: (t, objects: readonly JsonObject[], isEnabled: boolean) => {
    t.is(parca(deployed, ...objects)?.isEnabled, isEnabled);
  },
});

const decided = (status: string): JsonObject =>
  moduleObject("parca", { IsReady: "True", EnabledByModuleManager: status });
test("on where it is deployed and nothing else is said", enabled, [], true);
test(
  "on where the configuration leaves it open",
  enabled,
  [moduleObject("parca", {}), config("parca", {})],
  true,
);
test(
  "off where the configuration says so",
  enabled,
  [moduleObject("parca", {}), config("parca", { enabled: false })],
  false,
);
test("on where the configuration says so", enabled, [config("parca", { enabled: true })], true);
test(
  "off where that was decided, though it is wanted",
  enabled,
  [decided("False"), config("parca", { enabled: true })],
  false,
);
test(
  "on where that was decided, though it is not wanted",
  enabled,
  [decided("True"), config("parca", { enabled: false })],
  true,
);

test("a module of the platform can be switched off", (t) => {
  t.false(of([config("ingress-nginx", { enabled: false })]).modules.get("ingress-nginx")?.isEnabled);
});

const overridden = test.macro({
  title: (title = "") => `an override ${title}`,
  exec: (t, objects: readonly JsonObject[], version: string | undefined) => {
    const found = parca(...objects);
    t.is(found?.isOverridden === true ? found.version : undefined, version);
    t.true(found?.isOverridden !== true || found.requirements.modules.length === 0);
  },
});

const marked = moduleObject("parca", { IsOverridden: "True" }, "old-tag");
test(
  "that is ready gives the module its tag",
  overridden,
  [deployed, override("parca", "pr333", "Ready")],
  "pr333",
);
test("needs no release", overridden, [override("parca", "pr333", "Ready")], "pr333");
test(
  "that is not ready changes nothing",
  overridden,
  [deployed, override("parca", "pr333", "The source not found")],
  undefined,
);
test(
  "that was ready before gives its tag",
  overridden,
  [marked, override("parca", "pr333", "Download error: x")],
  "pr333",
);
test("that is gone leaves the tag that the module says", overridden, [deployed, marked], "old-tag");
test(
  "counts no more once the module says so",
  overridden,
  [deployed, moduleObject("parca", { IsOverridden: "False" })],
  undefined,
);

test("an override of a module of the platform changes nothing", (t) => {
  const found = of([override("ingress-nginx", "pr1", "Ready")]).modules.get("ingress-nginx");
  t.like(found, { version: "v2.0.0", isOverridden: false });
});
