/**
 * Rules for the spec of a PersistentVolumeClaim, also of those in templates.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import {
  reportForbidden,
  reportInvalid,
  reportNotSupported,
  checkOneOf,
  reportRequired,
  requiredText,
} from "../check/faults.ts";
import { checkSelector } from "../check/labels.ts";
import { dnsLabel, dnsSubdomain } from "../check/names.ts";
import {
  fieldPart,
  countOf,
  has,
  isSet,
  keyAt,
  listAt,
  type Part,
  reportedAt,
  textAt,
  textOf,
} from "../check/part.ts";
import { positiveQuantity } from "../check/quantities.ts";

const accessModes = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];

/** Checks access modes. */
export function checkAccessModes(spec: Part, detail?: string): void {
  const list = fieldPart(spec, "accessModes");
  const modes = listAt(spec, "accessModes");
  if (modes.length === 0) {
    reportRequired(list, detail);
  }
  for (const mode of modes) {
    if (!accessModes.includes(textOf(mode))) {
      reportNotSupported(reportedAt(mode, list), accessModes);
    }
  }
  const known = modes.map(textOf).filter((mode) => accessModes.includes(mode));
  if (known.includes("ReadWriteOncePod") && known.some((mode) => mode !== "ReadWriteOncePod")) {
    reportForbidden(list, "may not use ReadWriteOncePod with other access modes");
  }
}

/** Checks the name of a class, unless it is empty. */
export function checkClassName(part: Part): void {
  if (textOf(part) !== "") {
    reportInvalid(part, dnsSubdomain(textOf(part)));
  }
}

/** Checks the spec of a claim, or that of a template. */
export function checkClaimSpec(spec: Part, isTemplate: boolean): void {
  checkAccessModes(spec, "at least 1 access mode is required");
  checkSelector(fieldPart(spec, "selector"));
  const resources = fieldPart(spec, "resources");
  const storage = reportedAt(keyAt(fieldPart(resources, "requests"), "storage"), resources, {
    key: "storage",
  });
  if (isSet(storage)) {
    positiveQuantity(storage);
  } else {
    reportRequired(storage);
  }
  checkClassName(fieldPart(spec, "storageClassName"));
  checkOneOf(fieldPart(spec, "volumeMode"), ["Block", "Filesystem"]);
  if (isTemplate) {
    checkSources(spec);
  } else {
    checkOwnSources(spec);
  }
  if (spec.run.minor >= 34) {
    checkClassName(fieldPart(spec, "volumeAttributesClassName"));
  }
}

/** Checks what a claim of a template is filled from. */
function checkSources(spec: Part): void {
  const [source, reference] = [fieldPart(spec, "dataSource"), fieldPart(spec, "dataSourceRef")];
  for (const one of [source, reference]) {
    if (isSet(one)) {
      checkSource(one);
    }
  }
  const namespace = textAt(reference, "namespace");
  if (isSet(reference) && namespace !== "") {
    reportInvalid(fieldPart(reference, "namespace"), dnsLabel(namespace));
  }
  if (isSet(source) && isSet(reference)) {
    if (namespace !== "") {
      reportInvalid(spec, "may not be specified when dataSourceRef.namespace is specified");
    } else if (!areSame(source, reference)) {
      reportInvalid(spec, "must match dataSourceRef");
    }
  }
}

/**
 * Checks what a claim is filled from. The API server drops sources of unknown kinds and references to other
 * namespaces, then copies one field to the other.
 */
function checkOwnSources(spec: Part): void {
  const [source, reference] = [fieldPart(spec, "dataSource"), fieldPart(spec, "dataSourceRef")];
  const isReferred = isSet(reference) && textAt(reference, "namespace") === "";
  if (isSet(source) && isReferred) {
    checkSources(spec);
  } else if (isReferred) {
    checkSource(reference);
    checkSource(reportedAt(reference, spec, "dataSource"));
  } else if (isSet(source) && isKnownSource(source)) {
    checkSource(source);
    checkSource(reportedAt(source, spec, "dataSourceRef"));
  }
}

function isKnownSource(source: Part): boolean {
  const known = `${textAt(source, "apiGroup")}/${textAt(source, "kind")}`;
  return known === "/PersistentVolumeClaim" || known === "snapshot.storage.k8s.io/VolumeSnapshot";
}

function areSame(source: Part, reference: Part): boolean {
  return ["apiGroup", "kind", "name"].every(
    (name) => has(source, name) === has(reference, name) && textAt(source, name) === textAt(reference, name),
  );
}

function checkSource(source: Part): void {
  requiredText(fieldPart(source, "name"));
  requiredText(fieldPart(source, "kind"));
  const group = textAt(source, "apiGroup");
  if (group === "" && textAt(source, "kind") !== "PersistentVolumeClaim") {
    reportInvalid(source, "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
  }
  if (group !== "" && countOf(source) > 0 && source.run.minor >= 31) {
    reportInvalid(fieldPart(source, "apiGroup"), dnsSubdomain(group));
  }
}
