import test from "ava";

import { object, planned } from "../../fixtures/planned.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";

const invalid = (ref: string): Diagnostic => ({
  code: "FieldInvalid",
  severity: "error",
  message: "no",
  ref,
});

test("validation errors of an object with Validate=false are dropped, those of other objects refuse the set", (t) => {
  const annotations = { "argocd.argoproj.io/sync-options": "Prune=false, Validate=false" };
  const set = [object("ConfigMap/a", { annotations }), object("ConfigMap/b")];
  const refs = ["/namespaces/default/ConfigMap/a", "/namespaces/default/ConfigMap/b"] as const;
  const refusedFor = (ref: string): boolean => planned(set, { check: () => [invalid(ref)] }).refused;
  t.deepEqual(refs.map(refusedFor), [false, true]);
});
