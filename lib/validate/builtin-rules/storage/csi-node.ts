/**
 * Rules for CSINodes.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/storage/validation/validation.go
 */
import { isChanged } from "../check/changes.ts";
import { reportDuplicate, reportInvalid, reportRequired, requiredText } from "../check/faults.ts";
import { qualifiedLabel } from "../check/names.ts";
import { nonNegativeAt } from "../check/numbers.ts";
import { fieldPart, listAt, type Part, textAt, textsAt } from "../check/part.ts";
import { checkDriverName } from "./volume-sources.ts";

/** Checks a CSINode. */
export function checkCsiNode(node: Part, old: Part | undefined): void {
  const spec = fieldPart(node, "spec");
  const names = new Set<string>();
  for (const driver of listAt(spec, "drivers")) {
    checkDriver(driver);
    const name = textAt(driver, "name");
    if (names.has(name)) {
      reportDuplicate(fieldPart(driver, "name"), name);
    }
    names.add(name);
  }
  if (old !== undefined) {
    checkUpdate(spec, fieldPart(old, "spec"));
  }
}

const longestNodeId = 256;

function checkDriver(driver: Part): void {
  checkDriverName(fieldPart(driver, "name"));
  const id = fieldPart(driver, "nodeID");
  if (requiredText(id) && Buffer.byteLength(textAt(driver, "nodeID")) > longestNodeId) {
    reportInvalid(id, `must be ${longestNodeId} characters or less`);
  }
  nonNegativeAt(fieldPart(driver, "allocatable"), "count");
  checkKeys(driver);
}

/** Checks topology keys; the API server reports them at the driver. */
function checkKeys(driver: Part): void {
  const seen = new Set<string>();
  for (const key of textsAt(driver, "topologyKeys")) {
    if (key === "") {
      reportRequired(driver);
    }
    if (seen.has(key)) {
      reportDuplicate(driver, key);
    }
    seen.add(key);
    reportInvalid(driver, qualifiedLabel(key));
  }
}

/** Checks that drivers that stay do not change, apart from the number of their volumes. */
function checkUpdate(spec: Part, old: Part): void {
  const before = new Map(listAt(old, "drivers").map((driver) => [textAt(driver, "name"), driver]));
  for (const driver of listAt(spec, "drivers")) {
    const earlier = before.get(textAt(driver, "name"));
    const fields = ["nodeID", "topologyKeys"];
    if (
      earlier !== undefined &&
      fields.some((name) => isChanged(fieldPart(driver, name), fieldPart(earlier, name)))
    ) {
      reportInvalid(fieldPart(spec, "drivers"), "field is immutable");
    }
  }
}
