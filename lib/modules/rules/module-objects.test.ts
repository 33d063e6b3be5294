import test from "ava";
import * as fc from "fast-check";

import { sampleObject, sampleRelease } from "../../../fixtures/modules/releases/sample-release.ts";
import type { JsonObject } from "../../object/json.ts";
import { ModuleObjects } from "./module-objects.ts";

const one = sampleRelease("1.9.0", { phase: "Deployed" });
const two = sampleRelease("1.10.0");

test("releases of a module are sorted by version, not by text", (t) => {
  const objects = new ModuleObjects([two, one, sampleRelease("latest")]);
  t.deepEqual(
    objects.releasesOf("demo").map(({ name }) => name),
    ["demo-v1.9.0", "demo-v1.10.0"],
  );
  t.deepEqual(objects.releasedModules, ["demo"]);
  t.deepEqual(objects.releasesOf("other"), []);
});

test("an object of an unrelated kind is not stored", (t) => {
  const objects = new ModuleObjects([{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } }]);
  t.deepEqual(objects.everything(), []);
});

test("puts and removals are changes until settle(), and equal objects are not", (t) => {
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

test("an object that was created and removed again is not a change", (t) => {
  const objects = new ModuleObjects();
  objects.put(one);
  objects.remove("ModuleRelease", "demo-v1.9.0");
  t.deepEqual(objects.changes(), []);
  t.deepEqual(objects.releasedModules, []);
});

test("a draft and its original do not affect each other", (t) => {
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

test("after any puts and removals, the releases are those of a new store", (t) => {
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
      const rebuilt = new ModuleObjects(objects.everything());
      t.deepEqual(objects.releasedModules, rebuilt.releasedModules);
      for (const module of ["ant", "bee"]) {
        t.deepEqual(objects.releasesOf(module), rebuilt.releasesOf(module));
        t.deepEqual(objects.draft().releasesOf(module), rebuilt.releasesOf(module));
      }
    }),
  );
});
