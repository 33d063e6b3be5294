/**
 * Rules for PersistentVolumes.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import { isArray, isObject, type JsonValue, type MutableObject } from "../../../object/json.ts";
import { isChanged } from "../check/changes.ts";
import {
  reportForbidden,
  reportInvalid,
  reportNotSupported,
  checkOneOf,
  checkOneOfOrDefault,
  reportRequired,
  requiredText,
} from "../check/faults.ts";
import { dnsLabel, dnsSubdomain } from "../check/names.ts";
import {
  fieldPart,
  countOf,
  has,
  isSet,
  keyAt,
  type Part,
  reportedAt,
  textAt,
  textOf,
  valuesOf,
} from "../check/part.ts";
import { positiveQuantity } from "../check/quantities.ts";
import { checkNodeSelector } from "../check/node-selector.ts";
import { checkAccessModes, checkClassName } from "./claim-spec.ts";
import { checkDriverName, type SourceCheck, sourceChecks } from "./volume-sources.ts";

/** Checks a PersistentVolume. */
export function checkPersistentVolume(volume: Part, old: Part | undefined): void {
  const spec = fieldPart(volume, "spec");
  checkAccessModes(spec);
  checkCapacity(fieldPart(spec, "capacity"));
  checkOneOfOrDefault(fieldPart(spec, "persistentVolumeReclaimPolicy"), ["Delete", "Recycle", "Retain"]);
  checkAffinity(fieldPart(spec, "nodeAffinity"));
  checkSource(spec);
  checkClassName(fieldPart(spec, "storageClassName"));
  checkOneOf(fieldPart(spec, "volumeMode"), ["Block", "Filesystem"]);
  if (spec.run.minor >= 34 && has(spec, "volumeAttributesClassName")) {
    checkAttributesClass(spec);
  }
  if (old !== undefined) {
    checkUpdate(spec, fieldPart(old, "spec"));
  }
}

const notInline = "may not be specified in the context of inline volumes";

const inlineValues = { persistentVolumeReclaimPolicy: "Retain", volumeMode: "Filesystem" };

/** Checks the spec of a PersistentVolume that is written inline: in a VolumeAttachment. */
export function checkInlineVolume(spec: Part): void {
  for (const name of ["claimRef", "capacity", "nodeAffinity", "storageClassName"]) {
    const part = fieldPart(spec, name);
    if (textOf(part) !== "" || countOf(part) > 0) {
      reportForbidden(part, notInline);
    }
  }
  for (const [name, only] of Object.entries(inlineValues)) {
    if (!["", only].includes(textAt(spec, name))) {
      reportForbidden(fieldPart(spec, name), `may only be ${only} in the context of inline volumes`);
    }
  }
  if (!has(spec, "csi")) {
    reportRequired(fieldPart(spec, "csi"), "has to be specified in the context of inline volumes");
  }
  checkAccessModes(spec);
  checkSource(spec);
}

function checkCapacity(capacity: Part): void {
  if (countOf(capacity) === 0) {
    reportRequired(capacity);
  }
  if (!isSet(keyAt(capacity, "storage")) || countOf(capacity) > 1) {
    reportNotSupported(capacity, ["storage"]);
  }
  for (const [, quantity] of valuesOf(capacity)) {
    positiveQuantity(quantity);
  }
}

function checkAffinity(affinity: Part): void {
  if (isSet(affinity)) {
    const terms = fieldPart(affinity, "required");
    if (isSet(terms)) {
      checkNodeSelector(terms);
    } else {
      reportRequired(terms, "must specify required node constraints");
    }
  }
}

/** All sources in the order of the API server: the first one counts, the others are forbidden. */
const sources: readonly (readonly [name: string, check: SourceCheck])[] = [
  ...shared("hostPath", "gcePersistentDisk", "awsElasticBlockStore"),
  ["glusterfs", checkGlusterfs],
  ...shared("flocker", "nfs", "rbd", "quobyte", "cephfs", "iscsi", "cinder", "fc", "flexVolume"),
  ...shared("azureFile", "vsphereVolume", "photonPersistentDisk", "portworxVolume", "azureDisk"),
  ...shared("scaleIO", "local", "storageos"),
  ["csi", checkCsi],
];

function shared(...names: readonly string[]): readonly (readonly [string, SourceCheck])[] {
  return names.map((name) => [name, (source, isClaimed) => sourceChecks[name]?.(source, isClaimed)]);
}

