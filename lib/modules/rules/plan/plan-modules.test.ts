import test from "ava";

import {
  sampleFacts,
  sampleObject,
  samplePolicy,
  sampleRelease,
} from "../../../../fixtures/modules/releases/sample-release.ts";
import { type JsonObject, objectField, stringField } from "../../../object/json.ts";
import type { PlanFacts } from "./plan-facts.ts";
import { planModules } from "./plan-modules.ts";

test("a plan shows the phase change and reason of each release, and the next release of each module", (t) => {
  const given = [
    sampleRelease("1.69.0"),
    sampleRelease("1.67.0", { phase: "Deployed" }),
    sampleRelease("1.68.0"),
    sampleRelease("1.0.0", { module: "ant", labels: { "modules.deckhouse.io/update-policy": "Manual" } }),
    samplePolicy("Manual", "Manual"),
    sampleRelease("2.0.0", { module: "bee", phase: "Deployed" }),
  ];
  const { modules } = planModules(given, sampleFacts());
  const waits = `Release is waiting for the 'modules.deckhouse.io/approved: "true"' annotation`;
  t.deepEqual(modules, [
    {
      module: "ant",
      off: undefined,
      next: { name: "ant-v1.0.0", version: "v1.0.0", deploys: false, why: waits, alternatives: [] },
      releases: [
        {
          name: "ant-v1.0.0",
          version: "v1.0.0",
          before: "Pending",
          after: "Pending",
          message: waits,
          why: waits,
        },
      ],
    },
    {
      module: "bee",
      off: undefined,
      next: undefined,
      releases: [
        {
          name: "bee-v2.0.0",
          version: "v2.0.0",
          before: "Deployed",
          after: "Deployed",
          message: "",
          why: "it is the running version",
        },
      ],
    },
    {
      module: "demo",
      off: undefined,
      next: {
        name: "demo-v1.68.0",
        version: "v1.68.0",
        deploys: true,
        why: "it comes next after v1.67.0",
        alternatives: [],
      },
      releases: [
        {
          name: "demo-v1.67.0",
          version: "v1.67.0",
          before: "Deployed",
          after: "Superseded",
          message: "",
          why: "another release was deployed after it",
        },
        {
          name: "demo-v1.68.0",
          version: "v1.68.0",
          before: "Pending",
          after: "Superseded",
          message: "",
          why: "another release was deployed after it",
        },
        {
          name: "demo-v1.69.0",
          version: "v1.69.0",
          before: "Pending",
          after: "Deployed",
          message: "",
          why: "it comes next after v1.68.0",
        },
      ],
    },
  ]);
});

test("objects keep their order, created ones come last and removed ones are left out", (t) => {
  const old = ["1.60.0", "1.61.0", "1.62.0", "1.63.0"].map((version) =>
    sampleRelease(version, { phase: "Superseded" }),
  );
  const given = [
    sampleRelease("1.67.0", { phase: "Deployed" }),
    samplePolicy("p", "Auto"),
    ...old.toReversed(),
  ];
  const { objects, modules } = planModules(given, sampleFacts());
  t.deepEqual(
    objects.map(
      (object) => `${stringField(object, "kind")} ${stringField(objectField(object, "metadata"), "name")}`,
    ),
    [
      "ModuleRelease demo-v1.67.0",
      "ModuleUpdatePolicy p",
      "ModuleRelease demo-v1.63.0",
      "ModuleRelease demo-v1.62.0",
      "ModuleRelease demo-v1.61.0",
      "Module demo",
      "ModuleDocumentation demo",
    ],
  );
  t.is(modules[0]?.releases[0]?.after, "Removed");
});

test("a release suspended for its settings stays suspended, as they cannot be checked offline", (t) => {
  const suspended = sampleRelease("1.68.0", {
    phase: "Suspended",
    message: "validation failed: x is required",
  });
  const { modules } = planModules([sampleRelease("1.67.0", { phase: "Deployed" }), suspended], sampleFacts());
  t.is(modules[0]?.releases[1]?.after, "Suspended");
  t.is(modules[0]?.releases[1]?.message, "validation failed: x is required");
});

test("a module whose source is Embedded has the version of the platform", (t) => {
  const needs = { requirements: { modules: { dns: ">= 1.70" } } };
  const given = [
    sampleObject("Module", "dns", { properties: { source: "Embedded" } }),
    sampleRelease("1.0.0", { spec: needs }),
  ];
  const after = (deckhouse: string): string | undefined =>
    planModules(given, sampleFacts({ deckhouse })).modules[0]?.releases[0]?.after;
  t.is(after("v1.69.3"), "Pending");
  t.is(after("v1.73.3"), "Deployed");
});

