import test from "ava";

import {
  sampleFacts,
  sampleObject,
  samplePolicy,
  sampleRelease,
  type SampleRelease,
  statuses,
} from "../../../../fixtures/modules/releases/sample-release.ts";
import type { JsonObject } from "../../../object/json.ts";
import type { ModuleFacts } from "../module-facts.ts";
import { ModuleObjects } from "../module-objects.ts";
import { handleRelease } from "./reconcile-release.ts";

const approve = { "modules.deckhouse.io/approved": "true" };
const force = { "modules.deckhouse.io/force": "true" };
const byPolicy = (name: string): SampleRelease => ({
  labels: { "modules.deckhouse.io/update-policy": name },
});
const deployed = sampleRelease("1.67.0", { phase: "Deployed" });

interface Handled {
  readonly objects: readonly JsonObject[];
  readonly facts?: Partial<ModuleFacts>;
}

/** Handles demo-v1.68.0 once. */
const handled = test.macro<[string, Handled, readonly string[], string?]>({
  exec(t, _, { objects: given, facts }, expected, why) {
    const objects = new ModuleObjects(given);
    const handling = handleRelease("demo-v1.68.0", objects, sampleFacts(facts));
    t.deepEqual(statuses(objects), expected);
    if (why !== undefined) {
      t.is(handling.why, why);
    }
  },
  title: (_, name) => name,
});

const next = sampleRelease("1.68.0");
const gone = ["v1.67.0 Superseded", "v1.68.0 Deployed"];
const held = (message: string): readonly string[] => ["v1.67.0 Deployed", `v1.68.0 Pending: ${message}`];

test(
  handled,
  "the next release is deployed, the one before it superseded",
  { objects: [deployed, next] },
  gone,
  "it comes next after v1.67.0",
);
test(
  handled,
  "a release that nobody has looked at is pending, and goes on",
  { objects: [deployed, sampleRelease("1.68.0", { phase: "" })] },
  gone,
);
test(
  handled,
  "the first release of a module is deployed",
  { objects: [next] },
  ["v1.68.0 Deployed"],
  "it is the first release of the module",
);
test(
  handled,
  "a policy that ignores releases says so",
  { objects: [deployed, sampleRelease("1.68.0", byPolicy("off")), samplePolicy("off", "Ignore")] },
  held("Update disabled by 'Ignore' update policy"),
);
test(
  handled,
  "a policy that is not there is named",
  { objects: [deployed, sampleRelease("1.68.0", byPolicy("gone"))] },
  held("Update policy gone not found"),
);
test(
  handled,
  "a release without a label goes by the policy of its ModuleConfig",
  {
    objects: [
      deployed,
      next,
      samplePolicy("off", "Ignore"),
      sampleObject("ModuleConfig", "demo", { spec: { updatePolicy: "off" } }),
    ],
  },
  held("Update disabled by 'Ignore' update policy"),
);
test(
  handled,
  "the label of a release comes before its ModuleConfig",
  {
    objects: [
      deployed,
      sampleRelease("1.68.0", byPolicy("auto")),
      samplePolicy("off", "Ignore"),
      samplePolicy("auto", "Auto"),
      sampleObject("ModuleConfig", "demo", { spec: { updatePolicy: "off" } }),
    ],
  },
  gone,
);
test(
  handled,
  "releases of an overridden module stand still",
  { objects: [deployed, next, sampleObject("ModulePullOverride", "demo", { spec: { imageTag: "main" } })] },
  ["v1.67.0 Deployed", "v1.68.0 Pending"],
  "a ModulePullOverride of the module exists: its releases are not deployed",
);
test(
  handled,
  "a module that is switched off takes no release",
  { objects: [deployed, next, sampleObject("ModuleConfig", "demo", { spec: { enabled: false } })] },
  ["v1.67.0 Deployed", "v1.68.0 Pending"],
  "the module is disabled: new releases are not deployed",
);
test(
  handled,
  "a module that the module manager has switched off takes no release",
  {
    objects: [
      deployed,
      next,
      sampleObject("Module", "demo", {
        status: { conditions: [{ type: "EnabledByModuleManager", status: "False" }] },
      }),
    ],
  },
  ["v1.67.0 Deployed", "v1.68.0 Pending"],
);
test(
  handled,
  "a minor waits until the module is ready",
  { objects: [deployed, next], facts: { isReady: () => false } },
  held("awaiting for module v1.67.0 to be ready"),
);
test("a patch does not wait until the module is ready: it may be what mends it", (t) => {
  const objects = new ModuleObjects([deployed, sampleRelease("1.67.4")]);
  handleRelease("demo-v1.67.4", objects, sampleFacts({ isReady: () => false }));
  t.deepEqual(statuses(objects), ["v1.67.0 Superseded", "v1.67.4 Deployed"]);
});
test(
  handled,
  "what a release requires is told",
  { objects: [deployed, sampleRelease("1.68.0", { spec: { requirements: { deckhouse: "> v1.64.0" } } })] },
  held(
    "requirements are not satisfied: current deckhouse version is not suitable: 1.0.0 is less than or equal to v1.64.0",
  ),
);
test(
  handled,
  "a forced release passes requirements, approval and readiness",
  {
    objects: [
      deployed,
      sampleRelease("1.68.0", { annotations: force, spec: { requirements: { deckhouse: "> v1.64.0" } } }),
    ],
    facts: {
      isReady: () => false,
      defaultPolicy: { name: "", releaseChannel: "Stable", mode: "Manual", windows: [] },
    },
  },
  gone,
  "it is forced by an annotation",
);

