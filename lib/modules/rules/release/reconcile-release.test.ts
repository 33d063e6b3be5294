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
const updated = ["v1.67.0 Superseded", "v1.68.0 Deployed"];
const held = (message: string): readonly string[] => ["v1.67.0 Deployed", `v1.68.0 Pending: ${message}`];

test(
  handled,
  "the next release is deployed, the previous one is superseded",
  { objects: [deployed, next] },
  updated,
  "it comes next after v1.67.0",
);
test(
  handled,
  "a release without a phase becomes Pending and is deployed",
  { objects: [deployed, sampleRelease("1.68.0", { phase: "" })] },
  updated,
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
  "an Ignore policy blocks a release and is reported",
  { objects: [deployed, sampleRelease("1.68.0", byPolicy("off")), samplePolicy("off", "Ignore")] },
  held("Update disabled by 'Ignore' update policy"),
);
test(
  handled,
  "a policy that does not exist is reported by name",
  { objects: [deployed, sampleRelease("1.68.0", byPolicy("gone"))] },
  held("Update policy gone not found"),
);
test(
  handled,
  "a release without a policy label uses the policy of the ModuleConfig",
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
  "the policy label of a release takes precedence over the ModuleConfig",
  {
    objects: [
      deployed,
      sampleRelease("1.68.0", byPolicy("auto")),
      samplePolicy("off", "Ignore"),
      samplePolicy("auto", "Auto"),
      sampleObject("ModuleConfig", "demo", { spec: { updatePolicy: "off" } }),
    ],
  },
  updated,
);
test(
  handled,
  "releases of an overridden module are not changed",
  { objects: [deployed, next, sampleObject("ModulePullOverride", "demo", { spec: { imageTag: "main" } })] },
  ["v1.67.0 Deployed", "v1.68.0 Pending"],
  "a ModulePullOverride of the module exists: its releases are not deployed",
);
test(
  handled,
  "no release of a disabled module is deployed",
  { objects: [deployed, next, sampleObject("ModuleConfig", "demo", { spec: { enabled: false } })] },
  ["v1.67.0 Deployed", "v1.68.0 Pending"],
  "the module is disabled: new releases are not deployed",
);
test(
  handled,
  "no release of a module that the module manager has disabled is deployed",
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
  "a minor release waits until the module is ready",
  { objects: [deployed, next], facts: { isReady: () => false } },
  held("awaiting for module v1.67.0 to be ready"),
);
test("a patch release does not wait until the module is ready, as it may be the fix", (t) => {
  const objects = new ModuleObjects([deployed, sampleRelease("1.67.4")]);
  handleRelease("demo-v1.67.4", objects, sampleFacts({ isReady: () => false }));
  t.deepEqual(statuses(objects), ["v1.67.0 Superseded", "v1.67.4 Deployed"]);
});
test(
  handled,
  "unmet requirements of a release are reported",
  { objects: [deployed, sampleRelease("1.68.0", { spec: { requirements: { deckhouse: "> v1.64.0" } } })] },
  held(
    "requirements are not satisfied: current deckhouse version is not suitable: 1.0.0 is less than or equal to v1.64.0",
  ),
);
test(
  handled,
  "a forced release skips requirements, approval and readiness",
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
  updated,
  "it is forced by an annotation",
);

test("in mode Auto a jump is made at once, not step by step", (t) => {
  const end = sampleRelease("1.75.2", { spec: { update: { versions: [{ from: "1.67", to: "1.75" }] } } });
  const objects = new ModuleObjects([deployed, next, end]);
  t.is(
    handleRelease("demo-v1.68.0", objects, sampleFacts()).why,
    "awaiting for v1.75.2 release to be deployed",
  );
  handleRelease("demo-v1.75.2", objects, sampleFacts());
  t.deepEqual(statuses(objects), ["v1.67.0 Superseded", "v1.68.0 Skipped", "v1.75.2 Deployed"]);
});

test("an approved step is deployed if the jump over it is not approved", (t) => {
  const end = sampleRelease("1.75.2", { spec: { update: { versions: [{ from: "1.67", to: "1.75" }] } } });
  const objects = new ModuleObjects([deployed, sampleRelease("1.68.0", { annotations: approve }), end]);
  const defaultPolicy = { name: "", releaseChannel: "Stable", mode: "Manual", windows: [] } as const;
  handleRelease("demo-v1.68.0", objects, sampleFacts({ defaultPolicy }));
  t.deepEqual(statuses(objects), ["v1.67.0 Superseded", "v1.68.0 Deployed", "v1.75.2 Pending"]);
});

test("a lost status is restored from the status label", (t) => {
  const lost = sampleRelease("1.68.0", { phase: "", labels: { status: "deployed" } });
  const older = sampleRelease("1.67.0", { phase: "", labels: { status: "superseded" } });
  const objects = new ModuleObjects([older, lost]);
  handleRelease("demo-v1.68.0", objects, sampleFacts());
  t.deepEqual(statuses(objects), updated);
  t.deepEqual(objects.release("demo-v1.67.0")?.isPhaseStored, true);
});

test("a release that is being deleted is Terminating", (t) => {
  const leaving = sampleRelease("1.68.0", { metadata: { deletionTimestamp: "2019-10-17T15:00:00Z" } });
  const objects = new ModuleObjects([deployed, leaving]);
  handleRelease("demo-v1.68.0", objects, sampleFacts());
  t.deepEqual(statuses(objects), ["v1.67.0 Deployed", "v1.68.0 Terminating"]);
});

test("the reinstall annotation reinstalls a deployed release once", (t) => {
  const annotations = { "modules.deckhouse.io/reinstall": "true" };
  const objects = new ModuleObjects([sampleRelease("1.68.0", { phase: "Deployed", annotations })]);
  handleRelease("demo-v1.68.0", objects, sampleFacts());
  const release = objects.release("demo-v1.68.0");
  t.is(release?.annotations.get("modules.deckhouse.io/isUpdating"), "true");
  t.false(release?.wantsReinstall);
});

test("the lower one of two deployed releases is superseded", (t) => {
  const objects = new ModuleObjects([deployed, sampleRelease("1.68.0", { phase: "Deployed" })]);
  handleRelease("demo-v1.67.0", objects, sampleFacts());
  t.deepEqual(statuses(objects), updated);
});

test("a release that is invalid or does not exist is not changed", (t) => {
  const objects = new ModuleObjects([sampleRelease("latest")]);
  t.is(handleRelease("demo-vlatest", objects, sampleFacts()).why, "it names no module, or no version");
  t.is(handleRelease("demo-v9.9.9", objects, sampleFacts()).why, "the release does not exist");
  t.deepEqual(objects.changes(), []);
});
