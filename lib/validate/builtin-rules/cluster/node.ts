/**
 * Rules for Nodes.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import { addressRange, checkRange } from "../check/addresses.ts";
import {
  reportDuplicate,
  reportForbidden,
  reportInvalid,
  reportNotSupported,
  requiredText,
} from "../check/faults.ts";
import { labelValue, qualifiedLabel } from "../check/names.ts";
import {
  fieldPart,
  itemsOf,
  listAt,
  type Part,
  reportedAt,
  textAt,
  textOf,
  textsAt,
  valuesOf,
} from "../check/part.ts";
import { resourceQuantity } from "../pod/resources.ts";

/** Checks a Node. */
export function checkNode(node: Part, old: Part | undefined): void {
  const spec = fieldPart(node, "spec");
  checkTaints(reportedAt(fieldPart(spec, "taints"), fieldPart(node, "metadata"), "taints"));
  if (old === undefined) {
    checkRanges(spec);
    checkCapacity(fieldPart(node, "status"));
  } else {
    checkUpdate(spec, fieldPart(old, "spec"));
  }
}

const effects = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

/** The API server reports taints in the metadata. */
function checkTaints(taints: Part): void {
  const seen = new Set<string>();
  for (const taint of itemsOf(taints)) {
    const [key, effect] = [textAt(taint, "key"), fieldPart(taint, "effect")];
    reportInvalid(fieldPart(taint, "key"), qualifiedLabel(key));
    reportInvalid(fieldPart(taint, "value"), labelValue(textAt(taint, "value")));
    if (requiredText(effect) && !effects.includes(textOf(effect))) {
      reportNotSupported(effect, effects);
    }
    const pair = `${key}:${textOf(effect)}`;
    if (seen.has(pair)) {
      reportDuplicate(taint, pair);
    }
    seen.add(pair);
  }
}

/** Checks the ranges of addresses of pods: one for each family. */
function checkRanges(spec: Part): void {
  const ranges = listAt(spec, "podCIDRs");
  const single = fieldPart(spec, "podCIDR");
  // If both differ, that of the older field counts.
  const isSingle = textOf(single) !== "" && textOf(single) !== (ranges[0] && textOf(ranges[0]));
  const written = isSingle ? [reportedAt(single, spec, "podCIDRs", 0)] : ranges;
  for (const range of written) {
    checkRange(range);
  }
  const read = written.map((range) => addressRange(textOf(range)));
  const families = new Set(read.map((range) => range?.bits));
  const isPair = !read.includes(undefined) && families.size === 2 && read.length === 2;
  if (read.length > 1 && !isPair) {
    reportInvalid(fieldPart(spec, "podCIDRs"), "may specify no more than one CIDR for each IP family");
  }
}

function checkCapacity(status: Part): void {
  for (const field of ["capacity", "allocatable"]) {
    const map = fieldPart(status, field);
    for (const [name, quantity] of valuesOf(map)) {
      resourceQuantity(reportedAt(quantity, map, name), name);
    }
  }
}

/** Checks what a node keeps once it has it. A manifest that leaves it out does not change it. */
function checkUpdate(spec: Part, old: Part): void {
  const [ranges, before] = [textsAt(spec, "podCIDRs"), textsAt(old, "podCIDRs")];
  if (ranges.length > 0 && before.length > 0 && ranges.join() !== before.join()) {
    reportForbidden(
      fieldPart(spec, "podCIDRs"),
      'node updates may not change podCIDR except from "" to valid',
    );
  }
  const [provider, earlier] = [textAt(spec, "providerID"), textAt(old, "providerID")];
  if (provider !== "" && earlier !== "" && provider !== earlier) {
    reportForbidden(
      fieldPart(spec, "providerID"),
      'node updates may not change providerID except from "" to valid',
    );
  }
}
