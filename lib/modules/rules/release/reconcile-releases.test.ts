import test from "ava";
import * as fc from "fast-check";

import {
  sampleFacts,
  sampleObject,
  samplePolicy,
  sampleRelease,
  sampleTime,
  statuses,
} from "../../../../fixtures/modules/releases/sample-release.ts";
import { type JsonObject, objectField, stringField } from "../../../object/json.ts";
import { ModuleObjects } from "../module-objects.ts";
import { stringAnnotations } from "../resource/metadata.ts";
import { settle, settleReleases } from "./reconcile-releases.ts";

test("releases are deployed one after another until nothing changes", (t) => {
  const objects = new ModuleObjects([
    sampleRelease("1.67.0", { phase: "Deployed" }),
    sampleRelease("1.68.0"),
    sampleRelease("1.68.4"),
    sampleRelease("1.69.0"),
    sampleRelease("1.71.0"),
  ]);
  const handlings = settleReleases(objects, sampleFacts());
  t.deepEqual(statuses(objects), [
    "v1.67.0 Superseded",
    "v1.68.0 Skipped",
    "v1.68.4 Superseded",
    "v1.69.0 Deployed",
    "v1.71.0 Pending: minor version is greater than deployed 1.69.0 by one",
  ]);
  t.is(handlings.get("demo-v1.71.0")?.why, "minor version is greater than deployed 1.69.0 by one");
});

test("a release is deployed once a required module has reached the version, whatever their names", (t) => {
  const needs = { requirements: { modules: { zebra: ">= 1.2.0" } } };
  const objects = new ModuleObjects([
    sampleRelease("1.0.0", { module: "ant", phase: "Deployed" }),
    sampleRelease("1.1.0", { module: "ant", spec: needs }),
    sampleRelease("1.1.0", { module: "zebra", phase: "Deployed" }),
    sampleRelease("1.2.0", { module: "zebra" }),
  ]);
  settleReleases(objects, sampleFacts());
  t.deepEqual(statuses(objects, "ant"), ["v1.0.0 Superseded", "v1.1.0 Deployed"]);
});

test("a release is blocked while a running module does not support its version", (t) => {
  const needs = { requirements: { modules: { zebra: "< 1.2.0" } } };
  const objects = new ModuleObjects([
    sampleRelease("1.0.0", { module: "ant", phase: "Deployed", spec: needs }),
    sampleRelease("1.1.0", { module: "zebra", phase: "Deployed" }),
    sampleRelease("1.2.0", { module: "zebra" }),
  ]);
  settleReleases(objects, sampleFacts());
  t.regex(statuses(objects, "zebra")[1] ?? "", /^v1\.2\.0 Pending: requirements are not satisfied: .*'ant'/);
});

test("three obsolete releases are kept", (t) => {
  const old = ["1.60.0", "1.61.0", "1.62.0", "1.63.0"];
  const objects = new ModuleObjects([
    ...old.map((version) => sampleRelease(version, { phase: "Superseded" })),
    sampleRelease("1.67.0", { phase: "Deployed" }),
    sampleRelease("1.68.0"),
  ]);
  const handlings = settleReleases(objects, sampleFacts());
  t.deepEqual(statuses(objects), [
    "v1.62.0 Superseded",
    "v1.63.0 Superseded",
    "v1.67.0 Superseded",
    "v1.68.0 Deployed",
  ]);
  t.false(handlings.has("demo-v1.60.0"));
});

test("obsolete releases are kept while an override runs instead of the deployed release", (t) => {
  const old = ["1.60.0", "1.61.0", "1.62.0", "1.63.0"].map((version) =>
    sampleRelease(version, { phase: "Superseded" }),
  );
  const objects = new ModuleObjects([
    ...old,
    sampleRelease("1.67.0", { phase: "Deployed" }),
    sampleObject("ModulePullOverride", "demo"),
  ]);
  settleReleases(objects, sampleFacts());
  t.is(objects.releasesOf("demo").length, 5);
  t.is(objects.get("Module", "demo"), undefined);
});

const modes = ["Auto", "AutoPatch", "Manual", "Ignore"];
const anyRelease = fc.record({
  module: fc.constantFrom("ant", "bee"),
  version: fc
    .tuple(fc.nat({ max: 1 }), fc.nat({ max: 4 }), fc.nat({ max: 2 }))
    .map(([major, minor, patch]) => `${major}.${minor}.${patch}`),
  phase: fc.constantFrom(
    "",
    "Pending",
    "Pending",
    "Pending",
    "Deployed",
    "Superseded",
    "Suspended",
    "Skipped",
  ),
  approved: fc.boolean(),
  forced: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
  policy: fc.constantFrom("", ...modes),
  to: fc.option(fc.nat({ max: 4 }), { nil: undefined }),
  needs: fc.option(fc.constantFrom(">= 1.0.0", "< 1.0.0", ">= 0.2.0 !optional"), { nil: undefined }),
});
const anyObjects = fc
  .uniqueArray(anyRelease, { maxLength: 12, selector: ({ module, version }) => `${module}-${version}` })
  .map((releases): readonly JsonObject[] => [
    ...modes.map((mode) => samplePolicy(mode, mode)),
    ...releases.map(({ module, version, phase, approved, forced, policy, to, needs }) =>
      sampleRelease(version, {
        module,
        phase,
        labels: policy === "" ? {} : { "modules.deckhouse.io/update-policy": policy },
        annotations: {
          ...(approved ? { "modules.deckhouse.io/approved": "true" } : {}),
          ...(forced ? { "modules.deckhouse.io/force": "true" } : {}),
        },
        spec: {
          ...(to === undefined ? {} : { update: { versions: [{ from: "0.0", to: `1.${to}` }] } }),
          ...(needs === undefined
            ? {}
            : { requirements: { modules: { [module === "ant" ? "bee" : "ant"]: needs } } }),
        },
      }),
    ),
  ]);

