/**
 * Rules for ResourceSlices.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/resource/validation/validation.go
 */
import { immutableAt } from "../check/changes.ts";
import { reportInvalid, reportRequired } from "../check/faults.ts";
import { dnsSubdomain } from "../check/names.ts";
import { checkNodeSelector } from "../check/node-selector.ts";
import {
  countOf,
  fieldPart,
  has,
  isSet,
  isTrueAt,
  listAt,
  numberAt,
  type Part,
  textAt,
  textOf,
} from "../check/part.ts";
import { checkDriverName } from "../storage/volume-sources.ts";
import { checkDevice } from "./device.ts";
import { checkCounters } from "./device-counters.ts";
import { checkEntries, checkPoolName } from "./device-names.ts";

/** Checks a ResourceSlice. */
export function checkResourceSlice(slice: Part, old: Part | undefined): void {
  const spec = fieldPart(slice, "spec");
  checkDriverName(fieldPart(spec, "driver"));
  checkPool(fieldPart(spec, "pool"));
  checkPlace(spec);
  if (has(spec, "sharedCounters") && has(spec, "devices")) {
    reportInvalid(spec, "only one of `sharedCounters` or `devices` is allowed");
  }
  const isPerDevice = isTrueAt(spec, "perDeviceNodeSelection");
  checkEntries(fieldPart(spec, "devices"), mostDevices(spec), {
    check: (device) => {
      checkDevice(device, isPerDevice);
    },
    key: (device) => textAt(device, "name"),
  });
  checkEntries(fieldPart(spec, "sharedCounters"), mostCounterSets, {
    check: (set) => {
      checkCounters(set, "name");
    },
    key: (set) => textAt(set, "name"),
  });
  if (old !== undefined) {
    const before = fieldPart(old, "spec");
    immutableAt(spec, before, "driver", "nodeName");
    immutableAt(fieldPart(spec, "pool"), fieldPart(before, "pool"), "name");
  }
}

const mostCounterSets = 8;
const advanced = ["taints", "consumesCounters"];

/** Slices with taints or counters hold fewer devices. */
function mostDevices(spec: Part): number {
  const isAdvanced = listAt(spec, "devices").some((device) =>
    advanced.some((name) => countOf(fieldPart(device, name)) > 0),
  );
  return isAdvanced ? 64 : 128;
}

function checkPool(pool: Part): void {
  checkPoolName(fieldPart(pool, "name"));
  if ((numberAt(pool, "resourceSliceCount") ?? 0) <= 0) {
    reportInvalid(fieldPart(pool, "resourceSliceCount"), "must be greater than zero");
  }
  if ((numberAt(pool, "generation") ?? 0) < 0) {
    reportInvalid(fieldPart(pool, "generation"), "must be greater than or equal to zero");
  }
}

const places = "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required";

/** Checks where the devices are. */
function checkPlace(spec: Part): void {
  const [node, selector] = [fieldPart(spec, "nodeName"), fieldPart(spec, "nodeSelector")];
  if (isSet(node)) {
    reportInvalid(
      node,
      textOf(node) === "" ? "must be either unset or set to a non-empty string" : dnsSubdomain(textOf(node)),
    );
  }
  if (isSet(selector)) {
    checkNodeSelector(selector);
    if (countOf(fieldPart(selector, "nodeSelectorTerms")) !== 1) {
      reportInvalid(fieldPart(selector, "nodeSelectorTerms"), "must have exactly one node selector term");
    }
  }
  const switches = ["allNodes", "perDeviceNodeSelection"];
  for (const name of switches) {
    if (has(spec, name) && !isTrueAt(spec, name)) {
      reportInvalid(fieldPart(spec, name), "must be either unset or set to true");
    }
  }
  const chosen = [textOf(node) !== "", isSet(selector), ...switches.map((name) => isTrueAt(spec, name))];
  const count = chosen.filter(Boolean).length;
  if (count === 0) {
    reportRequired(spec, places);
  } else if (count > 1) {
    reportInvalid(spec, `${places}, but multiple fields are set`);
  }
}
