import test from "ava";

import {
  sampleFacts,
  sampleObject,
  sampleRelease,
  sampleTime,
} from "../../../../fixtures/modules/releases/sample-release.ts";
import { field, objectField } from "../../../object/json.ts";
import { ModuleObjects } from "../module-objects.ts";
import { handleRelease } from "./reconcile-release.ts";

const known = "2019-10-01T00:00:00Z";
const now = "2019-10-17T15:33:00Z";

/** The time at which a release got its phase; undefined if it is not stored. */
function since(objects: ModuleObjects, name: string): unknown {
  return field(objectField(objects.get("ModuleRelease", name), "status"), "transitionTime");
}

function withTime(release: ReturnType<typeof sampleRelease>): ReturnType<typeof sampleRelease> {
  return { ...release, status: { ...objectField(release, "status"), transitionTime: known } };
}

function updating(objects: ModuleObjects): string | undefined {
  return objects.release("demo-v1.67.0")?.annotations.get("modules.deckhouse.io/isUpdating");
}

function labels(objects: ModuleObjects, name: string): unknown {
  return Object.fromEntries(objects.release(name)?.labels ?? []);
}

test("handling a deployed release again keeps its transition time, the superseded one gets the current time", (t) => {
  const releases = [
    sampleRelease("1.67.0", { phase: "Deployed" }),
    sampleRelease("1.67.1"),
    sampleRelease("1.68.0"),
  ];
  const objects = new ModuleObjects(releases.map(withTime));
  handleRelease("demo-v1.68.0", objects, sampleFacts());
  t.is(since(objects, "demo-v1.68.0"), known);
  handleRelease("demo-v1.67.1", objects, sampleFacts());
  handleRelease("demo-v1.68.0", objects, sampleFacts());
  t.is(since(objects, "demo-v1.68.0"), known);
  t.is(since(objects, "demo-v1.67.0"), now);
});

test("a release without a phase gets the current time as its transition time", (t) => {
  const objects = new ModuleObjects([sampleRelease("1.67.0", { phase: "" })]);
  handleRelease("demo-v1.67.0", objects, sampleFacts({ artifactOf: () => ({ state: "missing" }) }));
  t.is(since(objects, "demo-v1.67.0"), now);
});

test("a deployed release is marked as updating until its module is ready", (t) => {
  const objects = new ModuleObjects([sampleRelease("1.67.0")]);
  handleRelease("demo-v1.67.0", objects, sampleFacts());
  t.is(updating(objects), "true");
  handleRelease("demo-v1.67.0", objects, sampleFacts());
  t.is(updating(objects), "true");
  objects.put(sampleObject("Module", "demo", { status: { phase: "Ready" } }));
  handleRelease("demo-v1.67.0", objects, sampleFacts());
  t.is(updating(objects), "false");
});

test("one-time annotations are removed by the deployment, an approval is kept", (t) => {
  const annotations = {
    "modules.deckhouse.io/approved": "true",
    "modules.deckhouse.io/force": "true",
    "release.deckhouse.io/apply-now": "true",
  };
  const objects = new ModuleObjects([sampleRelease("1.67.0", { annotations })]);
  handleRelease("demo-v1.67.0", objects, sampleFacts());
  t.deepEqual(Object.fromEntries(objects.release("demo-v1.67.0")?.annotations ?? []), {
    "modules.deckhouse.io/approved": "true",
    "modules.deckhouse.io/isUpdating": "true",
    "modules.deckhouse.io/notified": "true",
  });
});

test("labels of a release show its module and status, and an empty policy", (t) => {
  const objects = new ModuleObjects([
    sampleRelease("1.67.0", { phase: "Superseded" }),
    sampleRelease("1.68.0"),
    sampleRelease("1.70.0"),
  ]);
  for (const version of ["1.67.0", "1.68.0", "1.70.0"]) {
    handleRelease(`demo-v${version}`, objects, sampleFacts({ now: sampleTime }));
  }
  t.deepEqual(labels(objects, "demo-v1.67.0"), { module: "demo", status: "superseded" });
  t.deepEqual(labels(objects, "demo-v1.68.0"), {
    module: "demo",
    status: "deployed",
    "modules.deckhouse.io/update-policy": "",
  });
  t.deepEqual(labels(objects, "demo-v1.70.0"), { module: "demo", "modules.deckhouse.io/update-policy": "" });
});
