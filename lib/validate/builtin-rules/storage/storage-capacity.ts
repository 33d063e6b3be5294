/**
 * Rules for CSIStorageCapacities.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/storage/validation/validation.go
 */
import { immutableAt } from "../check/changes.ts";
import { reportInvalid } from "../check/faults.ts";
import { checkSelector } from "../check/labels.ts";
import { dnsSubdomain } from "../check/names.ts";
import { fieldPart, type Part, textAt } from "../check/part.ts";
import { nonNegativeQuantity } from "../check/quantities.ts";

/** Checks a CSIStorageCapacity. */
export function checkStorageCapacity(capacity: Part, old: Part | undefined): void {
  if (old !== undefined) {
    immutableAt(capacity, old, "nodeTopology", "storageClassName");
  }
  checkSelector(fieldPart(capacity, "nodeTopology"));
  reportInvalid(fieldPart(capacity, "storageClassName"), dnsSubdomain(textAt(capacity, "storageClassName")));
  nonNegativeQuantity(fieldPart(capacity, "capacity"));
}
