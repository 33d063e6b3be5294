/**
 * Rules for the spec of a Job, also in a CronJob.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/batch/validation/validation.go
 */
import {
  reportInvalid,
  reportNotSupported,
  checkOneOf,
  reportRequired,
  reportTooLong,
} from "../check/faults.ts";
import { domainPrefixedPath } from "../check/names.ts";
import { nonNegativeAt } from "../check/numbers.ts";
import { fieldPart, has, isSet, numberAt, type Part, textAt } from "../check/part.ts";
import { restartPolicyOf } from "../pod/pod-context.ts";
import { checkTemplate } from "../pod/pod-template.ts";
import { checkFailurePolicy, checkSuccessPolicy } from "./job-policies.ts";

/** Checks the spec of a Job, with the defaults of the API server. */
export function checkJobSpec(spec: Part): void {
  nonNegativeAt(
    spec,
    "parallelism",
    "completions",
    "activeDeadlineSeconds",
    "backoffLimit",
    "ttlSecondsAfterFinished",
    "backoffLimitPerIndex",
    "maxFailedIndexes",
  );
  if (has(spec, "maxFailedIndexes") && !has(spec, "backoffLimitPerIndex")) {
    reportRequired(fieldPart(spec, "backoffLimitPerIndex"), "when maxFailedIndexes is specified");
  }
  checkManager(fieldPart(spec, "managedBy"), textAt(spec, "managedBy"));
  checkCompletionMode(spec);
  checkPolicies(spec);
  checkTemplate(fieldPart(spec, "template"));
  checkRestartPolicy(spec);
}

function checkManager(place: Part, name: string): void {
  if (!isSet(place) || place.run.minor < 32) {
    return;
  }
  if (name === "") {
    reportRequired(place);
  }
  reportInvalid(place, domainPrefixedPath(name));
  if (name.length > 63) {
    reportTooLong(place, 63);
  }
}

/** Reports whether the Job numbers its pods. */
export function isIndexed(spec: Part): boolean {
  return textAt(spec, "completionMode") === "Indexed";
}

/** The number of completions with its default: 1 if parallelism is absent too. */
export function jobCompletions(spec: Part): number | undefined {
  return numberAt(spec, "completions") ?? (has(spec, "parallelism") ? undefined : 1);
}

const mostIndexed = 100_000;
const mostFailed = 100_000;

function checkCompletionMode(spec: Part): void {
  checkOneOf(fieldPart(spec, "completionMode"), ["NonIndexed", "Indexed"]);
  if (isIndexed(spec)) {
    checkIndexed(spec);
  } else if (!has(spec, "completionMode") || textAt(spec, "completionMode") === "NonIndexed") {
    for (const name of ["backoffLimitPerIndex", "maxFailedIndexes"]) {
      reportInvalid(fieldPart(spec, name), has(spec, name) ? "requires indexed completion mode" : undefined);
    }
  }
}

function checkIndexed(spec: Part): void {
  const completions = jobCompletions(spec);
  if (completions === undefined) {
    reportRequired(fieldPart(spec, "completions"), "when completion mode is Indexed");
  }
  if ((numberAt(spec, "parallelism") ?? 1) > mostIndexed) {
    reportInvalid(
      fieldPart(spec, "parallelism"),
      `must be less than or equal to ${mostIndexed} when completion mode is Indexed`,
    );
  }
  checkFailedIndexes(spec, completions);
}

function checkFailedIndexes(spec: Part, completions: number | undefined): void {
  const failed = numberAt(spec, "maxFailedIndexes");
  const place = fieldPart(spec, "maxFailedIndexes");
  if (failed !== undefined && completions !== undefined && failed > completions) {
    reportInvalid(place, "must be less than or equal to completions");
  }
  if (failed !== undefined && failed > mostFailed) {
    reportInvalid(place, `must be less than or equal to ${mostFailed}`);
  }
  if ((completions ?? 0) > mostIndexed && has(spec, "backoffLimitPerIndex")) {
    checkManyIndexes(spec, failed);
  }
}

function checkManyIndexes(spec: Part, failed: number | undefined): void {
  const condition =
    "must be less than or equal to 10000 when completions are above 100000 and used with backoff limit per index";
  if (failed === undefined) {
    reportRequired(fieldPart(spec, "maxFailedIndexes"), "must be specified when completions is above 100000");
  }
  if ((numberAt(spec, "parallelism") ?? 1) > 10_000) {
    reportInvalid(fieldPart(spec, "parallelism"), condition);
  }
  if ((failed ?? 0) > 10_000) {
    reportInvalid(fieldPart(spec, "maxFailedIndexes"), condition);
  }
}

function checkPolicies(spec: Part): void {
  const hasFailurePolicy = has(spec, "podFailurePolicy");
  if (hasFailurePolicy) {
    checkFailurePolicy(spec);
  }
  const success = fieldPart(spec, "successPolicy");
  if (isSet(success) && spec.run.minor >= 31) {
    if (isIndexed(spec)) {
      checkSuccessPolicy(spec, jobCompletions(spec) ?? 0);
    } else {
      reportInvalid(success, "requires indexed completion mode");
    }
  }
  checkOneOf(
    fieldPart(spec, "podReplacementPolicy"),
    hasFailurePolicy ? ["Failed"] : ["Failed", "TerminatingOrFailed"],
  );
}

function checkRestartPolicy(spec: Part): void {
  const pod = fieldPart(spec, "template", "spec");
  const place = fieldPart(pod, "restartPolicy");
  const policy = restartPolicyOf(pod);
  if (policy === "Always") {
    reportRequired(place, 'valid values: "OnFailure", "Never"');
  } else if (policy !== "OnFailure" && policy !== "Never") {
    reportNotSupported(place, ["OnFailure", "Never"]);
  } else if (has(spec, "podFailurePolicy") && policy !== "Never") {
    reportInvalid(place, 'only "Never" is supported when podFailurePolicy is specified');
  }
}
