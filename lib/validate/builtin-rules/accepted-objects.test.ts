import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import { ruleCauses } from "../../../fixtures/checked-builtin.ts";
import { readManifests } from "../../manifest/parse-manifests.ts";

/** Objects that a kube-apiserver 1.37 accepts, with nearly every field that a rule checks. */
const samples = join(import.meta.dirname, "../../../e2e/judge/builtin/samples");

const objects = readdirSync(samples).flatMap(
  (name) => readManifests({ name, text: readFileSync(join(samples, name), "utf8") }).objects,
);

test("objects that the API server accepts are accepted on create and on an update without changes", (t) => {
  t.true(objects.length > 40);
  for (const { value, name, kind } of objects) {
    t.deepEqual(ruleCauses(value), [], `${kind} ${name}`);
    t.deepEqual(ruleCauses(value, value), [], `${kind} ${name}, unchanged`);
  }
});
