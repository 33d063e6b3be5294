/**
 * Rules for StatefulSets.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/apps/validation/validation.go
 */
import type { MutableObject } from "../../../object/json.ts";
import { isChanged } from "../check/changes.ts";
import {
  checkOneOfOrDefault,
  reportForbidden,
  reportInvalid,
  reportRequired,
  requiredText,
} from "../check/faults.ts";
import { isUsable } from "../check/labels.ts";
import { dnsLabel } from "../check/names.ts";
import {
  atMostWhole,
  countOrPercent,
  countOrPercentValue,
  nonNegative,
  nonNegativeAt,
} from "../check/numbers.ts";
import { fieldPart, isSet, listAt, numberAt, type Part, reportedAt, textAt } from "../check/part.ts";
import { checkTemplate, checkTemplateMetadata } from "../pod/pod-template.ts";
import { checkClaimSpec } from "../storage/claim-spec.ts";
import { checkEndless, checkSelectorMatches, checkWorkloadSelector } from "./workload-template.ts";

/** Checks a StatefulSet. */
export function checkStatefulSet(set: Part, old: Part | undefined): void {
  const spec = fieldPart(set, "spec");
  checkPolicies(spec);
  nonNegativeAt(spec, "replicas", "minReadySeconds");
  if ((numberAt(fieldPart(spec, "ordinals"), "start") ?? 0) < 0) {
    nonNegative(reportedAt(fieldPart(spec, "ordinals", "start"), spec, "ordinals.start"));
  }
  checkWorkloadSelector(spec, "statefulset");
  checkPods(spec, old);
  checkEndless(spec, "StatefulSet");
  if (old === undefined) {
    checkNewFields(spec);
  } else {
    checkUpdate(spec, fieldPart(old, "spec"));
  }
}

function checkPolicies(spec: Part): void {
  const management = textAt(spec, "podManagementPolicy");
  if (!["", "OrderedReady", "Parallel"].includes(management)) {
    reportInvalid(fieldPart(spec, "podManagementPolicy"), "must be 'OrderedReady' or 'Parallel'");
  }
  const strategy = fieldPart(spec, "updateStrategy");
  const rolling = fieldPart(strategy, "rollingUpdate");
  const type = textAt(strategy, "type") || "RollingUpdate";
  if (type === "RollingUpdate") {
    nonNegative(fieldPart(rolling, "partition"));
    checkUnavailable(fieldPart(rolling, "maxUnavailable"));
  } else if (type !== "OnDelete") {
    reportInvalid(strategy, "must be 'RollingUpdate' or 'OnDelete'");
  } else if (isSet(rolling)) {
    reportInvalid(rolling, "only allowed for updateStrategy 'RollingUpdate'");
  }
  const retention = fieldPart(spec, "persistentVolumeClaimRetentionPolicy");
  checkOneOfOrDefault(fieldPart(retention, "whenDeleted"), ["Delete", "Retain"]);
  checkOneOfOrDefault(fieldPart(retention, "whenScaled"), ["Delete", "Retain"]);
}

/** Before 1.37 the field is dropped unless a feature gate is set. */
function checkUnavailable(part: Part): void {
  if (part.run.minor < 37 || !isSet(part)) {
    return;
  }
  countOrPercent(part);
  reportInvalid(part, countOrPercentValue(part, 1) === 0 ? "cannot be 0" : undefined);
  atMostWhole(part);
}

/** Claims of the set replace volumes of the same name. */
function checkPods(spec: Part, old: Part | undefined): void {
  const selector = fieldPart(spec, "selector");
  const claims = listAt(spec, "volumeClaimTemplates");
  if (!isUsable(selector)) {
    reportInvalid(selector, "invalid");
    return;
  }
  checkSelectorMatches(spec);
  const added = new Map(claims.map((claim) => [nameOf(claim), claimVolume(claim)]));
  const template = fieldPart(spec, "template");
  if (spec.run.minor >= checkedPodsSince && (old === undefined || !isBroken(old))) {
    checkClaimNames(spec, claims);
    checkTemplate(template, { added, unchecked: ["hostname", "subdomain"] });
  } else {
    checkTemplateMetadata(template);
  }
}

/** The minor version since which the API server checks the pods of the template. */
const checkedPodsSince = 34;

/** Each claim becomes a volume, before those of the template. */
function checkClaimNames(spec: Part, claims: readonly Part[]): void {
  const volumes = fieldPart(spec, "template", "spec", "volumes");
  for (const [index, claim] of claims.entries()) {
    const name = fieldPart(claim, "metadata", "name");
    const text = nameOf(claim);
    if (requiredText(reportedAt(name, volumes, index, "name"))) {
      reportInvalid(reportedAt(name, volumes, index, "name"), dnsLabel(text));
    } else {
      reportRequired(reportedAt(name, volumes, index, "persistentVolumeClaim", "claimName"));
    }
  }
}

/** The API server does not check the template of a set whose old one was invalid already. */
function isBroken(old: Part): boolean {
  const run = { ...old.run, faults: [] };
  checkStatefulSet({ ...old, run }, undefined);
  return run.faults.length > 0;
}

function nameOf(claim: Part): string {
  return textAt(fieldPart(claim, "metadata"), "name");
}

function claimVolume(claim: Part): Part {
  return { ...claim, value: { name: nameOf(claim), persistentVolumeClaim: { claimName: nameOf(claim) } } };
}

function checkNewFields(spec: Part): void {
  const service = textAt(spec, "serviceName");
  if (service !== "" && spec.run.minor >= 33) {
    reportInvalid(fieldPart(spec, "serviceName"), dnsLabel(service));
  }
  for (const claim of spec.run.minor >= 33 ? listAt(spec, "volumeClaimTemplates") : []) {
    checkClaimSpec(fieldPart(claim, "spec"), true);
  }
}

/** The minor version since which a fault names the fixed field. */
const namedSince = 37;

const changeable = [
  "replicas",
  "template",
  "updateStrategy",
  "minReadySeconds",
  "ordinals",
  "revisionHistoryLimit",
  "persistentVolumeClaimRetentionPolicy",
];

const fixed = ["selector", "volumeClaimTemplates", "serviceName", "podManagementPolicy"];

function checkUpdate(spec: Part, old: Part): void {
  const [now, before] = [fixedPart(spec), fixedPart(old)];
  if (spec.run.minor >= namedSince) {
    for (const name of fixed) {
      const isKept = !isChanged(onlyField(now, name), onlyField(before, name));
      reportInvalid(fieldPart(spec, name), isKept ? undefined : "field is immutable");
    }
  } else if (isChanged(now, before)) {
    reportForbidden(
      spec,
      "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
    );
  }
}

/** A field keeps its name, by which the defaults of an absent one are known. */
function onlyField(part: Part, name: string): Part {
  return { ...part, value: { [name]: fieldPart(part, name).value ?? null } };
}

function fixedPart(spec: Part): Part {
  const { run } = spec;
  const fields: MutableObject = { ...Object(spec.value) };
  for (const name of changeable) {
    if (name !== "revisionHistoryLimit" || run.minor >= 33) {
      delete fields[name];
    }
  }
  fields["volumeClaimTemplates"] = listAt(spec, "volumeClaimTemplates").map(({ value }) => {
    const { apiVersion: _, kind: __, ...claim } = Object(value);
    return claim;
  });
  return { value: fields, run, parent: undefined, step: "" };
}
