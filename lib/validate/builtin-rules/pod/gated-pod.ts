/**
 * Rules for changes of pods with scheduling gates: where they may run can be narrowed down.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import { isChanged } from "../check/changes.ts";
import { reportInvalid } from "../check/faults.ts";
import { countOf, fieldPart, isSet, itemsOf, listAt, type Part, textOf, valuesOf } from "../check/part.ts";

/** Checks the changes of `nodeSelector` and of the affinity to nodes. */
export function checkGatedChange(spec: Part, old: Part): void {
  const selector = fieldPart(spec, "nodeSelector");
  const now = new Map(valuesOf(selector).map(([key, value]) => [key, textOf(value)]));
  const isKept = valuesOf(fieldPart(old, "nodeSelector")).every(
    ([key, value]) => now.get(key) === textOf(value),
  );
  if (!isKept) {
    reportInvalid(selector, "only additions to spec.nodeSelector are allowed (no mutations or deletions)");
  }
  checkTerms(termsOf(spec), termsOf(old));
}

function termsOf(spec: Part): Part {
  return fieldPart(
    spec,
    "affinity",
    "nodeAffinity",
    "requiredDuringSchedulingIgnoredDuringExecution",
    "nodeSelectorTerms",
  );
}

function checkTerms(terms: Part, old: Part): void {
  if (countOf(old) === 0) {
    return;
  }
  if (countOf(terms) !== countOf(old)) {
    reportInvalid(terms, "no additions/deletions to non-empty NodeSelectorTerms list are allowed");
    return;
  }
  const before = itemsOf(old);
  for (const [index, term] of itemsOf(terms).entries()) {
    const oldTerm = before[index];
    if (oldTerm !== undefined && !hasOnlyAdditions(term, oldTerm)) {
      reportInvalid(term, "only additions are allowed (no mutations or deletions)");
    }
  }
}

const lists = ["matchExpressions", "matchFields"];

/** A term without requirements matches nothing, and must stay so. */
function hasOnlyAdditions(term: Part, old: Part): boolean {
  const isEmpty = (one: Part): boolean => lists.every((name) => countOf(fieldPart(one, name)) === 0);
  if (isEmpty(old)) {
    return isEmpty(term);
  }
  return lists.every((name) => {
    const now = listAt(term, name);
    return listAt(old, name).every((requirement, index) => {
      const kept = now[index];
      return kept !== undefined && !isChanged(kept, requirement);
    });
  });
}

/** The affinity of a gated pod that may not change: that to other pods. */
export function fixedAffinity(spec: Part): Part {
  const affinity = fieldPart(spec, "affinity");
  const { nodeAffinity: _, ...rest } = Object(affinity.value);
  return isSet(affinity) && Object.keys(rest).length > 0
    ? { ...affinity, value: rest }
    : { ...affinity, value: undefined };
}
