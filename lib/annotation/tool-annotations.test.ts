import test from "ava";

import { reportsOn, treatmentOf, workloadWith } from "../../fixtures/annotation-effect.ts";
import { manifestsOf } from "../../fixtures/ordered-set.ts";
import { object } from "../../fixtures/planned.ts";
import type { JsonObject } from "../object/json.ts";
import { readerOf } from "./dialects.ts";
import { readDirectives } from "./parse-directives.ts";
import { type ToolAnnotation, toolAnnotations } from "./tool-annotations.ts";

/** An object with the annotation or label. */
function objectOf({ key, value, beside = {} }: ToolAnnotation, place: "annotation" | "label"): JsonObject {
  return place === "annotation"
    ? workloadWith({ ...beside, [key]: value })
    : workloadWith(beside, { [key]: value });
}

const severities = { ignored: "warning", unneeded: "note" } as const;

/** Whether an annotation is obeyed, or reported once with its position, as listed in the table. */
const isTreated = test.macro({
  title: (_, { tool, key, value, treatment }: ToolAnnotation, place: string) =>
    `${tool} ${place} ${key}: ${value} is ${treatment.type === "always" ? "always in effect" : treatment.type}`,
  exec(t, row: ToolAnnotation, place: "annotation" | "label") {
    const { key, treatment, beside } = row;
    const sent = objectOf(row, place);
    const reports = reportsOn(sent).filter(({ code }) => code === "OrderNotObeyed");
    const isChanged = treatmentOf(sent) !== treatmentOf(workloadWith(beside ?? {}));
    if (treatment.type === "obeyed") {
      t.true(isChanged);
      t.deepEqual(reports, []);
    } else if (treatment.type === "always") {
      t.not(readerOf(key), undefined);
      t.deepEqual(reports, []);
    } else {
      t.deepEqual(
        reports.map(({ severity }) => severity),
        [severities[treatment.type]],
      );
      t.true(reports.every(({ message }) => message.includes(key) && message.includes(place)));
      t.true(reports.every(({ origin }) => origin?.file === "set.json"));
    }
  },
});

for (const row of toolAnnotations) {
  test(isTreated, row, "annotation");
  if (row.isLabelToo === true) {
    test(isTreated, row, "label");
  }
}

test("a label that many objects have is reported once, at the first object", (t) => {
  const labels = { "helm.toolkit.fluxcd.io/driftDetection": "disabled" };
  const objects = ["ConfigMap/a", "ConfigMap/b"].map((written) => object(written, { labels }));
  t.deepEqual(
    readDirectives(manifestsOf(objects)).diagnostics.map(({ ref, message }) => [ref, message]),
    [
      [
        "/namespaces/default/ConfigMap/a",
        "Flux label helm.toolkit.fluxcd.io/driftDetection is ignored: use client.lifecycle.config.k8s.io/mutation, or a rule about fields (on 2 objects)",
      ],
    ],
  );
});

test("a numbered variant of an annotation is reported like the annotation", (t) => {
  const [report] = reportsOn(workloadWith({ "kluctl.io/force-apply-field-2": "spec.replicas" }));
  t.regex(report?.message ?? "", /^kluctl annotation kluctl\.io\/force-apply-field-2 is ignored/);
  const [other] = reportsOn(workloadWith({ "kluctl.io/force-apply-field-a": "x" }));
  t.is(other?.code, "AnnotationUnknown");
});
