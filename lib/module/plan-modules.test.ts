import test from "ava";

import {
  sampleFacts,
  sampleObject,
  samplePolicy,
  sampleRelease,
} from "../../fixtures/modules/releases/sample-release.ts";
import { objectField, stringField } from "../object/json.ts";
import { planModules } from "./plan-modules.ts";

test("a plan tells of each release what it was, what it becomes and why, and of each module what goes next", (t) => {
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
      next: { name: "ant-v1.0.0", version: "v1.0.0", deploys: false, why: waits },
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
      next: undefined,
      releases: [
        {
          name: "bee-v2.0.0",
          version: "v2.0.0",
          before: "Deployed",
          after: "Deployed",
          message: "",
          why: "it is the version that runs",
        },
      ],
    },
    {
      module: "demo",
      next: { name: "demo-v1.68.0", version: "v1.68.0", deploys: true, why: "it comes next after v1.67.0" },
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

test("the objects come in the order in which they were given, made ones last, removed ones not at all", (t) => {
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
    objects.map((object) => stringField(objectField(object, "metadata"), "name")),
    ["demo-v1.67.0", "p", "demo-v1.63.0", "demo-v1.62.0", "demo-v1.61.0", "demo"],
  );
  t.is(modules[0]?.releases[0]?.after, "Removed");
});

test("a release that was suspended for settings stays so: offline nobody knows whether they fit by now", (t) => {
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
