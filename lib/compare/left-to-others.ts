import { candidatesOf } from "../apply/decide/candidate.ts";
import type { LeftField } from "../apply/decide/left-fields.ts";
import { without, withValue } from "../inventory/conflict.ts";
import type { Manifest } from "../manifest/manifest.ts";
import {
  field,
  isObject,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  type Path,
  sameJson,
  stringField,
  valueAt,
} from "../object/json.ts";
import type { Plan } from "../plan/plan.ts";

/** The fields of manifests that apply does not send, by the reference of their object. */
export type LeftByKey = ReadonlyMap<string, readonly LeftField[]>;

/** Returns the fields of each object of a plan that are left to controllers and autoscalers. */
export function leftByKey(plan: Plan): LeftByKey {
  return new Map(candidatesOf(plan).map(({ object, left }) => [object.manifest.key, left]));
}

/**
 * Returns both states of an object without the fields that apply does not send. A field that the later state
 * leaves to others keeps its value in the cluster, whatever the earlier one has set. `staysInPlace`: whether
 * the object is updated, and not created again.
 */
export function withoutLeft(
  [before, after]: readonly [Manifest, Manifest],
  left: Readonly<Record<"base" | "head", LeftByKey>>,
  staysInPlace: boolean,
): readonly [Manifest, Manifest] {
  const now = left.head.get(after.key) ?? [];
  const old = (left.base.get(before.key) ?? []).filter(({ ceded }) => !ceded);
  const kept = now.filter(({ ceded }) => ceded);
  return [
    { ...before, value: withoutFieldsOf(before.value, [...old, ...kept]) },
    { ...after, value: withoutFieldsOf(staysInPlace ? withKept(before, after) : after.value, now) },
  ];
}

/** Returns the later state with what the server keeps of the earlier one, although it is not given. */
function withKept(before: Manifest, after: Manifest): JsonObject {
  return after.ref.group === "" && after.kind === "Service"
    ? withKeptAllocation(before.value, after.value)
    : withKeptAccount(before, after);
}

/**
 * Returns the later state of a Service with the addresses and node ports of the earlier one where it gives
 * none. Source: `patchAllocatedValues` in k8s.io/kubernetes, pkg/registry/core/service/storage.
 */
function withKeptAllocation(before: JsonObject, after: JsonObject): JsonObject {
  const [old, now] = [objectField(before, "spec"), objectField(after, "spec")];
  const types = new Set([old, now].map((spec) => stringField(spec, "type") ?? "ClusterIP"));
  if (types.has("ExternalName")) {
    return after;
  }
  const addresses = Object.entries(old).filter(([name]) => addressFields.includes(name));
  const isGiven = addressFields.some((name) => (field(now, name) ?? "") !== "");
  const ports = types.has("ClusterIP") ? undefined : keptPorts(listField(old, "ports"), now);
  const spec = { ...now, ...(isGiven ? {} : Object.fromEntries(addresses)), ...(ports && { ports }) };
  return sameJson(spec, now) ? after : { ...after, spec };
}

const addressFields: readonly string[] = ["clusterIP", "clusterIPs"];

/** Returns the ports with the node ports that ports of the same name have had, unless others have these. */
function keptPorts(old: readonly JsonValue[], spec: JsonObject): readonly JsonValue[] | undefined {
  const ports = listField(spec, "ports");
  const given = new Set(ports.map(nodePortOf));
  const known = new Map(old.map((port) => [stringField(port, "name") ?? "", nodePortOf(port)]));
  return ports.length === 0
    ? undefined
    : ports.map((port) => {
        const kept = known.get(stringField(port, "name") ?? "") ?? 0;
        return isObject(port) && nodePortOf(port) === 0 && !given.has(kept)
          ? { ...port, nodePort: kept }
          : port;
      });
}

function nodePortOf(port: JsonValue): JsonValue {
  return field(port, "nodePort") ?? 0;
}

const templates: readonly Path[] = [
  ["spec", "template", "spec"],
  ["spec", "jobTemplate", "spec", "template", "spec"],
];
const groups: ReadonlySet<string> = new Set(["apps", "batch"]);

/**
 * Returns the later state with the service account of the earlier one if its pod template names none: the
 * server keeps the name in the deprecated field `serviceAccount`, which nobody removes.
 */
function withKeptAccount(before: Manifest, after: Manifest): JsonObject {
  if (!groups.has(after.ref.group)) {
    return after.value;
  }
  return templates.reduce((value, path) => {
    const kept = stringField(valueAt(before.value, path), "serviceAccountName");
    const spec = valueAt(value, path);
    const isKept = isObject(spec) && !("serviceAccountName" in spec) && !("serviceAccount" in spec);
    return kept === undefined || !isKept
      ? value
      : withValue(value, path, { ...spec, serviceAccountName: kept });
  }, after.value);
}

/** From the last field on, since removing an entry of a list moves those behind it. */
function withoutFieldsOf(object: JsonObject, fields: readonly LeftField[]): JsonObject {
  return fields.toReversed().reduce((rest, { path }) => without(rest, path), object);
}
