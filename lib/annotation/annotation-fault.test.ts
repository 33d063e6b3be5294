import test from "ava";

import { annotated, manifestsOf } from "../../fixtures/ordered-set.ts";
import { object } from "../../fixtures/planned.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { annotationFault } from "./annotation-fault.ts";

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

test("a fault of an annotation is an error at its value, or at its name if that is wrong", (t) => {
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

test("a value of several lines is not repeated for a Secret, whose data it may contain", (t) => {
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

test("of the faults of one annotation the first ten are listed, and the number of the others", (t) => {
  t.is(faultyReferences(10).length, 10);
  t.is(faultyReferences(11).length, 11);
  t.true(faultyReferences(11).at(-1)?.endsWith(": 1 more faults of config.kubernetes.io/depends-on"));
  t.true(faultyReferences(500).at(-1)?.endsWith(": 490 more faults of config.kubernetes.io/depends-on"));
});
