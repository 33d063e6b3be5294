import {
  entries,
  isObject,
  type JsonObject,
  type JsonValue,
  objectField,
  type Path,
  valueAt,
  field,
  listField,
  sameJson,
  stringField,
} from "../object/json.ts";
import { without } from "./conflict.ts";
import { hasParts, fieldNodeAt, partAt, readFieldJson, scalarText, uniteFieldSets } from "./field-set.ts";
import { matchEntries } from "./list-match.ts";
import { managedFieldsOf } from "../object/metadata.ts";
import { groupOf } from "../object/object-ref.ts";

/**
 * The field set of a manager without the field at that path of its manifest, which is ceded to others. If an
 * owned field left the applied manifest, it would be removed; ceded first, it stays as it is. Returns the
 * field set itself if the field is not in it.
 *
 *     { "f:spec": { "f:replicas": {}, "f:paused": {} } }   →   { "f:spec": { "f:paused": {} } }
 */
export function dropOwnership(owned: JsonObject, path: Path, manifest: JsonObject): JsonObject {
  const steps = stepsAlong(owned, path, manifest);
  let rest = steps.length === path.length ? without(owned, steps) : owned;
  if (rest === owned) {
    return owned;
  }
  // A part without parts would own its whole content.
  for (let above = steps.slice(0, -1); above.length > 0; above = above.slice(0, -1)) {
    const part = above.reduce<JsonObject>((node, step) => objectField(node, step), rest);
    if (hasParts(part)) {
      break;
    }
    rest = without(rest, above);
  }
  return rest;
}

/**
 * Reports whether a field set owns, as a whole, a list or map that contains the field at that path of a
 * manifest.
 */
export function isWithinWhole(owned: JsonObject, path: Path, manifest: JsonObject): boolean {
  const steps = stepsAlong(owned, path, manifest);
  return steps.length > 0 && steps.length < path.length && !hasParts(fieldNodeAt(owned, steps));
}

/**
 * The field at a path of a manifest as the server names it in conflicts with the manager of a field set:
 * `.spec.template.spec.containers[name="app"].image`. A list that is owned as a whole is named for its
 * entries. Undefined if the manager does not own it.
 */
export function conflictField(owned: JsonObject, path: Path, manifest: JsonObject): string | undefined {
  const steps = stepsAlong(owned, path, manifest);
  const isOwned = steps.length === path.length || !hasParts(fieldNodeAt(owned, steps));
  return steps.length > 0 && isOwned ? steps.map(conflictStep).join("") : undefined;
}

/**
 * The value that the live object has for the field at a path of a manifest. Entries of lists are found by the
 * keys with which managers own them, since the live list may have others before them. Undefined if there is
 * none.
 */
export function valueInCluster(live: JsonObject, path: Path, manifest: JsonObject): JsonValue | undefined {
  const { steps, isList } = followedSteps(live, path, manifest);
  const rest = path.slice(steps.length);
  return isList && typeof rest[0] === "number" ? undefined : valueAt(partAt(live, steps), rest);
}

/**
 * The path of the field in the live object, whose lists may have other entries before it. Undefined if there
 * is none.
 */
export function pathInCluster(live: JsonObject, path: Path, manifest: JsonObject): Path | undefined {
  if (path.every((step) => typeof step === "string")) {
    return path;
  }
  const { steps, isList } = followedSteps(live, path, manifest);
  const found = pathOfSteps(live, path, steps);
  const rest = path.slice(steps.length);
  return found === undefined || (isList && typeof rest[0] === "number") ? undefined : [...found, ...rest];
}

/** The path in the live object for the first steps of a path of the manifest. */
function pathOfSteps(live: JsonObject, path: Path, steps: readonly string[]): Path | undefined {
  const found: (string | number)[] = [];
  let value: JsonValue | undefined = live;
  for (const [depth, step] of steps.entries()) {
    const part = partAt(value, [step]);
    const name = path[depth] ?? "";
    const there = typeof name === "number" ? entries(value).findIndex((entry) => entry === part) : name;
    if (part === undefined || there === -1) {
      return undefined;
    }
    found.push(there);
    value = part;
  }
  return found;
}

interface FollowedSteps {
  readonly steps: readonly string[];
  /** Whether the part at the steps has parts that are owned one by one. */
  readonly isList: boolean;
}

/** The steps of the manager who owns most of the way to a field. */
function followedSteps(live: JsonObject, path: Path, manifest: JsonObject): FollowedSteps {
  const followed = managedFieldsOf(live).map((entry) => {
    const owned = objectField(entry, "fieldsV1");
    const steps = stepsAlong(owned, path, manifest);
    return { steps, isList: hasParts(fieldNodeAt(owned, steps)) };
  });
  const [longest] = followed.toSorted((left, right) => right.steps.length - left.steps.length);
  return longest ?? { steps: [], isList: false };
}

function conflictStep(step: string): string {
  const rest = step.slice(2);
  if (step.startsWith("f:")) {
    return `.${rest}`;
  }
  const fields = step.startsWith("k:") ? readFieldJson(rest) : undefined;
  const keys = isObject(fields)
    ? Object.entries(fields).map(([name, value]) => `${name}=${scalarText(value) ?? ""}`)
    : [step.startsWith("v:") ? `=${rest}` : rest];
  return `[${keys.join(",")}]`;
}

/** The steps of a field set for a path of a manifest, as far as the field set follows it. */
function stepsAlong(owned: JsonObject, path: Path, manifest: JsonObject): readonly string[] {
  const steps: string[] = [];
  let node: JsonValue | undefined = owned;
  let value: JsonValue | undefined = manifest;
  for (const name of path) {
    if (!isObject(node)) {
      break;
    }
    const step: string | undefined = stepOf(name, value, node);
    if (step === undefined || !Object.hasOwn(node, step)) {
      break;
    }
    steps.push(step);
    node = node[step];
    value = valueAt(value, [name]);
  }
  return steps;
}

function stepOf(name: string | number, value: JsonValue | undefined, node: JsonObject): string | undefined {
  return typeof name === "string" ? `f:${name}` : matchEntries(entries(value), node)[name]?.step;
}

/**
 * `metadata.managedFields` with every entry of a group moved to one version of it; undefined if all have it
 * already. Entries that end up with the same manager, operation and subresource are merged. Only for kinds
 * whose versions have the same fields: nothing in the sets is renamed.
 */
export function renamedManagers(metadata: JsonObject, apiVersion: string): readonly JsonObject[] | undefined {
  const managers = listField(metadata, "managedFields").filter(isObject);
  const renamed = managers.map((entry) =>
    groupOf(stringField(entry, "apiVersion") ?? "") === groupOf(apiVersion)
      ? { ...entry, apiVersion }
      : entry,
  );
  return sameJson(renamed, managers) ? undefined : unitedManagers(renamed);
}

function unitedManagers(managers: readonly JsonObject[]): readonly JsonObject[] {
  const alike = Map.groupBy(managers, (entry) =>
    JSON.stringify(
      ["manager", "operation", "apiVersion", "subresource"].map((name) => field(entry, name) ?? ""),
    ),
  );
  return [...alike.values()].map(united);
}

function united(parts: readonly JsonObject[]): JsonObject {
  const [first = {}, ...rest] = parts;
  const times = parts.map((entry) => stringField(entry, "time") ?? "").toSorted();
  return rest.length === 0
    ? first
    : {
        ...first,
        time: times.at(-1) ?? "",
        fieldsV1: uniteFieldSets(parts.map((entry) => objectField(entry, "fieldsV1"))),
      };
}
