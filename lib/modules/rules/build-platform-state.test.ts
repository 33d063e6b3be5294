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

test("newer than all releases if none is deployed", runs, [platform("v1.73.4", "Pending")], "v2.0.0");
test("the simulated one, if given", runs, [platform("v1.73.3", "Deployed")], "v1.70.0", "v1.70.0");
test("that of the deployed release", runs, [platform("v1.73.3", "Deployed")], "v1.73.3");
test(
  "the highest of all deployed releases, whatever their names",
  runs,
  ["v1.9.0", "v1.73.3", "v1.8.0"].map((version) => platform(version, "Deployed")),
  "v1.73.3",
);
test(
  "newer than all releases if that of the deployed release is not a version",
  runs,
  [platform("newest", "Deployed")],
  "v2.0.0",
);

test("a module has the version and requirements of its highest deployed release", (t) => {
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
test("enabled if it is deployed and nothing else is configured", enabled, [], true);
test(
  "enabled if its ModuleConfig leaves it open",
  enabled,
  [moduleObject("parca", {}), config("parca", {})],
  true,
);
test(
  "disabled if its ModuleConfig disables it",
  enabled,
  [moduleObject("parca", {}), config("parca", { enabled: false })],
  false,
);
test("enabled if its ModuleConfig enables it", enabled, [config("parca", { enabled: true })], true);
test(
  "disabled if that was decided, though its ModuleConfig enables it",
  enabled,
  [decided("False"), config("parca", { enabled: true })],
  false,
);
test(
  "enabled if that was decided, though its ModuleConfig disables it",
  enabled,
  [decided("True"), config("parca", { enabled: false })],
  true,
);

test("an embedded module can be disabled", (t) => {
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
  "that is ready sets the version to its tag",
  overridden,
  [deployed, override("parca", "pr333", "Ready")],
  "pr333",
);
test("needs no release", overridden, [override("parca", "pr333", "Ready")], "pr333");
test(
  "that is not ready has no effect",
  overridden,
  [deployed, override("parca", "pr333", "The source not found")],
  undefined,
);
test(
  "that was ready before still sets the version to its tag",
  overridden,
  [marked, override("parca", "pr333", "Download error: x")],
  "pr333",
);
test("that was deleted leaves the tag that the Module shows", overridden, [deployed, marked], "old-tag");
test(
  "has no effect once the Module is not marked as overridden",
  overridden,
  [deployed, moduleObject("parca", { IsOverridden: "False" })],
  undefined,
);

test("an override of an embedded module has no effect", (t) => {
  const found = of([override("ingress-nginx", "pr1", "Ready")]).modules.get("ingress-nginx");
  t.like(found, { version: "v2.0.0", isOverridden: false });
});
