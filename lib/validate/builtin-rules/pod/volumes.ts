/**
 * Rules for the volumes of a pod.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import {
  reportDuplicate,
  reportForbidden,
  reportInvalid,
  checkOneOfOrDefault,
  reportRequired,
  requiredText,
} from "../check/faults.ts";
import { checkAnnotations, checkLabels } from "../check/labels.ts";
import { dnsLabel, dnsSubdomain } from "../check/names.ts";
import { fileMode } from "../check/numbers.ts";
import {
  fieldPart,
  itemsOf,
  has,
  isSet,
  keysOf,
  listAt,
  type Part,
  reportedAt,
  textAt,
} from "../check/part.ts";
import { compareParts } from "../check/quantities.ts";
import { checkClaimSpec } from "../storage/claim-spec.ts";
import { checkDriverName, type SourceCheck, sourceChecks } from "../storage/volume-sources.ts";
import { checkProjected } from "./projected-volume.ts";
import { checkKeyToPath, checkPodField } from "./volume-files.ts";

/** Checks the volumes of a pod; returns the valid ones by name. `podName` is empty in a template. */
export function checkVolumes(volumes: Part, podName: string): ReadonlyMap<string, Part> {
  const valid = new Map<string, Part>();
  for (const volume of itemsOf(volumes)) {
    const before = volume.run.faults.length;
    const name = textAt(volume, "name");
    checkSource(volume, podName);
    if (requiredText(fieldPart(volume, "name"))) {
      reportInvalid(fieldPart(volume, "name"), dnsLabel(name));
    }
    if (valid.has(name)) {
      reportDuplicate(fieldPart(volume, "name"), name);
    }
    if (volume.run.faults.length === before) {
      valid.set(name, volume);
    }
  }
  return valid;
}

/** All sources in the order of the API server: the first one counts, the others are forbidden. */
const sources: readonly (readonly [name: string, check: SourceCheck])[] = [
  ["emptyDir", checkEmptyDir],
  ...shared("hostPath", "gitRepo", "gcePersistentDisk", "awsElasticBlockStore"),
  ["secret", checkKeys("secretName")],
  ...shared("nfs", "iscsi", "glusterfs", "flocker", "persistentVolumeClaim", "rbd", "cinder", "cephfs"),
  ...shared("quobyte"),
  ["downwardAPI", checkDownwardApi],
  ...shared("fc", "flexVolume"),
  ["configMap", checkKeys("name")],
  ...shared("azureFile", "vsphereVolume", "photonPersistentDisk", "portworxVolume", "azureDisk", "storageos"),
  ["projected", checkProjected],
  ...shared("scaleIO"),
  ["csi", checkCsi],
  ["ephemeral", checkEphemeral],
  ["image", checkImage],
];

function shared(...names: readonly string[]): readonly (readonly [string, SourceCheck])[] {
  return names.map((name) => [name, (source, isClaimed) => sourceChecks[name]?.(source, isClaimed)]);
}

/** Names under which the API server reports a second source. */
const reportedNames: ReadonlyMap<string, string> = new Map([
  ["cephfs", "cephFS"],
  ["downwardAPI", "downwarAPI"],
]);

function checkSource(volume: Part, podName: string): void {
  const [first, ...others] = sources.filter(([name]) => has(volume, name));
  if (first !== undefined) {
    const [name, check] = first;
    const isDisk = name === "gcePersistentDisk";
    check(
      isDisk ? reportedAt(fieldPart(volume, name), volume, "persistentDisk") : fieldPart(volume, name),
      false,
    );
  }
  for (const [name] of others) {
    reportForbidden(
      reportedAt(fieldPart(volume, name), volume, reportedNames.get(name) ?? name),
      "may not specify more than 1 volume type",
    );
  }
  if (first?.[0] === "ephemeral" && podName !== "" && textAt(volume, "name") !== "") {
    const fault = dnsSubdomain(`${podName}-${textAt(volume, "name")}`);
    reportInvalid(fieldPart(volume, "name"), fault);
  }
}

function checkEmptyDir(source: Part): void {
  const limit = fieldPart(source, "sizeLimit");
  if (isSet(limit) && compareParts(limit, fieldPart(limit, "none")) < 0) {
    reportForbidden(limit, "SizeLimit field must be a valid resource quantity");
  }
}

function checkKeys(name: string): SourceCheck {
  return (source) => {
    requiredText(fieldPart(source, name));
    fileMode(fieldPart(source, "defaultMode"));
    for (const item of listAt(source, "items")) {
      checkKeyToPath(item);
    }
  };
}

function checkDownwardApi(source: Part): void {
  fileMode(fieldPart(source, "defaultMode"));
  for (const file of listAt(source, "items")) {
    checkPodField(reportedAt(file, source));
  }
}

function checkCsi(source: Part): void {
  checkDriverName(fieldPart(source, "driver"));
  const secret = fieldPart(source, "nodePublishSecretRef");
  if (isSet(secret) && requiredText(fieldPart(secret, "name"))) {
    reportInvalid(
      reportedAt(fieldPart(secret, "name"), source, "name"),
      dnsSubdomain(textAt(secret, "name")),
    );
  }
}

function checkEphemeral(source: Part): void {
  const template = fieldPart(source, "volumeClaimTemplate");
  if (!isSet(template)) {
    reportRequired(template);
    return;
  }
  const metadata = fieldPart(template, "metadata");
  checkAnnotations(fieldPart(metadata, "annotations"));
  checkLabels(fieldPart(metadata, "labels"));
  for (const name of keysOf(metadata)) {
    const isEmpty = !has(metadata, name) || fieldPart(metadata, name).value === "";
    if (name !== "annotations" && name !== "labels" && !isEmpty) {
      const field = fieldPart(metadata, name);
      reportForbidden(name === "uid" ? reportedAt(field, metadata, "uID") : field, "cannot be set");
    }
  }
  checkClaimSpec(fieldPart(template, "spec"), true);
}

function checkImage(source: Part): void {
  checkOneOfOrDefault(fieldPart(source, "pullPolicy"), ["Always", "IfNotPresent", "Never"]);
}
