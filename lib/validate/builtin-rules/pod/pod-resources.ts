/**
 * Rules for the resources of a pod as a whole (Kubernetes 1.34), and its overhead.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import { reportForbidden, reportInvalid, reportNotSupported } from "../check/faults.ts";
import {
  fieldPart,
  has,
  isSet,
  keyAt,
  listAt,
  type Part,
  reportedAt,
  textAt,
  valuesOf,
} from "../check/part.ts";
import { compareParts, shown } from "../check/quantities.ts";
import {
  anyResource,
  checkClaims,
  checkRequests,
  containerResource,
  isHugePages,
  resourceQuantity,
} from "./resources.ts";

const supported = ["cpu", "memory", "hugepages-<size>"];

/** Checks the resources of a pod. */
export function checkPodResources(spec: Part, claims: ReadonlySet<string>): void {
  checkOverhead(fieldPart(spec, "overhead"));
  const resources = fieldPart(spec, "resources");
  if (!isSet(resources) || spec.run.minor < 34) {
    return;
  }
  if (textAt(fieldPart(spec, "os"), "name") === "windows") {
    reportForbidden(resources, "may not be set for a windows pod");
    return;
  }
  if (has(resources, "claims")) {
    reportForbidden(fieldPart(resources, "claims"), "claims may not be set for Resources at pod-level");
    checkClaims(fieldPart(resources, "claims"), claims);
  }
  const [limits, requests] = [fieldPart(resources, "limits"), fieldPart(resources, "requests")];
  for (const [name, quantity] of [...valuesOf(limits), ...valuesOf(requests)]) {
    const fault = anyResource(name);
    reportInvalid(quantity, fault);
    if (fault === undefined && name !== "cpu" && name !== "memory" && !isHugePages(name)) {
      reportNotSupported({ ...quantity, value: name }, supported);
    }
    resourceQuantity(quantity, name);
  }
  checkRequests(limits, requests);
  checkContainerLimits(spec, resources);
}

function checkOverhead(overhead: Part): void {
  for (const [name, quantity] of valuesOf(overhead)) {
    const reported = reportedAt(quantity, fieldPart(overhead, "limits"), { key: name });
    reportInvalid(reported, containerResource(name));
    resourceQuantity(reported, name);
  }
}

function checkContainerLimits(spec: Part, resources: Part): void {
  for (const [index, container] of listAt(spec, "containers").entries()) {
    for (const [name, limit] of valuesOf(fieldPart(container, "resources", "limits"))) {
      const most = keyAt(fieldPart(resources, "limits"), name);
      if (isSet(most) && compareParts(limit, most) > 0) {
        const reported = reportedAt(
          limit,
          fieldPart(resources, "containers"),
          index,
          { key: name },
          "limits",
        );
        reportInvalid(reported, `must be less than or equal to pod limits of ${shown(most)}`);
      }
    }
  }
}
