import test from "ava";

import {
  sampleFacts,
  sampleRelease,
  sampleTime,
  statuses,
} from "../../../../fixtures/modules/releases/sample-release.ts";
import type { JsonObject } from "../../../object/json.ts";
import type { Artifact } from "../module-facts.ts";
import { ModuleObjects } from "../module-objects.ts";
import { handleRelease } from "./reconcile-release.ts";

const deployed = sampleRelease("1.67.0", { phase: "Deployed" });
const next = sampleRelease("1.68.0");
const updated = ["v1.67.0 Superseded", "v1.68.0 Deployed"];

const artifact = test.macro<[string, Artifact, readonly JsonObject[], readonly string[]]>({
  exec(t, _, state, before, expected) {
    const objects = new ModuleObjects([...before, next]);
    const handling = handleRelease("demo-v1.68.0", objects, sampleFacts({ artifactOf: () => state }));
    t.deepEqual(statuses(objects), expected);
    const isMissing = state.state === "missing";
    t.deepEqual(handling.fetch, isMissing ? { module: "demo", version: "v1.68.0" } : undefined);
  },
  title: (_, name) => name,
});

test(
  artifact,
  "missing files of a release are fetched first",
  { state: "missing" },
  [deployed],
  ["v1.67.0 Deployed", "v1.68.0 Pending"],
);
test(
  artifact,
  "a release whose files cannot be fetched stays pending",
  { state: "refused", message: "manifest unknown" },
  [deployed],
  ["v1.67.0 Deployed", "v1.68.0 Pending: Download error: manifest unknown"],
);
test(
  artifact,
  "an update whose settings are invalid is suspended",
  { state: "here", settingsFault: "replicas is required" },
  [deployed],
  ["v1.67.0 Deployed", "v1.68.0 Suspended: validation failed: replicas is required"],
);
test(
  artifact,
  "a first release whose settings are invalid stays pending",
  { state: "here", settingsFault: "replicas is required" },
  [],
  ["v1.68.0 Pending: Initial module config validation failed:\nreplicas is required"],
);

test("a release suspended for its settings is deployed once they are valid", (t) => {
  const suspended = sampleRelease("1.68.0", {
    phase: "Suspended",
    message: "validation failed: x is required",
  });
  const objects = new ModuleObjects([deployed, suspended]);
  const fault: Artifact = { state: "here", settingsFault: "x is required" };
  handleRelease("demo-v1.68.0", objects, sampleFacts({ artifactOf: () => fault }));
  t.deepEqual(statuses(objects), ["v1.67.0 Deployed", "v1.68.0 Suspended: validation failed: x is required"]);
  handleRelease("demo-v1.68.0", objects, sampleFacts());
  t.deepEqual(statuses(objects), updated);
});

test("a release outside its window is handled again when the window opens", (t) => {
  const windows = [{ from: "20:00", to: "22:00", days: [] }];
  const defaultPolicy = { name: "", releaseChannel: "Stable", mode: "Auto", windows } as const;
  const objects = new ModuleObjects([deployed, next]);
  const { again } = handleRelease("demo-v1.68.0", objects, sampleFacts({ defaultPolicy }));
  t.is(again, sampleTime + (4 * 60 + 27) * 60_000);
});
