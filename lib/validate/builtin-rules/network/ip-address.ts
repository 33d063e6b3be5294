/**
 * Rules for IPAddresses.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/networking/validation/validation.go
 */
import { addressFault } from "../check/addresses.ts";
import { immutableAt } from "../check/changes.ts";
import { reportInvalid, reportRequired, requiredText } from "../check/faults.ts";
import { dnsSubdomain, type NameRule, pathSegment } from "../check/names.ts";
import { fieldPart, isSet, type Part, textAt } from "../check/part.ts";

/** The name of an IPAddress: the address in its canonical form. */
export const addressName: NameRule = addressFault;

/** Checks an IPAddress. */
export function checkIpAddress(address: Part, old: Part | undefined): void {
  const spec = fieldPart(address, "spec");
  if (old !== undefined) {
    immutableAt(spec, fieldPart(old, "spec"), "parentRef");
    return;
  }
  const parent = fieldPart(spec, "parentRef");
  if (!isSet(parent)) {
    reportRequired(parent);
    return;
  }
  const group = textAt(parent, "group");
  reportInvalid(fieldPart(parent, "group"), group === "" ? undefined : dnsSubdomain(group));
  for (const name of ["resource", "name"]) {
    if (requiredText(fieldPart(parent, name))) {
      reportInvalid(fieldPart(parent, name), pathSegment(textAt(parent, name)));
    }
  }
  reportInvalid(fieldPart(parent, "namespace"), pathSegment(textAt(parent, "namespace")));
}
