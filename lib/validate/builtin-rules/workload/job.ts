/**
 * Rules for Jobs and CronJobs.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/batch/validation/validation.go
 */
import type { JsonObject, MutableObject } from "../../../object/json.ts";
import { immutable, immutableAt, isChanged } from "../check/changes.ts";
import {
  reportInvalid,
  reportNotSupported,
  checkOneOfOrDefault,
  reportRequired,
  requiredText,
} from "../check/faults.ts";
import { checkLabels, checkSelector, isUsable, selects } from "../check/labels.ts";
import { dnsLabel, labelValue } from "../check/names.ts";
import { nonNegativeAt } from "../check/numbers.ts";
import {
  fieldPart,
  countOf,
  has,
  isSet,
  isTrueAt,
  keyAt,
  numberAt,
  type Part,
  reportedAt,
  rootPart,
  textAt,
  textOf,
} from "../check/part.ts";
import { scheduleFault, timeZoneFault } from "./cron-schedule.ts";
import { checkJobSpec, jobCompletions, isIndexed } from "./job-spec.ts";
import { checkSelectorMatches } from "./workload-template.ts";

/** Checks a Job. */
export function checkJob(job: Part, old: Part | undefined): void {
  const spec = fieldPart(job, "spec");
  checkJobSpec(spec);
  checkSelector(fieldPart(spec, "selector"));
  if (isTrueAt(spec, "manualSelector")) {
    checkManualSelector(spec, old);
  } else {
    checkOwnLabels(job, old);
  }
  const completions = jobCompletions(spec) ?? 0;
  const name = textAt(fieldPart(job, "metadata"), "name");
  if (isIndexed(spec) && completions > 0 && name !== "" && dnsLabel(`${name}-${completions - 1}`)) {
    reportInvalid(
      fieldPart(job, "metadata", "name"),
      `will not able to create pod with invalid DNS label: ${name}-${completions - 1}`,
    );
  }
  if (old !== undefined) {
    checkUpdate(spec, old);
  }
}

/** A Job that exists has the selector that the API server has generated. */
function checkManualSelector(spec: Part, old: Part | undefined): void {
  const selector = fieldPart(spec, "selector");
  if (!isSet(selector) && old !== undefined) {
    return;
  }
  if (!isSet(selector)) {
    reportRequired(selector);
  }
  checkSelectorMatches(spec);
}

const nameLabels = ["job-name", "batch.kubernetes.io/job-name"];
const uidLabels = ["controller-uid", "batch.kubernetes.io/controller-uid"];

/** Checks labels that the API server generates itself: their values are not known before the creation. */
function checkOwnLabels(job: Part, old: Part | undefined): void {
  const metadata = fieldPart(job, "metadata");
  const labels = fieldPart(job, "spec", "template", "metadata", "labels");
  const expect = (key: string, value: string): void => {
    const label = keyAt(labels, key);
    reportInvalid(label, isSet(label) && textOf(label) !== value ? `must be '${value}'` : undefined);
  };
  checkNameLabel(job, metadata, labels);
  for (const key of textAt(metadata, "name") === "" ? [] : nameLabels) {
    expect(key, textAt(metadata, "name"));
  }
  const uid = textAt(old === undefined ? metadata : fieldPart(old, "metadata"), "uid");
  for (const key of old === undefined || uid !== "" ? uidLabels : []) {
    expect(key, old === undefined ? "generated" : uid);
  }
  checkOwnSelector(job, old);
}

/** The name becomes a label of the pods. A Job without labels gets those of its pods. */
function checkNameLabel(job: Part, metadata: Part, labels: Part): void {
  const fault = labelValue(textAt(metadata, "name"));
  reportInvalid(reportedAt(fieldPart(metadata, "name"), fieldPart(job, "spec", "template"), "labels"), fault);
  if (isSet(labels) && countOf(fieldPart(metadata, "labels")) === 0) {
    reportInvalid(reportedAt(fieldPart(metadata, "name"), metadata, "labels"), fault);
    checkLabels(reportedAt(labels, metadata, "labels"));
  }
}

