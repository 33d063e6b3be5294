import test from "ava";

import { manifestsOf } from "../../fixtures/ordered-set.ts";
import { object } from "../../fixtures/planned.ts";
import { readDirectives } from "./parse-directives.ts";

function foundIn(...annotations: readonly Readonly<Record<string, string>>[]): readonly string[] {
  const objects = annotations.map((each, index) => object(`ConfigMap/c${index}`, { annotations: each }));
  return readDirectives(manifestsOf(objects)).diagnostics.map(
    ({ message, ref, origin }) => `${ref} ${origin?.line}: ${message}`,
  );
}

test("an annotation without effect is reported at the first object that has it, with their number", (t) => {
  const annotations = { "kapp.k14s.io/nonce": "1" };
  t.deepEqual(foundIn({}, annotations, annotations, annotations), [
    "/namespaces/default/ConfigMap/c1 2: kapp.k14s.io/nonce of kapp is not obeyed: write what has to change into the pod template (3 objects have it)",
  ]);
});

test("annotations of different names are reported individually, in the order of the objects", (t) => {
  const found = foundIn(
    { "kluctl.io/barrier": "true" },
    { "kapp.k14s.io/nonce": "1", "kluctl.io/barrier": "true" },
  );
  t.deepEqual(
    found.map((each) => each.replace(/: .*\(/, " (").replace(/: (\S+) .*/, " $1")),
    [
      "/namespaces/default/ConfigMap/c0 1 (2 objects have it)",
      "/namespaces/default/ConfigMap/c1 2 kapp.k14s.io/nonce",
    ],
  );
});

test("options of one annotation are reported option by option", (t) => {
  const key = "argocd.argoproj.io/sync-options";
  const found = foundIn({ [key]: "CreateNamespace=true,Odd=1" }, { [key]: "Odd=1" });
  t.deepEqual(
    found.map((each) => each.replace(/^.*?: argocd/, "argocd")),
    [
      `${key}: CreateNamespace=true of Argo CD is not obeyed: it has no effect`,
      `${key}: Odd=1 of Argo CD is not obeyed: it has no effect (2 objects have it)`,
    ],
  );
});
