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
const gone = ["v1.67.0 Superseded", "v1.68.0 Deployed"];

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
  "files that are missing are to be fetched first",
  { state: "missing" },
  [deployed],
  ["v1.67.0 Deployed", "v1.68.0 Pending"],
);
test(
  artifact,
  "files that are not to be had keep a release pending",
  { state: "refused", message: "manifest unknown" },
  [deployed],
  ["v1.67.0 Deployed", "v1.68.0 Pending: Download error: manifest unknown"],
);
test(
  artifact,
  "settings that do not fit an update suspend it",
  { state: "here", settingsFault: "replicas is required" },
  [deployed],
  ["v1.67.0 Deployed", "v1.68.0 Suspended: validation failed: replicas is required"],
);
test(
  artifact,
  "settings that do not fit the first release keep it pending",
  { state: "here", settingsFault: "replicas is required" },
  [],
  ["v1.68.0 Pending: Initial module config validation failed:\nreplicas is required"],
);

test("a release that was suspended for its settings goes on once they fit", (t) => {
  const suspended = sampleRelease("1.68.0", {
    phase: "Suspended",
    message: "validation failed: x is required",
  });
  const objects = new ModuleObjects([deployed, suspended]);
  const fault: Artifact = { state: "here", settingsFault: "x is required" };
  handleRelease("demo-v1.68.0", objects, sampleFacts({ artifactOf: () => fault }));
  t.deepEqual(statuses(objects), ["v1.67.0 Deployed", "v1.68.0 Suspended: validation failed: x is required"]);
  handleRelease("demo-v1.68.0", objects, sampleFacts());
  t.deepEqual(statuses(objects), gone);
});

test("a window tells when to look again", (t) => {
  const windows = [{ from: "20:00", to: "22:00", days: [] }];
  const defaultPolicy = { name: "", releaseChannel: "Stable", mode: "Auto", windows } as const;
  const objects = new ModuleObjects([deployed, next]);
  const { again } = handleRelease("demo-v1.68.0", objects, sampleFacts({ defaultPolicy }));
  t.is(again, sampleTime + (4 * 60 + 27) * 60_000);
});
