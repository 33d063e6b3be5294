/**
 * Rules for the volumes that containers mount.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import {
  reportForbidden,
  reportInvalid,
  reportNotFound,
  reportNotSupported,
  checkOneOf,
  requiredText,
} from "../check/faults.ts";
import { fieldPart, has, isTrueAt, listAt, type Part, reportedAt, textAt } from "../check/part.ts";
import { descendingPath, hasBackstep } from "../check/paths.ts";
import { type PodContext, securityOf } from "./pod-context.ts";

/** Checks the mounts of a container. The API server reports some faults at the list. */
export function checkMounts(container: Part, { volumes }: PodContext): void {
  const list = fieldPart(container, "volumeMounts");
  const mounts = listAt(container, "volumeMounts");
  const devices = listAt(container, "volumeDevices");
  const paths = new Set<string>();
  for (const mount of mounts) {
    const [name, path] = [fieldPart(mount, "name"), fieldPart(mount, "mountPath")];
    requiredText(name);
    checkKnown(name, volumes);
    requiredText(path);
    if (paths.has(textAt(mount, "mountPath"))) {
      reportInvalid(path, "must be unique");
    }
    paths.add(textAt(mount, "mountPath"));
    if (devices.some((device) => textAt(device, "name") === textAt(mount, "name"))) {
      reportInvalid(name, "must not already exist in volumeDevices");
    }
    if (devices.some((device) => textAt(device, "devicePath") === textAt(mount, "mountPath"))) {
      reportInvalid(path, "must not already exist as a path in volumeDevices");
    }
    checkMountOptions(mount, list, container);
  }
}

function checkKnown(name: Part, volumes: PodContext["volumes"]): void {
  const text = typeof name.value === "string" ? name.value : "";
  if (!volumes.has(text)) {
    reportNotFound(name, text);
  }
}

function checkMountOptions(mount: Part, list: Part, container: Part): void {
  const atList = (name: string): Part => reportedAt(fieldPart(mount, name), list, name);
  if (textAt(mount, "subPath") !== "") {
    descendingPath(atList("subPath"));
  }
  if (textAt(mount, "subPathExpr") !== "") {
    if (textAt(mount, "subPath") !== "") {
      reportInvalid(fieldPart(mount, "subPathExpr"), "subPathExpr and subPath are mutually exclusive");
    }
    descendingPath(atList("subPathExpr"));
  }
  const propagation = atList("mountPropagation");
  checkOneOf(propagation, ["Bidirectional", "HostToContainer", "None"]);
  if (
    textAt(mount, "mountPropagation") === "Bidirectional" &&
    !isTrueAt(securityOf(container), "privileged")
  ) {
    reportForbidden(
      propagation,
      "Bidirectional mount propagation is available only to privileged containers",
    );
  }
  checkRecursive(mount, atList("recursiveReadOnly"));
}

function checkRecursive(mount: Part, place: Part): void {
  if (!has(mount, "recursiveReadOnly") || mount.run.minor < 31) {
    return;
  }
  const value = textAt(mount, "recursiveReadOnly");
  if (value === "Enabled" || value === "IfPossible") {
    if (!isTrueAt(mount, "readOnly")) {
      reportForbidden(place, "may only be specified when readOnly is true");
    }
    if (has(mount, "mountPropagation") && textAt(mount, "mountPropagation") !== "None") {
      reportForbidden(place, "may only be specified when mountPropagation is None or not specified");
    }
  } else if (value !== "Disabled") {
    reportNotSupported(place, ["Disabled", "Enabled", "IfPossible"]);
  }
}

/** Checks the block devices of a container. */
export function checkDevices(container: Part, { volumes }: PodContext): void {
  const mounts = listAt(container, "volumeMounts");
  const [names, paths] = [new Set<string>(), new Set<string>()];
  for (const device of listAt(container, "volumeDevices")) {
    checkDevice(device, { volumes, names, paths });
    if (mounts.some((mount) => textAt(mount, "name") === textAt(device, "name"))) {
      reportInvalid(fieldPart(device, "name"), "must not already exist in volumeMounts");
    }
    if (mounts.some((mount) => textAt(mount, "mountPath") === textAt(device, "devicePath"))) {
      reportInvalid(fieldPart(device, "devicePath"), "must not already exist as a path in volumeMounts");
    }
  }
}

interface SeenDevices {
  readonly volumes: PodContext["volumes"];
  readonly names: Set<string>;
  readonly paths: Set<string>;
}

function checkDevice(device: Part, { volumes, names, paths }: SeenDevices): void {
  const [name, path] = [fieldPart(device, "name"), fieldPart(device, "devicePath")];
  const [nameText, pathText] = [textAt(device, "name"), textAt(device, "devicePath")];
  const volume = volumes.get(nameText);
  if (requiredText(name) && names.has(nameText)) {
    reportInvalid(name, "must be unique");
  }
  if (volume !== undefined && !has(volume, "persistentVolumeClaim") && !has(volume, "ephemeral")) {
    reportInvalid(
      name,
      "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode",
    );
  }
  checkKnown(name, volumes);
  requiredText(path);
  if (paths.has(pathText)) {
    reportInvalid(path, "must be unique");
  }
  if (hasBackstep(pathText)) {
    reportInvalid(path, "can not contain backsteps ('..')");
  } else {
    paths.add(pathText);
  }
  if (nameText !== "") {
    names.add(nameText);
  }
}