/** A selector of one's own must fit the generated labels. */
function checkOwnSelector(job: Part, old: Part | undefined): void {
  const selector = fieldPart(job, "spec", "selector");
  if (!isSet(selector) || old !== undefined || !isUsable(selector)) {
    return;
  }
  const name = textAt(fieldPart(job, "metadata"), "name");
  const generated = Object.fromEntries(nameLabels.map((key) => [key, name]));
  const place = fieldPart(job, "spec", "template", "metadata", "labels");
  if (!selectsLabels(selector, generated)) {
    reportInvalid(selector, "`selector` not auto-generated");
  }
  if (!selectsLabels(selector, { ...generated, ...Object(place.value) })) {
    reportInvalid(place, "`selector` does not match template `labels`");
  }
}

function selectsLabels(selector: Part, labels: JsonObject): boolean {
  return selects(selector, rootPart({ metadata: { labels } }, selector.run));
}

const fixedFields = [
  "selector",
  "completionMode",
  "podFailurePolicy",
  "backoffLimitPerIndex",
  "managedBy",
  "successPolicy",
];

function checkUpdate(spec: Part, old: Part): void {
  const before = fieldPart(old, "spec");
  const isFixed = (name: string): boolean =>
    name === "selector" ? has(spec, name) : name !== "successPolicy" || spec.run.minor >= 31;
  immutableAt(spec, before, ...fixedFields.filter(isFixed));
  if (!isIndexed(spec)) {
    immutableCompletions(spec, before);
  } else if (
    has(spec, "completions") &&
    isChanged(fieldPart(spec, "completions"), fieldPart(before, "completions")) &&
    numberAt(spec, "completions") !== (numberAt(spec, "parallelism") ?? 1)
  ) {
    reportInvalid(fieldPart(spec, "completions"), "can only be modified in tandem with spec.parallelism");
  }
  if (!isTrueAt(before, "suspend")) {
    immutable(comparable(fieldPart(spec, "template")), comparable(fieldPart(before, "template")));
  }
}

function immutableCompletions(spec: Part, before: Part): void {
  if (jobCompletions(spec) !== jobCompletions(before)) {
    reportInvalid(fieldPart(spec, "completions"), "field is immutable");
  }
}

/** A template without the labels that the API server generates. */
function comparable(template: Part): Part {
  const own = new Set([...nameLabels, ...uidLabels]);
  const metadata: MutableObject = { ...Object(fieldPart(template, "metadata").value) };
  const labels = Object.entries(Object(metadata["labels"])).filter(([key]) => !own.has(key));
  metadata["labels"] = Object.fromEntries(labels.map(([key, value]) => [key, String(value)]));
  return { ...template, value: { ...Object(template.value), metadata } };
}

/** Checks a CronJob. */
export function checkCronJob(cronJob: Part, old: Part | undefined): void {
  const spec = fieldPart(cronJob, "spec");
  const schedule = fieldPart(spec, "schedule");
  if (requiredText(schedule)) {
    const hadZone = old !== undefined && textAt(fieldPart(old, "spec"), "schedule").includes("TZ");
    checkSchedule(spec, hadZone);
  }
  nonNegativeAt(spec, "startingDeadlineSeconds", "successfulJobsHistoryLimit", "failedJobsHistoryLimit");
  const zone = fieldPart(spec, "timeZone");
  if (isSet(zone) && (old === undefined || isChanged(zone, fieldPart(old, "spec", "timeZone")))) {
    reportInvalid(zone, timeZoneFault(textOf(zone)));
  }
  checkOneOfOrDefault(fieldPart(spec, "concurrencyPolicy"), ["Allow", "Forbid", "Replace"]);
  const job = fieldPart(spec, "jobTemplate", "spec");
  checkJobSpec(job);
  if (has(job, "selector")) {
    reportInvalid(fieldPart(job, "selector"), "`selector` will be auto-generated");
  }
  if (isTrueAt(job, "manualSelector")) {
    reportNotSupported(fieldPart(job, "manualSelector"), ["nil", "false"]);
  }
  const name = fieldPart(cronJob, "metadata", "name");
  if (old === undefined && textOf(name).length > 52) {
    reportInvalid(name, "must be no more than 52 characters");
  }
}

function checkSchedule(spec: Part, hadZone: boolean): void {
  const schedule = fieldPart(spec, "schedule");
  const text = textOf(schedule);
  reportInvalid(schedule, scheduleFault(text));
  if (text.includes("TZ") && (!hadZone || has(spec, "timeZone"))) {
    reportInvalid(schedule, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
  }
}
