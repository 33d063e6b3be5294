import test from "ava";
import * as fc from "fast-check";

import { sampleObject, sampleRelease } from "../../../fixtures/modules/releases/sample-release.ts";
import type { JsonObject } from "../../object/json.ts";
import { ModuleObjects } from "./module-objects.ts";

const one = sampleRelease("1.9.0", { phase: "Deployed" });
const two = sampleRelease("1.10.0");

test("releases of a module come in the order of their versions, not of their texts", (t) => {
  const objects = new ModuleObjects([two, one, sampleRelease("latest")]);
  t.deepEqual(
    objects.releasesOf("demo").map(({ name }) => name),
    ["demo-v1.9.0", "demo-v1.10.0"],
  );
  t.deepEqual(objects.releasedModules, ["demo"]);
  t.deepEqual(objects.releasesOf("other"), []);
});

test("an object of a kind that is not about modules is not taken in", (t) => {
  const objects = new ModuleObjects([{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } }]);
  t.deepEqual(objects.everything(), []);
});

test("what is put and removed is a change until it is settled, and what is as before is none", (t) => {
  const objects = new ModuleObjects([one, two]);
  objects.put({ ...one, status: { phase: "Superseded" } });
  objects.put(one);
  t.deepEqual(objects.changes(), []);
  const module = sampleObject("Module", "demo");
  objects.put(module);
  objects.remove("ModuleRelease", "demo-v1.10.0");
  t.deepEqual(objects.changes(), [
    { type: "write", kind: "Module", name: "demo", object: module, before: undefined },
    { type: "remove", kind: "ModuleRelease", name: "demo-v1.10.0", before: two },
  ]);
  objects.settle();
  t.deepEqual(objects.changes(), []);
});

test("what was made and removed again is no change", (t) => {
  const objects = new ModuleObjects();
  objects.put(one);
  objects.remove("ModuleRelease", "demo-v1.9.0");
  t.deepEqual(objects.changes(), []);
  t.deepEqual(objects.releasedModules, []);
});

test("a draft changes nothing of what it was made from, and the other way round", (t) => {
  const objects = new ModuleObjects([one]);
  const draft = objects.draft();
  draft.put(two);
  objects.put(sampleRelease("2.0.0"));
  t.deepEqual(
    draft.releasesOf("demo").map(({ name }) => name),
    ["demo-v1.9.0", "demo-v1.10.0"],
  );
  t.deepEqual(
    objects.releasesOf("demo").map(({ name }) => name),
    ["demo-v1.9.0", "demo-v2.0.0"],
  );
  t.is(draft.changes().length, 1);
  draft.remove("ModuleRelease", "demo-v1.9.0");
  objects.put(sampleRelease("3.0.0"));
  t.is(objects.releasesOf("demo").length, 3);
});

type Step = { readonly put: JsonObject } | { readonly remove: string };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record({
      name: fc.constantFrom("a", "b", "c"),
      module: fc.constantFrom("ant", "bee"),
      version: fc.constantFrom("1.0.0", "1.2.0", "1.10.0", "none"),
      phase: fc.constantFrom("Pending", "Deployed"),
    })
    .map(({ name, ...release }) => ({
      put: { ...sampleRelease(release.version, release), metadata: { name } },
    })),
  fc.constantFrom("a", "b", "c").map((name) => ({ remove: name })),
);

test("however objects have come and gone, the releases are those of a store made anew", (t) => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 12 }), (steps) => {
      const objects = new ModuleObjects();
      for (const step of steps) {
        if ("put" in step) {
          objects.put(step.put);
        } else {
          objects.remove("ModuleRelease", step.remove);
        }
        objects.releasesOf("ant");
      }
      const anew = new ModuleObjects(objects.everything());
      t.deepEqual(objects.releasedModules, anew.releasedModules);
      for (const module of ["ant", "bee"]) {
        t.deepEqual(objects.releasesOf(module), anew.releasesOf(module));
        t.deepEqual(objects.draft().releasesOf(module), anew.releasesOf(module));
      }
    }),
  );
});
