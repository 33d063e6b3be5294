/**
 * Rules for references to objects of any group.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/autoscaling/validation/validation.go
 */
import { reportInvalid, requiredText } from "../check/faults.ts";
import { pathSegment } from "../check/names.ts";
import { fieldPart, type Part, textAt } from "../check/part.ts";

/** Checks a reference to an object of any group. */
export function checkTarget(reference: Part): void {
  checkReferenceNames(reference);
  checkGroupVersion(reference, true);
}

/** The minor version since which the version of a target is checked. */
const checkedSince = 36;

/** Checks the API version of a reference; `mayBeCore` if it may name no group. */
export function checkGroupVersion(reference: Part, mayBeCore: boolean): void {
  const version = textAt(reference, "apiVersion");
  const parts = version.split("/");
  const place = fieldPart(reference, "apiVersion");
  if (reference.run.minor < checkedSince) {
    return;
  }
  if (parts.length > 2) {
    reportInvalid(place, `unexpected GroupVersion string: ${version}`);
  } else if (!mayBeCore && (parts.length < 2 || parts[0] === "")) {
    reportInvalid(place, "apiVersion must specify API group");
  }
}

/** Checks kind and name of a reference. */
export function checkReferenceNames(reference: Part): void {
  for (const name of ["kind", "name"]) {
    if (requiredText(fieldPart(reference, name))) {
      reportInvalid(fieldPart(reference, name), pathSegment(textAt(reference, name)));
    }
  }
}
