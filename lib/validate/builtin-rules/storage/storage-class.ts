/**
 * Rules for StorageClasses.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/storage/validation/validation.go
 */
import { immutable, isChanged } from "../check/changes.ts";
import {
  reportDuplicate,
  reportForbidden,
  reportInvalid,
  checkOneOf,
  checkOneOfOrDefault,
  reportRequired,
  requiredText,
  reportTooLong,
} from "../check/faults.ts";
import { qualifiedLabel } from "../check/names.ts";
import { fieldPart, countOf, listAt, type Part, textAt, textOf, textsAt, valuesOf } from "../check/part.ts";

/** Checks a StorageClass. */
export function checkStorageClass(storage: Part, old: Part | undefined): void {
  const provisioner = fieldPart(storage, "provisioner");
  if (requiredText(provisioner)) {
    reportInvalid(provisioner, qualifiedLabel(textOf(provisioner).toLowerCase()));
  }
  checkParameters(fieldPart(storage, "parameters"));
  checkOneOfOrDefault(fieldPart(storage, "reclaimPolicy"), ["Delete", "Retain"]);
  checkOneOf(fieldPart(storage, "volumeBindingMode"), ["Immediate", "WaitForFirstConsumer"]);
  checkTopologies(storage);
  if (old !== undefined) {
    const parameters = [storage, old].map((one) => fieldPart(one, "parameters"));
    if (parameters.some((one) => countOf(one) > 0)) {
      keep(fieldPart(storage, "parameters"), fieldPart(old, "parameters"));
    }
    keep(provisioner, fieldPart(old, "provisioner"));
    for (const [name, usual] of [
      ["reclaimPolicy", "Delete"],
      ["volumeBindingMode", "Immediate"],
    ] as const) {
      const [now, before] = [storage, old].map((one) => textAt(one, name) || usual);
      const check = name === "reclaimPolicy" ? keep : immutable;
      check({ ...fieldPart(storage, name), value: now }, { ...fieldPart(old, name), value: before });
    }
  }
}

/** Before 1.36 changes of these fields are forbidden, and those of the binding mode invalid. */
function keep(part: Part, old: Part): void {
  if (part.run.minor >= 36) {
    immutable(part, old);
  } else if (isChanged(part, old)) {
    reportForbidden(part, "updates are forbidden");
  }
}

/** Checks a VolumeAttributesClass. */
export function checkAttributesClassObject(attributes: Part, old: Part | undefined): void {
  const [driver, parameters] = [fieldPart(attributes, "driverName"), fieldPart(attributes, "parameters")];
  if (requiredText(driver)) {
    reportInvalid(driver, qualifiedLabel(textOf(driver).toLowerCase()));
  }
  checkParameters(parameters);
  if (countOf(parameters) === 0) {
    reportRequired(parameters, "must contain at least one key/value pair");
  }
  for (const name of old === undefined ? [] : ["driverName", "parameters"]) {
    if (isChanged(fieldPart(attributes, name), fieldPart(old ?? attributes, name))) {
      reportForbidden(fieldPart(attributes, name), `updates to ${name} are forbidden.`);
    }
  }
}

const mostParameters = 512;
const mostBytes = 256 * 1024;

function checkParameters(parameters: Part): void {
  if (countOf(parameters) > mostParameters) {
    reportTooLong(parameters, mostParameters);
    return;
  }
  let size = 0;
  for (const [key, value] of valuesOf(parameters)) {
    reportInvalid(parameters, key === "" ? "field can not be empty." : undefined);
    size += Buffer.byteLength(key) + Buffer.byteLength(textOf(value));
  }
  if (size > mostBytes) {
    reportTooLong(parameters, mostBytes);
  }
}

/** A term without requirements counts as a repetition of nothing. */
function checkTopologies(storage: Part): void {
  const terms = new Set<string>([""]);
  for (const term of listAt(storage, "allowedTopologies")) {
    const keys = new Map<string, string>();
    for (const requirement of listAt(term, "matchLabelExpressions")) {
      const key = textAt(requirement, "key");
      checkRequirement(requirement, key);
      if (keys.has(key)) {
        reportDuplicate(fieldPart(requirement, "key"), key);
      }
      keys.set(key, [...new Set(textsAt(requirement, "values"))].toSorted().join(","));
    }
    const whole = [...keys]
      .map((pair) => pair.join("="))
      .toSorted()
      .join(";");
    if (terms.has(whole)) {
      reportDuplicate(fieldPart(term, "matchLabelExpressions"), whole);
    }
    terms.add(whole);
  }
}

function checkRequirement(requirement: Part, key: string): void {
  const values = listAt(requirement, "values");
  const seen = new Set<string>();
  if (values.length === 0) {
    reportRequired(fieldPart(requirement, "values"));
  }
  for (const value of values) {
    if (seen.has(textOf(value))) {
      reportDuplicate(value, textOf(value));
    }
    seen.add(textOf(value));
  }
  reportInvalid(fieldPart(requirement, "key"), qualifiedLabel(key));
}
