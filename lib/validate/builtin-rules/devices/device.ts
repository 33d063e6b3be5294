/**
 * Rules for the devices in a ResourceSlice.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/resource/validation/validation.go
 */
import { reportForbidden, reportInvalid, reportRequired, reportTooLong } from "../check/faults.ts";
import { dnsLabel, dnsSubdomain } from "../check/names.ts";
import { checkNodeSelector } from "../check/node-selector.ts";
import {
  countOf,
  fieldPart,
  has,
  isSet,
  isTrueAt,
  keysOf,
  type Part,
  textAt,
  textOf,
  valuesOf,
} from "../check/part.ts";
import { checkBinding } from "./device-binding.ts";
import { checkCounters } from "./device-counters.ts";
import { checkAttributeName, checkEntries } from "./device-names.ts";
import { checkDeviceTaint } from "./device-taints.ts";

const mostAttributes = 32;
const mostTaints = 16;

/** Checks a device; `isPerDevice` if each device says on which nodes it is. */
export function checkDevice(device: Part, isPerDevice: boolean): void {
  reportInvalid(fieldPart(device, "name"), dnsLabel(textAt(device, "name")));
  const [attributes, capacity] = [fieldPart(device, "attributes"), fieldPart(device, "capacity")];
  if (countOf(attributes) + countOf(capacity) > mostAttributes) {
    reportInvalid(device, `the total number of attributes and capacities must not exceed ${mostAttributes}`);
  }
  for (const [name, attribute] of valuesOf(attributes)) {
    checkAttributeName(attributes, name);
    checkAttribute(attribute);
  }
  for (const name of keysOf(capacity)) {
    checkAttributeName(capacity, name);
  }
  if (device.run.minor >= enabledSince) {
    checkGated(device, capacity);
  }
  if (isPerDevice) {
    checkPlace(device);
  } else if (["nodeName", "nodeSelector", "allNodes"].some((name) => has(device, name))) {
    reportInvalid(
      device,
      "`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec",
    );
  }
}

/** The minor version since which these fields are not dropped. */
const enabledSince = 36;
const mostCounterSets = 2;

function checkGated(device: Part, capacity: Part): void {
  checkEntries(fieldPart(device, "taints"), mostTaints, { check: checkDeviceTaint });
  checkEntries(fieldPart(device, "consumesCounters"), mostCounterSets, {
    check: (consumption) => {
      checkCounters(consumption, "counterSet");
    },
    key: (consumption) => textAt(consumption, "counterSet"),
  });
  for (const [, one] of isTrueAt(device, "allowMultipleAllocations") ? [] : valuesOf(capacity)) {
    if (has(one, "requestPolicy")) {
      reportForbidden(fieldPart(one, "requestPolicy"), "allowMultipleAllocations must be true");
    }
  }
  checkBinding(device);
}

const scalars: ReadonlySet<string> = new Set(["bool", "int", "string", "version"]);
const longestValue = 64;
const semver =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/;

/** Checks an attribute with one value. Lists of values depend on a feature gate. */
function checkAttribute(attribute: Part): void {
  const values = keysOf(attribute).filter((name) => has(attribute, name));
  for (const name of ["string", "version"]) {
    if (Buffer.byteLength(textAt(attribute, name)) > longestValue) {
      reportTooLong(fieldPart(attribute, name), longestValue);
    }
  }
  if (has(attribute, "version") && !semver.test(textAt(attribute, "version"))) {
    reportInvalid(fieldPart(attribute, "version"), "must be a string compatible with semver.org spec 2.0.0");
  }
  if (values.every((name) => scalars.has(name)) && values.length !== 1) {
    reportInvalid(attribute, "exactly one value must be specified");
  }
}

const places =
  "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec";

function checkPlace(device: Part): void {
  const [node, selector] = [fieldPart(device, "nodeName"), fieldPart(device, "nodeSelector")];
  if (isSet(node)) {
    reportInvalid(node, textOf(node) === "" ? "must not be empty" : dnsSubdomain(textOf(node)));
  }
  if (isSet(selector)) {
    checkNodeSelector(selector);
  }
  if (has(device, "allNodes") && !isTrueAt(device, "allNodes")) {
    reportInvalid(fieldPart(device, "allNodes"), "must be either unset or set to true");
  }
  const chosen = [textOf(node) !== "", isSet(selector), isTrueAt(device, "allNodes")].filter(Boolean);
  if (chosen.length === 0) {
    reportRequired(device, places);
  } else if (chosen.length > 1) {
    reportInvalid(device, places);
  }
}
