/**
 * Rules for Namespaces.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import { reportInvalid } from "../check/faults.ts";
import { labelValue, qualifiedLabel } from "../check/names.ts";
import { fieldPart, listAt, type Part, reportedAt, textOf } from "../check/part.ts";

const standard: ReadonlySet<string> = new Set(["kubernetes", "orphan", "foregroundDeletion"]);

/** Checks a Namespace. */
export function checkNamespace(namespace: Part, old: Part | undefined): void {
  const metadata = fieldPart(namespace, "metadata");
  // The name becomes a label.
  const labels = reportedAt(fieldPart(metadata, "name"), metadata, "labels");
  reportInvalid(labels, old === undefined ? labelValue(textOf(labels)) : undefined);
  const spec = fieldPart(namespace, "spec");
  for (const finalizer of old === undefined ? listAt(spec, "finalizers") : []) {
    const name = textOf(finalizer);
    const isKnown = name.includes("/") || standard.has(name);
    reportInvalid(
      reportedAt(finalizer, fieldPart(spec, "finalizers")),
      qualifiedLabel(name) ??
        (isKnown ? undefined : "name is neither a standard finalizer name nor is it fully qualified"),
    );
  }
}
