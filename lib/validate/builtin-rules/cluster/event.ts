/**
 * Rules for Events of both groups. The API server reports the fields of its internal type.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/events.go
 */
import { immutable, isChanged } from "../check/changes.ts";
import { reportInvalid, reportRequired, requiredText } from "../check/faults.ts";
import { qualifiedLabel } from "../check/names.ts";
import {
  countOf,
  fieldPart,
  has,
  isSet,
  numberAt,
  type Part,
  reportedAt,
  textAt,
  textOf,
} from "../check/part.ts";

/** Checks an Event of the core group. */
export function checkCoreEvent(event: Part): void {
  checkAnyEvent(event, "reportingComponent", fieldPart(event, "involvedObject"));
}

/** Checks an Event of the group `events.k8s.io`. */
export function checkEvent(event: Part, old: Part | undefined): void {
  checkAnyEvent(
    event,
    "reportingController",
    reportedAt(fieldPart(event, "regarding"), event, "involvedObject"),
  );
  if (old !== undefined) {
    checkUpdate(event, old);
    return;
  }
  checkSeries(event);
  if (!has(event, "eventTime")) {
    reportRequired(fieldPart(event, "eventTime"));
  }
  const type = fieldPart(event, "type");
  const isKnown = ["Normal", "Warning"].includes(textOf(type));
  reportInvalid(type, isKnown ? undefined : `has invalid value: ${textOf(type)}`);
  for (const [name, reported] of deprecated) {
    const part = fieldPart(event, name);
    if (isSet(part) && part.value !== 0 && (reported !== "source" || countOf(part) > 0)) {
      reportInvalid(reportedAt(part, event, reported), "needs to be unset");
    }
  }
}

const deprecated = [
  ["deprecatedFirstTimestamp", "firstTimestamp"],
  ["deprecatedLastTimestamp", "lastTimestamp"],
  ["deprecatedCount", "count"],
  ["deprecatedSource", "source"],
] as const;

const mostCharacters = 128;
const mostOfNote = 1024;

/** Checks what an Event must say. Those without a time are of an old form. */
function checkAnyEvent(event: Part, controller: string, object: Part): void {
  checkNamespace(event, object);
  if (!has(event, "eventTime")) {
    return;
  }
  const reporter = fieldPart(event, controller);
  requiredText(reporter);
  reportInvalid(reporter, qualifiedLabel(textOf(reporter)));
  for (const name of ["reportingInstance", "action", "reason"]) {
    const part = fieldPart(event, name);
    requiredText(part);
    if (Buffer.byteLength(textOf(part)) > mostCharacters) {
      reportInvalid(part, `can have at most ${mostCharacters} characters`);
    }
  }
  const note = has(event, "note")
    ? reportedAt(fieldPart(event, "note"), event, "message")
    : fieldPart(event, "message");
  if (Buffer.byteLength(textOf(note)) > mostOfNote) {
    reportInvalid(note, `can have at most ${mostOfNote} characters`);
  }
}

/** Compares the namespaces, if that of the Event is written. */
function checkNamespace(event: Part, object: Part): void {
  const namespace = textAt(fieldPart(event, "metadata"), "namespace");
  const named = textAt(object, "namespace");
  const isTimed = has(event, "eventTime");
  const hasAny = namespace === "default" || (isTimed && namespace === "kube-system");
  const fits = named === "" ? hasAny : isTimed || named === namespace;
  if (namespace !== "" && !fits) {
    reportInvalid(fieldPart(object, "namespace"), "does not match event.namespace");
  }
}

function checkSeries(event: Part): void {
  const series = fieldPart(event, "series");
  if (!isSet(series)) {
    return;
  }
  if ((numberAt(series, "count") ?? 0) < 2) {
    reportInvalid(fieldPart(series, "count"), "should be at least 2");
  }
  if (!has(series, "lastObservedTime")) {
    reportRequired(fieldPart(series, "lastObservedTime"));
  }
}

/** Fields that stay, and the names that the API server reports. */
const kept: ReadonlyMap<string, string> = new Map([
  ["regarding", "involvedObject"],
  ["reason", "reason"],
  ["note", "message"],
  ["type", "type"],
  ["action", "action"],
  ["related", "related"],
  ["reportingController", "reportingController"],
  ["reportingInstance", "reportingInstance"],
]);

function checkUpdate(event: Part, old: Part): void {
  if (
    countOf(fieldPart(event, "series")) > 0 &&
    isChanged(fieldPart(event, "series"), fieldPart(old, "series"))
  ) {
    checkSeries(event);
  }
  for (const [name, reported] of kept) {
    immutable(reportedAt(fieldPart(event, name), event, reported), fieldPart(old, name));
  }
}