test("in Auto a jump is made at once, and not step by step", (t) => {
  const end = sampleRelease("1.75.2", { spec: { update: { versions: [{ from: "1.67", to: "1.75" }] } } });
  const objects = new ModuleObjects([deployed, next, end]);
  t.is(
    handleRelease("demo-v1.68.0", objects, sampleFacts()).why,
    "awaiting for v1.75.2 release to be deployed",
  );
  handleRelease("demo-v1.75.2", objects, sampleFacts());
  t.deepEqual(statuses(objects), ["v1.67.0 Superseded", "v1.68.0 Skipped", "v1.75.2 Deployed"]);
});

test("an approved step is made where the jump over it is not approved", (t) => {
  const end = sampleRelease("1.75.2", { spec: { update: { versions: [{ from: "1.67", to: "1.75" }] } } });
  const objects = new ModuleObjects([deployed, sampleRelease("1.68.0", { annotations: approve }), end]);
  const defaultPolicy = { name: "", releaseChannel: "Stable", mode: "Manual", windows: [] } as const;
  handleRelease("demo-v1.68.0", objects, sampleFacts({ defaultPolicy }));
  t.deepEqual(statuses(objects), ["v1.67.0 Superseded", "v1.68.0 Deployed", "v1.75.2 Pending"]);
});

test("a status that was lost comes back from the label", (t) => {
  const lost = sampleRelease("1.68.0", { phase: "", labels: { status: "deployed" } });
  const older = sampleRelease("1.67.0", { phase: "", labels: { status: "superseded" } });
  const objects = new ModuleObjects([older, lost]);
  handleRelease("demo-v1.68.0", objects, sampleFacts());
  t.deepEqual(statuses(objects), gone);
  t.deepEqual(objects.release("demo-v1.67.0")?.isPhaseStored, true);
});

test("a release that is being removed is terminating", (t) => {
  const leaving = sampleRelease("1.68.0", { metadata: { deletionTimestamp: "2019-10-17T15:00:00Z" } });
  const objects = new ModuleObjects([deployed, leaving]);
  handleRelease("demo-v1.68.0", objects, sampleFacts());
  t.deepEqual(statuses(objects), ["v1.67.0 Deployed", "v1.68.0 Terminating"]);
});

test("a deployed release is rolled out anew when a person asks for it, once", (t) => {
  const annotations = { "modules.deckhouse.io/reinstall": "true" };
  const objects = new ModuleObjects([sampleRelease("1.68.0", { phase: "Deployed", annotations })]);
  handleRelease("demo-v1.68.0", objects, sampleFacts());
  const release = objects.release("demo-v1.68.0");
  t.is(release?.annotations.get("modules.deckhouse.io/isUpdating"), "true");
  t.false(release?.wantsReinstall);
});

test("of two deployed releases the lower one is superseded", (t) => {
  const objects = new ModuleObjects([deployed, sampleRelease("1.68.0", { phase: "Deployed" })]);
  handleRelease("demo-v1.67.0", objects, sampleFacts());
  t.deepEqual(statuses(objects), gone);
});

test("a release that cannot be read, or is not there, is left alone", (t) => {
  const objects = new ModuleObjects([sampleRelease("latest")]);
  t.is(handleRelease("demo-vlatest", objects, sampleFacts()).why, "it names no module, or no version");
  t.is(handleRelease("demo-v9.9.9", objects, sampleFacts()).why, "the release does not exist");
  t.deepEqual(objects.changes(), []);
});