function checkSource(spec: Part): void {
  const [first, ...others] = sources.filter(([name]) => has(spec, name));
  if (first === undefined) {
    reportRequired(spec, "must specify a volume type");
    return;
  }
  const [name, check] = first;
  const source = fieldPart(spec, name);
  check(name === "gcePersistentDisk" ? reportedAt(source, spec, "persistentDisk") : source, true);
  for (const [other, checkOther] of others) {
    // The API server does not count a source of this type.
    if (other === "flexVolume") {
      checkOther(fieldPart(spec, other), true);
      continue;
    }
    const reported = other === "cephfs" ? "cephFS" : other;
    reportForbidden(
      reportedAt(fieldPart(spec, other), spec, reported),
      "may not specify more than 1 volume type",
    );
  }
  if (name === "local" && !has(spec, "nodeAffinity")) {
    reportRequired(fieldPart(spec, "nodeAffinity"), "Local volume requires node affinity");
  }
  const isRoot = /^\/+(?:\.?\/)*\.?$/.test(textAt(fieldPart(spec, "hostPath"), "path"));
  if (isRoot && textAt(spec, "persistentVolumeReclaimPolicy") === "Recycle") {
    reportForbidden(
      fieldPart(spec, "persistentVolumeReclaimPolicy"),
      "may not be 'recycle' for a hostPath mount of '/'",
    );
  }
}

function checkGlusterfs(source: Part): void {
  sourceChecks["glusterfs"]?.(source, true);
  if (has(source, "endpointsNamespace")) {
    reportInvalid(fieldPart(source, "endpointsNamespace"), dnsLabel(textAt(source, "endpointsNamespace")));
  }
}

const secrets = [
  "controllerPublishSecretRef",
  "controllerExpandSecretRef",
  "nodePublishSecretRef",
  "nodeExpandSecretRef",
];

function checkCsi(source: Part): void {
  checkDriverName(fieldPart(source, "driver"));
  requiredText(fieldPart(source, "volumeHandle"));
  for (const secret of secrets.map((name) => fieldPart(source, name)).filter(isSet)) {
    if (requiredText(fieldPart(secret, "name"))) {
      reportInvalid(fieldPart(secret, "name"), dnsSubdomain(textAt(secret, "name")));
    }
    if (requiredText(fieldPart(secret, "namespace"))) {
      reportInvalid(fieldPart(secret, "namespace"), dnsLabel(textAt(secret, "namespace")));
    }
  }
}

function checkAttributesClass(spec: Part): void {
  const name = fieldPart(spec, "volumeAttributesClassName");
  if (requiredText(name, "an empty string is disallowed")) {
    reportInvalid(name, dnsSubdomain(textOf(name)));
  }
  if (!has(spec, "csi")) {
    reportRequired(fieldPart(spec, "csi"), "has to be specified when using volumeAttributesClassName");
  }
}

function checkUpdate(spec: Part, old: Part): void {
  const [names, oldNames] = [sourceNames(spec), sourceNames(old)];
  if (names !== oldNames || isChanged(sourceOf(spec, old), sourceOf(old, spec))) {
    reportForbidden(
      { ...reportedAt(spec, spec, "persistentvolumesource") },
      "spec.persistentvolumesource is immutable after creation",
    );
  }
  const root = spec.parent ?? spec;
  const [mode, before] = [spec, old].map((one) => textAt(one, "volumeMode") || "Filesystem");
  if (mode !== before) {
    reportInvalid(reportedAt(fieldPart(spec, "volumeMode"), root, "volumeMode"), "field is immutable");
  }
  const affinity = fieldPart(spec, "nodeAffinity");
  const oldAffinity = fieldPart(old, "nodeAffinity");
  if (isSet(oldAffinity) && isChanged(withStableLabels(affinity), withStableLabels(oldAffinity))) {
    reportInvalid(reportedAt(affinity, root, "nodeAffinity"), "field is immutable");
  }
}

/** Labels of nodes that have left beta: a volume may be moved to the new names. */
const stableLabels: ReadonlyMap<string, string> = new Map([
  ["beta.kubernetes.io/arch", "kubernetes.io/arch"],
  ["beta.kubernetes.io/instance-type", "node.kubernetes.io/instance-type"],
  ["beta.kubernetes.io/os", "kubernetes.io/os"],
  ["failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region"],
  ["failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone"],
]);

/** The affinity with the present names of labels of nodes. */
function withStableLabels(affinity: Part): Part {
  const rename = (value: JsonValue, name?: string): JsonValue => {
    if (isArray(value)) {
      return value.map((entry) => rename(entry));
    }
    if (isObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, rename(part, key)]));
    }
    return name === "key" && typeof value === "string" ? (stableLabels.get(value) ?? value) : value;
  };
  return affinity.value === undefined ? affinity : { ...affinity, value: rename(affinity.value) };
}

function sourceNames(spec: Part): string {
  return sources.flatMap(([name]) => (has(spec, name) ? [name] : [])).join(" ");
}

/** The sources of a volume. A Secret for expansion may be added to a CSI volume. */
function sourceOf(spec: Part, other: Part): Part {
  const fields: MutableObject = {};
  for (const [name] of sources) {
    const { value } = fieldPart(spec, name);
    if (value !== undefined) {
      fields[name] = value;
    }
  }
  if (has(spec, "csi") && !(has(fieldPart(spec, "csi"), secret) && has(fieldPart(other, "csi"), secret))) {
    const { [secret]: _, ...rest } = Object(fieldPart(spec, "csi").value);
    fields["csi"] = rest;
  }
  return { ...spec, value: fields };
}

const secret = "controllerExpandSecretRef";
