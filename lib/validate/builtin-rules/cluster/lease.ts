/**
 * Rules for Leases.
 * Source:
 *     https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/coordination/validation/validation.go
 */
import { nonNegativeAt, positive } from "../check/numbers.ts";
import { fieldPart, isSet, type Part } from "../check/part.ts";

/** Checks a Lease. */
export function checkLease(lease: Part): void {
  const spec = fieldPart(lease, "spec");
  const duration = fieldPart(spec, "leaseDurationSeconds");
  if (isSet(duration)) {
    positive(duration);
  }
  nonNegativeAt(spec, "leaseTransitions");
}
