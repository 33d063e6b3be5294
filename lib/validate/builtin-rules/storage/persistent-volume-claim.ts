/**
 * Rules for PersistentVolumeClaims.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import type { JsonValue, MutableObject } from "../../../object/json.ts";
import { isChanged } from "../check/changes.ts";
import { reportForbidden, reportInvalid } from "../check/faults.ts";
import { fieldPart, has, isSet, keyAt, type Part, reportedAt, textAt } from "../check/part.ts";
import { compareParts } from "../check/quantities.ts";
import { checkClaimSpec } from "./claim-spec.ts";

/** Checks a PersistentVolumeClaim. */
export function checkClaim(claim: Part, old: Part | undefined): void {
  const spec = fieldPart(claim, "spec");
  checkClaimSpec(spec, false);
  if (old !== undefined) {
    checkUpdate(claim, old);
  }
}

/**
 * A claim that may be bound may grow. Whether it is bound is known of a live object only; otherwise it is
 * assumed to be.
 */
function checkUpdate(claim: Part, old: Part): void {
  const [spec, before] = [fieldPart(claim, "spec"), fieldPart(old, "spec")];
  const phase = textAt(fieldPart(old, "status"), "phase");
  const isBound = phase === "Bound" || phase === "";
  const hasLostRequests = hasRequests(before) && !hasRequests(spec);
  if (hasLostRequests || isChanged(fixedPart(spec, before, isBound), fixedPart(before, spec, isBound))) {
    reportForbidden(
      spec,
      "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims",
    );
  }
  checkSize(spec, old);
  const [mode, oldMode] = [spec, before].map((one) => textAt(one, "volumeMode") || "Filesystem");
  if (mode !== oldMode) {
    reportInvalid(reportedAt(fieldPart(spec, "volumeMode"), claim, "volumeMode"), "field is immutable");
  }
}

function checkSize(spec: Part, old: Part): void {
  const [size, oldSize] = [storageOf(spec), storageOf(fieldPart(old, "spec"))];
  const capacity = keyAt(fieldPart(old, "status", "capacity"), "storage");
  const isShrunk = isSet(oldSize) && compareParts(size, oldSize) < 0;
  const isTolerated =
    spec.run.minor >= 32 && isSet(size) && (!isSet(capacity) || compareParts(size, capacity) > 0);
  if (isShrunk && !isTolerated) {
    reportForbidden(
      reportedAt(size, fieldPart(spec, "resources", "requests"), "storage"),
      "field can not be less than status.capacity",
    );
  }
}

function hasRequests(spec: Part): boolean {
  return has(fieldPart(spec, "resources"), "requests");
}

function storageOf(spec: Part): Part {
  return keyAt(fieldPart(spec, "resources", "requests"), "storage");
}

/** Fields that the API server and controllers set: an absent one is taken from the other side. */
const filledIn = ["volumeName", "storageClassName"];

/** The API server copies one of them to the other. */
const sources = ["dataSource", "dataSourceRef"];

function fixedPart(spec: Part, other: Part, isBound: boolean): Part {
  const fields: MutableObject = { ...Object(spec.value) };
  const hasSource = sources.some((name) => has(spec, name));
  for (const name of hasSource ? [...filledIn, ...sources] : filledIn) {
    const { value } = fieldPart(other, name);
    if (!has(spec, name) && value !== undefined) {
      fields[name] = value;
    }
  }
  if (isBound) {
    fields["resources"] = withoutStorage(fieldPart(spec, "resources"));
    delete fields["volumeAttributesClassName"];
  }
  return { ...spec, value: fields };
}

function withoutStorage(resources: Part): JsonValue {
  const { storage: _, ...requests } = Object(fieldPart(resources, "requests").value);
  return { ...Object(resources.value), requests };
}
