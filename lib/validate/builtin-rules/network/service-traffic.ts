/**
 * Rules for the traffic of Services.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import { checkOneOf, checkOneOfOrDefault, reportForbidden, reportInvalid } from "../check/faults.ts";
import { qualifiedLabel } from "../check/names.ts";
import { portNumber } from "../check/numbers.ts";
import { countOf, fieldPart, has, isSet, numberIn, type Part, textOf } from "../check/part.ts";
import type { KeptFields } from "./service-update.ts";

function isExternal(spec: Part, type: string): boolean {
  return (
    type === "LoadBalancer" ||
    type === "NodePort" ||
    (type === "ClusterIP" && countOf(fieldPart(spec, "externalIPs")) > 0)
  );
}

/** Checks the policies for the traffic of a Service. */
export function checkTraffic(spec: Part, type: string, isKept: KeptFields): void {
  const policy = fieldPart(spec, "externalTrafficPolicy");
  if (isExternal(spec, type)) {
    checkOneOfOrDefault(policy, ["Cluster", "Local"]);
  } else if (textOf(policy) !== "" && !isKept("externalTrafficPolicy")) {
    reportInvalid(policy, "may only be set for externally-accessible services");
  }
  checkHealthPort(spec, type === "LoadBalancer" && textOf(policy) === "Local", isKept);
  checkOneOf(fieldPart(spec, "internalTrafficPolicy"), ["Cluster", "Local"]);
  if (spec.run.minor >= 31) {
    const near = spec.run.minor >= 34 ? ["PreferSameNode", "PreferSameZone"] : [];
    checkOneOf(fieldPart(spec, "trafficDistribution"), ["PreferClose", ...near]);
  }
}

function checkHealthPort(spec: Part, isNeeded: boolean, isKept: KeptFields): void {
  const port = fieldPart(spec, "healthCheckNodePort");
  if ((numberIn(port) ?? 0) === 0) {
    return;
  }
  if (isNeeded) {
    portNumber(port);
  } else if (!isKept("healthCheckNodePort")) {
    reportInvalid(
      port,
      "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
    );
  }
}

/** Checks fields that only a load balancer has. */
export function checkLoadBalancerFields(spec: Part, type: string, isKept: KeptFields): void {
  const message = "may only be used when `type` is 'LoadBalancer'";
  const name = fieldPart(spec, "loadBalancerClass");
  if (type !== "LoadBalancer") {
    for (const field of ["allocateLoadBalancerNodePorts", "loadBalancerClass"]) {
      if (has(spec, field) && !isKept(field)) {
        reportForbidden(fieldPart(spec, field), message);
      }
    }
  } else if (isSet(name)) {
    reportInvalid(name, qualifiedLabel(textOf(name)));
  }
}
