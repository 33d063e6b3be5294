/**
 * Rules for changes of Services. What the API server has filled in stays, unless the manifest says otherwise.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import { isChanged } from "../check/changes.ts";
import { reportInvalid } from "../check/faults.ts";
import { isHeadless } from "./cluster-ips.ts";
import { fieldPart, isSet, listAt, type Part, reportedAt, textAt, textOf } from "../check/part.ts";

/** Reports whether a field is as it was, although the type of the Service has changed. */
export type KeptFields = (name: string) => boolean;

/** The answer for a new Service. */
export const neverKept: KeptFields = () => false;

/** The API server drops fields that the new type does not have, if they are as they were. */
export function keptFields(spec: Part, old: Part): KeptFields {
  return (name) =>
    serviceType(spec) !== serviceType(old) && !isChanged(fieldPart(spec, name), fieldPart(old, name));
}

/** Checks a change of a Service. */
export function checkServiceUpdate(spec: Part, old: Part): void {
  const [type, oldType] = [serviceType(spec), serviceType(old)];
  if (type !== "ExternalName" && oldType !== "ExternalName") {
    checkFirst(spec, old);
  }
  const [name, oldName] = [fieldPart(spec, "loadBalancerClass"), fieldPart(old, "loadBalancerClass")];
  const isBalanced = type === "LoadBalancer" && oldType === "LoadBalancer";
  if (isBalanced && (isSet(name) || isSet(oldName)) && textOf(name) !== textOf(oldName)) {
    reportInvalid(name, "may not change once set");
  }
}

/** The type of a Service with its default. */
export function serviceType(spec: Part): string {
  return textAt(spec, "type") || "ClusterIP";
}

/** The first address and its family stay; a Service with an address cannot become headless. */
function checkFirst(spec: Part, old: Part): void {
  const [isNone, wasNone] = [isHeadless(spec), isHeadless(old)];
  const [now, before] = [firstOf(spec, "clusterIP", "clusterIPs"), firstOf(old, "clusterIP", "clusterIPs")];
  const isOther = before === undefined ? isNone : textOf(now ?? before) !== textOf(before);
  if (now !== undefined && isOther) {
    reportInvalid(reportedAt(now, fieldPart(spec, "clusterIPs"), 0), "may not change once set");
  }
  const [family, oldFamily] = [listAt(spec, "ipFamilies")[0], listAt(old, "ipFamilies")[0]];
  const isKnown = family !== undefined && oldFamily !== undefined && !isNone && !wasNone;
  if (isKnown && textOf(family) !== textOf(oldFamily)) {
    reportInvalid(family, "may not change once set");
  }
}

function firstOf(spec: Part, one: string, many: string): Part | undefined {
  return listAt(spec, many)[0] ?? (textAt(spec, one) === "" ? undefined : fieldPart(spec, one));
}
