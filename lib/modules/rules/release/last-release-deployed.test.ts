import test from "ava";

import {
  sampleObject,
  sampleRelease,
  sampleTime,
} from "../../../../fixtures/modules/releases/sample-release.ts";
import { type JsonObject, listField, objectField } from "../../../object/json.ts";
import { ModuleObjects } from "../module-objects.ts";
import { reportLastRelease } from "./last-release-deployed.ts";

const time = { lastProbeTime: "2019-10-17T15:33:00Z", lastTransitionTime: "2019-10-17T15:33:00Z" };
const deployed = sampleRelease("1.67.0", { phase: "Deployed" });

const given = test.macro<[string, readonly JsonObject[], JsonObject | undefined]>({
  exec(t, _, releases, expected) {
    const objects = new ModuleObjects(releases);
    reportLastRelease(objects, "demo", sampleTime);
    const conditions = listField(objectField(objects.get("Module", "demo"), "status"), "conditions");
    t.deepEqual(
      conditions,
      expected === undefined ? [] : [{ type: "LastReleaseDeployed", ...expected, ...time }],
    );
  },
  title: (_, name) => name,
});

const held = (message: string): readonly JsonObject[] => [deployed, sampleRelease("1.68.0", { message })];
const because = (reason: string, text: string): JsonObject => ({
  status: "False",
  reason,
  message: `ModuleRelease could not be applied, ${text}: see details in the module release v1.68.0`,
});

test(given, "LastReleaseDeployed is True for a module with a deployed release", [deployed], {
  status: "True",
});
test(
  given,
  "LastReleaseDeployed is not set if no release was deployed",
  [sampleRelease("1.68.0")],
  undefined,
);
test(
  given,
  "LastReleaseDeployed reports unmet requirements of the next release",
  held("requirements are not satisfied: x"),
  because("ReleaseRequirementsCheck", "not met requirements"),
);
test(
  given,
  "LastReleaseDeployed reports a postponed release",
  held("Release is waiting for the update window"),
  because("ReleaseDeployTimeCheck", "release postponed"),
);
test(
  given,
  "LastReleaseDeployed reports that the deployed release is not ready",
  held("awaiting for module v1.67.0 to be ready"),
  because("ReleaseDeployedIsNotReady", "awaiting for deployed release be ready"),
);
test(
  given,
  "LastReleaseDeployed reports invalid settings",
  [deployed, sampleRelease("1.68.0", { phase: "Suspended", message: "validation failed: x" })],
  because("ReleaseConfigValidationCheck", "module config validation failed"),
);
test(
  given,
  "LastReleaseDeployed ignores a release that only waits for its turn",
  held("awaiting for v1.67.4 release to be deployed"),
  { status: "True" },
);
test(
  given,
  "LastReleaseDeployed reports the highest of several blocked releases",
  [
    deployed,
    sampleRelease("1.67.1", { message: "requirements are not satisfied: x" }),
    sampleRelease("1.68.0", { message: "Release is postponed until 18 Oct 2019 15:33 UTC" }),
  ],
  because("ReleaseDeployTimeCheck", "release postponed"),
);
test(
  given,
  "LastReleaseDeployed ignores releases below the deployed one",
  [sampleRelease("1.66.0", { message: "requirements are not satisfied: x" }), deployed],
  { status: "True" },
);
test(
  given,
  "LastReleaseDeployed is not set while an override exists",
  [deployed, sampleObject("ModulePullOverride", "demo")],
  undefined,
);
