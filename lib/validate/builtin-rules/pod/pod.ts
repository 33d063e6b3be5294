/**
 * Rules for Pods, on create and on update.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import type { MutableObject } from "../../../object/json.ts";
import { isChanged } from "../check/changes.ts";
import { reportForbidden, reportInvalid, reportRequired } from "../check/faults.ts";
import { fieldPart, countOf, has, isSet, listAt, numberIn, type Part, textAt } from "../check/part.ts";
import { podAnnotationsOf, checkPodAnnotations } from "./pod-annotations.ts";
import { allContainers } from "./pod-context.ts";
import { checkGatedChange, fixedAffinity } from "./gated-pod.ts";
import { checkPodSpec } from "./pod-spec.ts";

/** Checks a Pod. */
export function checkPod(pod: Part, old: Part | undefined): void {
  const spec = fieldPart(pod, "spec");
  checkPodAnnotations(podAnnotationsOf(pod), spec);
  const name = textAt(fieldPart(pod, "metadata"), "name");
  // A Pod that exists has a `serviceAccountName`, which precedes the older field.
  checkPodSpec(spec, { isPod: true, name, unchecked: old === undefined ? [] : ["serviceAccount"] });
  for (const volume of listAt(spec, "volumes")) {
    const isImage = has(volume, "image") && countOf(volume) === 2;
    if (isImage && textAt(fieldPart(volume, "image"), "reference") === "") {
      reportRequired(fieldPart(volume, "image", "reference"));
    }
  }
  for (const container of allContainers(spec)) {
    const image = textAt(container, "image");
    reportInvalid(
      fieldPart(container, "image"),
      image === image.trim() ? undefined : "must not have leading or trailing whitespace",
    );
  }
  if (old === undefined) {
    checkCreate(spec);
  } else {
    checkUpdate(spec, fieldPart(old, "spec"));
  }
}

function checkCreate(spec: Part): void {
  if (countOf(fieldPart(spec, "ephemeralContainers")) > 0) {
    reportForbidden(fieldPart(spec, "ephemeralContainers"), "cannot be set on create");
  }
  if (textAt(spec, "nodeName") !== "" && countOf(fieldPart(spec, "schedulingGates")) > 0) {
    reportForbidden(fieldPart(spec, "nodeName"), "cannot be set until all schedulingGates have been cleared");
  }
}

/** Fields of a Pod that may change, or that the API server and controllers set. */
const changeable = [
  "activeDeadlineSeconds",
  "tolerations",
  "schedulingGates",
  "nodeName",
  "serviceAccountName",
  "serviceAccount",
  "priority",
  "preemptionPolicy",
  "ephemeralContainers",
];

function checkUpdate(spec: Part, old: Part): void {
  for (const name of ["containers", "initContainers"]) {
    if (countOf(fieldPart(spec, name)) !== countOf(fieldPart(old, name))) {
      reportForbidden(fieldPart(spec, name), "pod updates may not add or remove containers");
      return;
    }
  }
  checkDeadline(fieldPart(spec, "activeDeadlineSeconds"), fieldPart(old, "activeDeadlineSeconds"));
  checkTolerationChange(spec, old);
  const isGated = countOf(fieldPart(old, "schedulingGates")) > 0;
  if (isGated) {
    checkGatedChange(spec, old);
  }
  const strip = (part: Part): Part => ({ ...part, value: comparable(part, isGated) });
  if (isChanged(strip(spec), strip(old))) {
    reportForbidden(
      spec,
      "pod updates may not change fields other than `spec.containers[*].image`, `spec.initContainers[*].image`, `spec.activeDeadlineSeconds`, `spec.tolerations` (only additions to existing tolerations), `spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)",
    );
  }
}

/** Tolerations that the API server adds itself. */
const defaultTolerations = /^node\.kubernetes\.io\/(?:not-ready|unreachable)$/;

function checkTolerationChange(spec: Part, old: Part): void {
  const tolerations = fieldPart(spec, "tolerations");
  const known = new Set(listAt(spec, "tolerations").map(identity));
  const isKept = (toleration: Part): boolean =>
    defaultTolerations.test(textAt(toleration, "key")) || known.has(identity(toleration));
  if (isSet(tolerations) && !listAt(old, "tolerations").every(isKept)) {
    reportForbidden(tolerations, "existing toleration can not be modified except its tolerationSeconds");
  }
}

/** A toleration without its seconds, which may change. */
function identity(toleration: Part): string {
  return ["key", "operator", "value", "effect"].map((name) => textAt(toleration, name)).join("\n");
}

function checkDeadline(deadline: Part, old: Part): void {
  const [now, before] = [numberIn(deadline), numberIn(old)];
  if (before !== undefined && now === undefined) {
    reportInvalid(deadline, "must not update from a positive integer to nil value");
  } else if (before !== undefined && now !== undefined && now > before) {
    reportInvalid(deadline, "must be less than or equal to previous value");
  }
}

/** The fields that may not change, without what the ServiceAccount admission adds. */
function comparable(spec: Part, isGated: boolean): MutableObject {
  const fields: MutableObject = { ...Object(spec.value) };
  for (const name of [...changeable, ...(isGated ? ["nodeSelector", "affinity"] : [])]) {
    delete fields[name];
  }
  const { value: affinity } = fixedAffinity(spec);
  if (isGated && affinity !== undefined) {
    fields["affinity"] = affinity;
  }
  for (const name of ["containers", "initContainers"]) {
    fields[name] = listAt(spec, name).map(({ value }) => ({ ...Object(value), image: "" }));
  }
  return fields;
}
