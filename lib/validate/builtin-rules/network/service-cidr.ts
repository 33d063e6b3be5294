/**
 * Rules for ServiceCIDRs.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/networking/validation/validation.go
 */
import { addressRange, checkCanonicalRange } from "../check/addresses.ts";
import { reportInvalid, reportRequired } from "../check/faults.ts";
import { fieldPart, listAt, type Part, textOf, textsAt } from "../check/part.ts";

/** Checks a ServiceCIDR. */
export function checkServiceCidr(object: Part, old: Part | undefined): void {
  const spec = fieldPart(object, "spec");
  if (old === undefined) {
    checkRanges(spec);
  } else {
    checkUpdate(spec, fieldPart(old, "spec"));
  }
}

function checkRanges(spec: Part): void {
  const [list, ranges] = [fieldPart(spec, "cidrs"), listAt(spec, "cidrs")];
  if (ranges.length === 0) {
    reportRequired(list, "at least one CIDR required");
    return;
  }
  if (ranges.length > 2) {
    reportInvalid(list, "may only hold up to 2 values");
    return;
  }
  for (const range of ranges) {
    checkCanonicalRange(range);
  }
  const [first, second] = ranges.map((range) => addressRange(textOf(range))?.bits);
  if (first !== undefined && first === second) {
    reportInvalid(
      list,
      "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64",
    );
  }
}

/** Checks that ranges stay; one of the other family may be added. */
function checkUpdate(spec: Part, old: Part): void {
  const [ranges, before] = [listAt(spec, "cidrs"), textsAt(old, "cidrs")];
  const isAdded = before.length === 1 && ranges.length === 2;
  if (ranges.length !== before.length && !isAdded) {
    reportInvalid(fieldPart(spec, "cidrs"), "field is immutable");
    return;
  }
  for (const [index, range] of ranges.slice(0, before.length).entries()) {
    reportInvalid(range, textOf(range) === before[index] ? undefined : "field is immutable");
  }
  if (isAdded) {
    checkRanges(spec);
  }
}
