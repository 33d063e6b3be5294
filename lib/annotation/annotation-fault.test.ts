import test from "ava";

import { annotated, manifestsOf } from "../../fixtures/ordered-set.ts";
import { object } from "../../fixtures/planned.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { annotationFault } from "./annotation-fault.ts";
import { readDirectives } from "./parse-directives.ts";

function faultOf(written: string, value: string, part?: "key"): Diagnostic | undefined {
  const key = "werf.io/weight";
  const [manifest] = manifestsOf([object(written, { annotations: { [key]: value } })]);
  const finding = {
    code: "WeightInvalid",
    message: `found ${value}`,
    ...(part === undefined ? {} : { part }),
  } as const;
  return manifest && annotationFault({ manifest, key, value }, finding);
}

test("a fault of an annotation is an error at its value, or at its key if the key is wrong", (t) => {
  const found = faultOf("ConfigMap/a", "x");
  t.like(found, {
    code: "WeightInvalid",
    severity: "error",
    message: "found x",
    ref: "/namespaces/default/ConfigMap/a",
  });
  t.is(found?.origin?.length, '"x"'.length);
  t.is(faultOf("ConfigMap/a", "x", "key")?.origin?.length, '"werf.io/weight"'.length);
});

test("a multi-line annotation value of a Secret is not repeated, because it may contain data of the Secret", (t) => {
  t.is(
    faultOf("Secret/a", "x\npassword: y")?.message,
    "/namespaces/default/Secret/a: werf.io/weight cannot be read",
  );
  t.is(faultOf("Secret/a", "x")?.message, "found x");
  t.is(faultOf("ConfigMap/a", "x\ny")?.message, "found x\ny");
});

function faultyReferences(count: number): readonly string[] {
  const references = Array.from({ length: count }, () => "x").join(",");
  return annotated({ "config.kubernetes.io/depends-on": references }).found;
}

test("the first ten faults of an annotation are listed, followed by the number of the others", (t) => {
  t.is(faultyReferences(10).length, 10);
  t.is(faultyReferences(11).length, 11);
  t.true(faultyReferences(11).at(-1)?.endsWith(": 1 more errors in config.kubernetes.io/depends-on"));
  t.true(faultyReferences(500).at(-1)?.endsWith(": 490 more errors in config.kubernetes.io/depends-on"));
});

function foundIn(...annotations: readonly Readonly<Record<string, string>>[]): readonly string[] {
  const objects = annotations.map((each, index) => object(`ConfigMap/c${index}`, { annotations: each }));
  return readDirectives(manifestsOf(objects)).diagnostics.map(
    ({ message, ref, origin }) => `${ref} ${origin?.line}: ${message}`,
  );
}

test("an annotation without effect is reported at the first object that has it, with their number", (t) => {
  const annotations = { "kapp.k14s.io/nonce": "1" };
  t.deepEqual(foundIn({}, annotations, annotations, annotations), [
    "/namespaces/default/ConfigMap/c1 2: kapp annotation kapp.k14s.io/nonce is ignored: put what changes into the pod template (on 3 objects)",
  ]);
});

test("annotations of different names are reported individually, in the order of the objects", (t) => {
  const found = foundIn(
    { "kluctl.io/barrier": "true" },
    { "kapp.k14s.io/nonce": "1", "kluctl.io/barrier": "true" },
  );
  t.deepEqual(
    found.map((each) => each.replace(/: .*\(/, " (").replace(/: \S+ annotation (\S+) .*/, " $1")),
    [
      "/namespaces/default/ConfigMap/c0 1 (on 2 objects)",
      "/namespaces/default/ConfigMap/c1 2 kapp.k14s.io/nonce",
    ],
  );
});

test("each ignored option of an annotation is reported separately", (t) => {
  const key = "argocd.argoproj.io/sync-options";
  const found = foundIn({ [key]: "CreateNamespace=true,Odd=1" }, { [key]: "Odd=1" });
  t.deepEqual(
    found.map((each) => each.replace(/^.*?: Argo/, "Argo")),
    [
      `Argo CD annotation ${key}: CreateNamespace=true is ignored: it has no effect`,
      `Argo CD annotation ${key}: Odd=1 is ignored: it has no effect (on 2 objects)`,
    ],
  );
});
