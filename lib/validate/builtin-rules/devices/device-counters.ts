/**
 * Rules for counters that devices share.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/resource/validation/validation.go
 */
import { reportInvalid, reportRequired, reportTooMany, requiredText } from "../check/faults.ts";
import { dnsLabel } from "../check/names.ts";
import { countOf, fieldPart, keysOf, type Part, textAt } from "../check/part.ts";

const mostCounters = 32;

/** Checks a set of counters, or what a device consumes of one. */
export function checkCounters(set: Part, name: string): void {
  if (requiredText(fieldPart(set, name))) {
    reportInvalid(fieldPart(set, name), dnsLabel(textAt(set, name)));
  }
  const counters = fieldPart(set, "counters");
  if (countOf(counters) === 0) {
    reportRequired(counters);
  } else if (countOf(counters) > mostCounters) {
    reportTooMany(counters, mostCounters);
  } else {
    for (const key of keysOf(counters)) {
      reportInvalid(counters, dnsLabel(key));
    }
  }
}
