/**
 * Rules for annotations that mean something to pods: AppArmor, deletion cost, seccomp.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import { reportInvalid } from "../check/faults.ts";
import { fieldPart, type Part, reportedAt, textAt, textOf, valuesOf } from "../check/part.ts";
import { descendingPath } from "../check/paths.ts";
import { allContainers } from "./pod-context.ts";

const appArmor = "container.apparmor.security.beta.kubernetes.io/";
const containerSeccomp = "container.seccomp.security.alpha.kubernetes.io/";
const podSeccomp = "seccomp.security.alpha.kubernetes.io/pod";

/** Checks the annotations of a pod or a template; `annotations` is where the API server reports them. */
export function checkPodAnnotations(annotations: Part, spec: Part): void {
  for (const [key, value] of valuesOf(annotations)) {
    const text = textOf(value);
    if (key === "controller.kubernetes.io/pod-deletion-cost") {
      reportInvalid(value, isInt32(text) ? undefined : "must be a 32bit integer");
    } else if (key === "kubernetes.io/config.mirror") {
      const isBound = textAt(spec, "nodeName") !== "";
      reportInvalid(value, isBound ? undefined : "must set spec.nodeName if mirror pod annotation is set");
    } else if (key === podSeccomp || key.startsWith(containerSeccomp)) {
      checkSeccompProfile(reportedAt(value, annotations, key));
    } else if (key.startsWith(appArmor)) {
      checkAppArmor(value, key.slice(appArmor.length), spec);
    }
  }
}

function isInt32(text: string): boolean {
  const isPlain = /^-?(?:0|[1-9]\d*)$/.test(text) && text !== "-0";
  return isPlain && Math.abs(Number(text)) < 2 ** 31;
}

function checkSeccompProfile(profile: Part): void {
  const text = textOf(profile);
  if (text.startsWith("localhost/")) {
    descendingPath({ ...profile, value: text.slice("localhost/".length) });
  } else if (!["runtime/default", "docker/default", "unconfined"].includes(text)) {
    reportInvalid(profile, "must be a valid seccomp profile");
  }
}

function checkAppArmor(profile: Part, container: string, spec: Part): void {
  const text = textOf(profile);
  if (!allContainers(spec).some((one) => textAt(one, "name") === container)) {
    reportInvalid(profile, "container not found");
  }
  if (!["", "runtime/default", "unconfined"].includes(text) && !text.startsWith("localhost/")) {
    reportInvalid(profile, "invalid AppArmor profile name");
  }
}

/** The annotations of a pod or a template. */
export function podAnnotationsOf(object: Part): Part {
  return fieldPart(object, "metadata", "annotations");
}