/** The outcome of each release, as `v1.2.3 Pending: message`. */
function outcomes(given: readonly JsonObject[], facts: Partial<PlanFacts> = {}): readonly string[] {
  const { modules } = planModules(given, { ...sampleFacts(), ...facts });
  return modules.flatMap(({ releases }) =>
    releases.map(
      ({ version, after, message }) => `${version} ${after}${message === "" ? "" : `: ${message}`}`,
    ),
  );
}

const deployed = sampleRelease("1.67.0", { phase: "Deployed" });

test("a simulated platform version takes precedence over the one in the files", (t) => {
  const given = [
    sampleObject("DeckhouseRelease", "v1.73.3", {
      spec: { version: "v1.73.3" },
      status: { phase: "Deployed" },
    }),
    sampleRelease("1.0.0", { spec: { requirements: { deckhouse: "< 1.70" } } }),
  ];
  t.deepEqual(outcomes(given, { deckhouse: "v1.69.0" }), ["v1.0.0 Deployed"]);
  t.regex(outcomes(given, { deckhouse: undefined })[0] ?? "", /1\.73\.3 is greater than or equal to 1\.70/);
});

function platform(version: string, status: JsonObject): JsonObject {
  return sampleObject("DeckhouseRelease", version, { spec: { version }, status });
}

test("a pending platform release shows which module does not support it", (t) => {
  const { platform: planned } = planModules(
    [
      platform("v1.74.0", {}),
      platform("v1.73.3", { phase: "Deployed" }),
      platform("v1.73.4", { phase: "Pending" }),
      sampleRelease("1.0.0", { phase: "Deployed", spec: { requirements: { deckhouse: "< 1.74" } } }),
    ],
    sampleFacts({ deckhouse: undefined }),
  );
  t.deepEqual(planned, [
    { name: "v1.73.3", version: "v1.73.3", phase: "Deployed", message: "" },
    { name: "v1.73.4", version: "v1.73.4", phase: "Pending", message: "" },
    {
      name: "v1.74.0",
      version: "v1.74.0",
      phase: "Pending",
      message:
        "requirements of demo are not satisfied: v1.74.0 deckhouse version is not suitable: v1.74.0 is greater than or equal to 1.74",
    },
  ]);
});

test("a minor release waits for the deployed version to be ready, a patch release does not", (t) => {
  const status = { phase: "Error", conditions: [{ type: "IsReady", status: "False" }] };
  const unready = sampleObject("Module", "demo", { status });
  t.deepEqual(outcomes([deployed, sampleRelease("1.68.0"), unready]), [
    "v1.67.0 Deployed",
    "v1.68.0 Pending: awaiting for module v1.67.0 to be ready",
  ]);
  t.deepEqual(outcomes([deployed, sampleRelease("1.67.1"), unready]), [
    "v1.67.0 Superseded",
    "v1.67.1 Deployed",
  ]);
});

test("bundle and edition decide whether a module without a ModuleConfig is enabled", (t) => {
  const accessibility = {
    editions: { ee: { available: true, enabledInBundles: ["Default"] }, ce: { available: false } },
  };
  const given = [
    sampleObject("Module", "demo", {
      status: { conditions: [{ type: "EnabledByModuleConfig", status: "False", reason: "Bundle" }] },
    }),
    sampleRelease("1.0.0", { spec: { accessibility } }),
  ];
  const off = (bundle: string, edition: string): string | undefined =>
    planModules(given, sampleFacts({ bundle, edition })).modules[0]?.off;
  t.is(off("Default", "ee"), undefined);
  t.is(
    off("Minimal", "ee"),
    "no ModuleConfig enables the module, and it is not on by default in the bundle 'Minimal'",
  );
  t.not(off("Default", "ce"), undefined);
});

test("a module that does not support the simulated platform is disabled, with the modules that require it", (t) => {
  const given = [
    sampleRelease("1.0.0", {
      module: "ant",
      phase: "Deployed",
      spec: { requirements: { deckhouse: "< 1.74" } },
    }),
    sampleRelease("1.0.0", {
      module: "bee",
      phase: "Deployed",
      spec: { requirements: { modules: { ant: ">= 1" } } },
    }),
  ];
  const { modules, objects } = planModules(given, sampleFacts({ deckhouse: "v1.74.0" }));
  t.deepEqual(
    modules.map(({ module, off }) => `${module}: ${off}`),
    [
      "ant: current deckhouse version is not suitable: 1.74.0 is greater than or equal to 1.74",
      "bee: 1 error occurred: dependency 'ant' is disabled",
    ],
  );
  t.false(
    objects.some((object) => object["kind"] === "ModuleConfig"),
    "what is assumed is not among the objects",
  );
});
