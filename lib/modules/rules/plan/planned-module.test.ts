import test from "ava";

import {
  sampleFacts,
  sampleObject,
  samplePolicy,
  sampleRelease,
} from "../../../../fixtures/modules/releases/sample-release.ts";
import { planModules } from "./plan-modules.ts";

const deployed = sampleRelease("1.67.0", { phase: "Deployed" });

test("no release of a module disabled by its ModuleConfig is deployed", (t) => {
  const config = sampleObject("ModuleConfig", "demo", { spec: { enabled: false } });
  const [module] = planModules([deployed, sampleRelease("1.68.0"), config], sampleFacts()).modules;
  t.is(module?.off, "its ModuleConfig disables the module");
  t.deepEqual(
    module?.releases.map(({ after, why }) => `${after}: ${why}`),
    [
      "Deployed: it runs once the module is enabled",
      "Pending: the module is disabled: new releases are not deployed",
    ],
  );
});

test("after a jump the previous release is superseded, and removed if three newer obsolete ones are kept", (t) => {
  const given = [
    sampleRelease("0.3.33", { phase: "Deployed" }),
    ...["0.4.1", "0.5.27", "0.6.11"].map((version) => sampleRelease(version)),
    sampleRelease("0.7.25", { spec: { update: { versions: [{ from: "0.3", to: "0.7" }] } } }),
  ];
  t.like(planModules(given, sampleFacts()).modules[0]?.releases[0], {
    before: "Deployed",
    between: "Superseded",
    after: "Removed",
    why: "another release was deployed after it, and only three obsolete releases are kept",
  });
});

test("releases of a module that has not been enabled for 72 hours are removed", (t) => {
  const long = "2019-10-01T00:00:00Z";
  const given = [
    deployed,
    sampleObject("ModuleConfig", "demo", { spec: { enabled: false } }),
    sampleObject("Module", "demo", {
      status: {
        conditions: [{ type: "EnabledByModuleConfig", status: "False", lastTransitionTime: long }],
      },
    }),
  ];
  t.like(planModules(given, sampleFacts()).modules[0]?.releases[0], {
    after: "Removed",
    why: "the module has not been enabled for 72 hours",
  });
});

test("every release that waits for an approval is a candidate for the next one", (t) => {
  const labels = { "modules.deckhouse.io/update-policy": "manual" };
  const { modules } = planModules(
    [
      samplePolicy("manual", "Manual"),
      sampleRelease("0.3.33", { phase: "Deployed", labels }),
      sampleRelease("0.4.1", { labels }),
      sampleRelease("0.5.27", { labels }),
      sampleRelease("0.7.25", { labels, spec: { update: { versions: [{ from: "0.3", to: "0.7" }] } } }),
    ],
    sampleFacts(),
  );
  t.like(modules[0]?.next, { version: "v0.4.1", deploys: false, alternatives: ["v0.7.25"] });
});