test("reconciling settled releases again changes nothing, even later", (t) => {
  fc.assert(
    fc.property(anyObjects, (given) => {
      const objects = new ModuleObjects(given);
      settleReleases(objects, sampleFacts());
      objects.settle();
      settleReleases(objects, sampleFacts({ now: sampleTime + 60_000 }));
      t.deepEqual(objects.changes(), []);
    }),
  );
});

test("a release without a phase is treated as Pending by other releases", (t) => {
  fc.assert(
    fc.property(anyObjects, (given) => {
      const [stored, fresh] = [given.map(asPending), given.map(withoutPending)].map((objects) => {
        const settled = new ModuleObjects(objects);
        settleReleases(settled, sampleFacts());
        return ["ant", "bee"].map((module) => statuses(settled, module));
      });
      t.deepEqual(fresh, stored);
    }),
  );
});

function asPending(object: JsonObject): JsonObject {
  const isNew = object["kind"] === "ModuleRelease" && phaseIn(object) === undefined;
  return isNew ? { ...object, status: { phase: "Pending" } } : object;
}

function withoutPending(object: JsonObject): JsonObject {
  const { status: _, ...rest } = object;
  return phaseIn(object) === "Pending" ? rest : object;
}

function phaseIn(object: JsonObject): string | undefined {
  return stringField(objectField(object, "status"), "phase");
}

const ruleTo = (to: string): JsonObject => ({ update: { versions: [{ from: "0.3", to }] } });
const approved = {
  labels: { "modules.deckhouse.io/update-policy": "manual" },
  annotations: { "modules.deckhouse.io/approved": "true" },
};

test("new releases without a phase are jumped over like pending ones", (t) => {
  const objects = new ModuleObjects([
    sampleRelease("0.3.33", { phase: "Deployed" }),
    ...["0.4.1", "0.5.27"].map((version) => sampleRelease(version, { phase: "" })),
    sampleRelease("0.7.25", { phase: "", spec: ruleTo("0.7") }),
  ]);
  const { deployed } = settle(objects, sampleFacts());
  t.deepEqual([...deployed.keys()], ["demo-v0.7.25"]);
  t.deepEqual(statuses(objects), [
    "v0.3.33 Superseded",
    "v0.4.1 Skipped",
    "v0.5.27 Skipped",
    "v0.7.25 Deployed",
  ]);
});

test("the approved new release whose rule has the greatest `to` is deployed", (t) => {
  const objects = new ModuleObjects([
    samplePolicy("manual", "Manual"),
    sampleRelease("0.3.33", { phase: "Deployed", ...approved }),
    sampleRelease("0.5.0", { phase: "", spec: ruleTo("0.5"), ...approved }),
    sampleRelease("0.7.0", { phase: "", spec: ruleTo("0.7"), ...approved }),
  ]);
  const { deployed } = settle(objects, sampleFacts());
  t.deepEqual([...deployed.keys()], ["demo-v0.7.0"]);
});

test("only the newer one of two new patch releases is deployed", (t) => {
  const objects = new ModuleObjects([
    sampleRelease("1.67.0", { phase: "Deployed" }),
    sampleRelease("1.67.1", { phase: "" }),
    sampleRelease("1.67.2", { phase: "" }),
  ]);
  const { deployed } = settle(objects, sampleFacts());
  t.deepEqual(
    [...deployed].map(([name, { why }]) => [name, why]),
    [["demo-v1.67.2", "it is the newest patch of v1.67.0"]],
  );
});

test("the order of the objects does not matter", (t) => {
  fc.assert(
    fc.property(
      anyObjects.chain((given) =>
        fc.tuple(fc.constant(given), fc.shuffledSubarray([...given], { minLength: given.length })),
      ),
      ([given, shuffled]) => {
        const [left, right] = [new ModuleObjects(given), new ModuleObjects(shuffled)];
        settleReleases(left, sampleFacts());
        settleReleases(right, sampleFacts());
        t.deepEqual(left.everything(), right.everything());
      },
    ),
  );
});

test("at most one release of a module ends up deployed, and a lower one only if it was forced", (t) => {
  fc.assert(
    fc.property(anyObjects, (given) => {
      const objects = new ModuleObjects(given);
      const before = objects.releasedModules.map(
        (module) => [module, highestDeployed(objects, module)] as const,
      );
      settleReleases(objects, sampleFacts());
      for (const [module, highest] of before) {
        t.true(objects.releasesOf(module).filter(({ phase }) => phase === "Deployed").length <= 1);
        t.true(highestDeployed(objects, module) >= highest || isForced(given));
      }
    }),
  );
});

function isForced(given: readonly JsonObject[]): boolean {
  return new ModuleObjects(given)
    .everything()
    .some((object) => stringAnnotations(object).get("modules.deckhouse.io/force") === "true");
}

/** All numbers have one digit, so that texts compare as versions do. */
function highestDeployed(objects: ModuleObjects, module: string): string {
  const deployed = objects.releasesOf(module).findLast(({ phase }) => phase === "Deployed");
  return deployed?.version.original ?? "";
}
