import { canonicalQuantities, canonicalQuantity } from "./quantity-form.ts";
import { isArray, isObject, type JsonObject, type JsonValue, valueAt } from "../../object/json.ts";

/** Fields that hold maps with arbitrary keys: their values are kept, even if they are empty. */
const maps: ReadonlySet<string> = new Set([
  "allocatable",
  "annotations",
  "binaryData",
  "capacity",
  "data",
  "default",
  "defaultRequest",
  "hard",
  "labels",
  "limits",
  "matchLabels",
  "max",
  "maxLimitRequestRatio",
  "min",
  "nodeSelector",
  "options",
  "parameters",
  "properties",
  "requests",
  "volumeAttributes",
]);

/** Those of them that hold quantities. */
const quantityMaps: ReadonlySet<string> = new Set([
  "allocatable",
  "capacity",
  "default",
  "defaultRequest",
  "hard",
  "limits",
  "max",
  "maxLimitRequestRatio",
  "min",
  "overhead",
  "podFixed",
  "requests",
]);
const quantities: ReadonlySet<string> = new Set([
  "averageValue",
  "capacity",
  "divisor",
  "maximumVolumeSize",
  "sizeLimit",
]);

/** Mappings of devices, whose entries hold nothing but quantities: values, defaults and ranges. */
const deviceMaps: ReadonlySet<string> = new Set(["capacity", "counters"]);

/** Lists that are kept if they are empty. */
const keptLists: ReadonlySet<string> = new Set(["containers", "paths", "rules", "sources", "verbs"]);

/** Texts that are kept if they are empty: `""` and nothing differ, or the field is never left out. */
const keptTexts: ReadonlySet<string> = new Set([
  "apiGroup",
  "ingressClassName",
  "loadBalancerClass",
  "name",
  "runtimeClassName",
  "serviceName",
  "storageClassName",
  "topologyKey",
  "volumeAttributesClassName",
]);

/** Numbers and booleans for which 0 and false are the same as nothing. */
const droppedZeros: ReadonlySet<string> = new Set([
  "failureThreshold",
  "globalDefault",
  "healthCheckNodePort",
  "hostIPC",
  "hostNetwork",
  "hostPID",
  "hostPort",
  "initialDelaySeconds",
  "insecureSkipTLSVerifyBackend",
  "minReadySeconds",
  "nodePort",
  "number",
  "paused",
  "periodSeconds",
  "publishNotReadyAddresses",
  "readOnly",
  "stdin",
  "stdinOnce",
  "successThreshold",
  "timeoutSeconds",
  "tty",
  "unschedulable",
]);

/**
 * Returns an object of a built-in kind without the values that the API server does not distinguish from
 * absent ones: it decodes the object into a Go type, whose empty fields are left out when policies see it.
 * Source: the JSON tags of k8s.io/api.
 */
export function typedForm(object: JsonObject): JsonObject {
  const form = formOf(object);
  const selector = valueAt(object, ["spec", "selector"]);
  const { spec } = form;
  return hasPlainSelector(object) && isObject(spec) && isObject(selector) && Object.keys(selector).length > 0
    ? { ...form, spec: { ...spec, selector } }
    : form;
}

/** Elsewhere, a selector has `matchLabels`, or is of another kind. */
function hasPlainSelector({ apiVersion, kind }: JsonObject): boolean {
  return apiVersion === "v1" && (kind === "Service" || kind === "ReplicationController");
}

function formOf(object: JsonObject): JsonObject {
  const kept = Object.entries(object).flatMap(([name, value]) => {
    const form = formIn(name, value);
    return isDropped(name, form) ? [] : [[name, form] as const];
  });
  return Object.fromEntries(kept);
}

function formIn(name: string, value: JsonValue): JsonValue {
  if (quantities.has(name) && !isObject(value)) {
    return canonicalQuantity(value);
  }
  if (isObject(value) && (quantityMaps.has(name) || deviceMaps.has(name))) {
    return Object.values(value).some(isObject)
      ? formOf(deviceMaps.has(name) ? quantitiesIn(value) : value)
      : canonicalQuantities(value);
  }
  return maps.has(name) && isObject(value) ? value : partOf(value);
}

function quantitiesIn(value: JsonObject): JsonObject {
  const parts = Object.entries(value).map(([name, part]) => [name, quantitiesBelow(part)] as const);
  return Object.fromEntries(parts);
}

function quantitiesBelow(value: JsonValue): JsonValue {
  if (isArray(value)) {
    return value.map(quantitiesBelow);
  }
  return isObject(value) ? quantitiesIn(value) : canonicalQuantity(value);
}

function partOf(value: JsonValue): JsonValue {
  if (isArray(value)) {
    return value.map(partOf);
  }
  return isObject(value) ? formOf(value) : value;
}

function isDropped(name: string, value: JsonValue): boolean {
  if (value === null || ((value === 0 || value === false) && droppedZeros.has(name))) {
    return true;
  }
  if (value === "") {
    return !keptTexts.has(name);
  }
  if (isArray(value)) {
    return value.length === 0 && !keptLists.has(name);
  }
  return isObject(value) && maps.has(name) && Object.keys(value).length === 0;
}
