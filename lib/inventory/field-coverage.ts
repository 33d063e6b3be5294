import { isArray, isObject, type JsonObject, type JsonValue } from "../object/json.ts";
import { hasParts, fieldNodeAt, partAt, fieldParts, stepsOf, type Trail } from "./field-set.ts";
import { matchEntries } from "./list-match.ts";

/** The field sets to compare a manifest with. */
export interface Ownerships {
  /** The fields of our manager. */
  readonly ours: JsonObject;
  /** The fields of each other manager. */
  readonly others: readonly JsonObject[];
  /** The live object. */
  readonly live: JsonObject;
}

/** A difference between the fields we own and those of the manifest. */
export interface CoverageDifference {
  /** `lost`: in the manifest, no longer ours. `extra`: ours, not in the manifest. */
  readonly kind: "lost" | "extra";
  /** As in fieldsV1, from the root. */
  readonly steps: readonly string[];
}

interface Visit {
  readonly value: JsonValue;
  readonly node: JsonValue;
  readonly trail: Trail | undefined;
}

/**
 * The first difference between a manifest and the fields that our manager owns; undefined if it owns exactly
 * those of the manifest. `manifest` is without apiVersion, kind, name and namespace, which no manager owns.
 * Complexity: O(fields of the manifest).
 */
export function findDifference(manifest: JsonObject, owned: Ownerships): CoverageDifference | undefined {
  const ahead: Visit[] = [{ value: manifest, node: owned.ours, trail: undefined }];
  for (let visit = ahead.pop(); visit !== undefined; visit = ahead.pop()) {
    const found = look(visit, owned, ahead);
    if (found !== undefined) {
      return { kind: found.kind, steps: stepsOf(found.trail) };
    }
  }
  return undefined;
}

interface Found {
  readonly kind: CoverageDifference["kind"];
  readonly trail: Trail | undefined;
}

function look({ value, node, trail }: Visit, owned: Ownerships, ahead: Visit[]): Found | undefined {
  if (!hasParts(node) || !isObject(node)) {
    return isHollow(value, trail, owned) ? { kind: "lost", trail } : undefined;
  }
  if (isArray(value)) {
    return lookIntoList(value, { node, trail }, ahead);
  }
  return isObject(value)
    ? lookIntoMap(value, { node, trail, others: owned.others }, ahead)
    : { kind: "extra", trail };
}

interface Place {
  readonly node: JsonObject;
  readonly trail: Trail | undefined;
}

function lookIntoMap(
  map: JsonObject,
  { node, trail, others }: Place & Pick<Ownerships, "others">,
  ahead: Visit[],
): Found | undefined {
  let seen = 0;
  for (const name of Object.keys(map)) {
    const step = `f:${name}`;
    const value = map[name] ?? null;
    const part = Object.hasOwn(node, step) ? node[step] : undefined;
    if (part !== undefined) {
      seen += 1;
      // Most parts are leaves, and need no visit of their own.
      if (typeof value === "object" || hasParts(part)) {
        ahead.push({ value, node: part, trail: { step, before: trail } });
      }
    } else if (isLost(value, { step, before: trail }, others)) {
      return { kind: "lost", trail: { step, before: trail } };
    }
  }
  return seen === countParts(node) ? undefined : findExtra(node, map, trail);
}

function isLost(value: JsonValue, trail: Trail, others: readonly JsonObject[]): boolean {
  return isFilled(value, trail, others)
    ? false
    : !ownsNothing(value) || (isArray(value) && isLeafOf(others, trail));
}

/**
 * Reports whether others have filled a map that is empty in the manifest, such as the `data: {}` of a Secret:
 * the server then takes the whole map from us, and applying again would change nothing.
 */
function isFilled(value: JsonValue, trail: Trail, others: readonly JsonObject[]): boolean {
  const isEmpty = isObject(value) && Object.keys(value).length === 0;
  return isEmpty && others.some((other) => hasParts(fieldNodeAt(other, stepsOf(trail))));
}

function countParts(node: JsonObject): number {
  return Object.keys(node).length - (Object.hasOwn(node, ".") ? 1 : 0);
}

function findExtra(node: JsonObject, map: JsonObject, trail: Trail | undefined): Found | undefined {
  const step = fieldParts(node).find((part) => !part.startsWith("f:") || !Object.hasOwn(map, part.slice(2)));
  return step === undefined ? undefined : { kind: "extra", trail: { step, before: trail } };
}

function lookIntoList(list: readonly JsonValue[], { node, trail }: Place, ahead: Visit[]): Found | undefined {
  const seen = new Set<string>();
  for (const { entry, step } of matchEntries(list, node)) {
    if (step === undefined) {
      return { kind: "lost", trail };
    }
    seen.add(step);
    ahead.push({ value: entry, node: node[step] ?? null, trail: { step, before: trail } });
  }
  const extra = fieldParts(node).find((part) => !seen.has(part));
  return extra === undefined ? undefined : { kind: "extra", trail: { step: extra, before: trail } };
}

/**
 * Reports whether server-side apply owns nothing of a value: null and the empty list, and maps of nothing but
 * these. If such a list or map is atomic it is owned all the same, which is fine: then it is in the field
 * set.
 */
function ownsNothing(root: JsonValue): boolean {
  const ahead: JsonValue[] = [root];
  for (let value = ahead.pop(); value !== undefined; value = ahead.pop()) {
    const isEmpty = value === null || (isArray(value) && value.length === 0);
    const inner = isObject(value) ? Object.values(value) : [];
    if (!isEmpty && inner.length === 0) {
      return false;
    }
    for (const each of inner) {
      ahead.push(each);
    }
  }
  return true;
}

/**
 * Reports whether another manager owns that part as a whole: then it was ours as a whole before, even if it
 * was empty.
 */
function isLeafOf(others: readonly JsonObject[], trail: Trail): boolean {
  const steps = stepsOf(trail);
  return others.some((other) => {
    const node = fieldNodeAt(other, steps);
    return node !== undefined && !hasParts(node);
  });
}

/**
 * Reports whether a map or list that we own without any part was once ours part by part, and has lost them
 * all. An atomic one looks the same, `{}`; but no manager owns parts of that, and its content does not
 * vanish.
 */
function isHollow(value: JsonValue, trail: Trail | undefined, { others, live }: Ownerships): boolean {
  const isFull = isArray(value) ? value.length > 0 : isObject(value) && !ownsNothing(value);
  if (!isFull || (isObject(value) && Object.keys(value).length === 0)) {
    return false;
  }
  const steps = stepsOf(trail);
  return others.some((other) => hasParts(fieldNodeAt(other, steps))) || isGone(value, partAt(live, steps));
}

function isGone(value: JsonValue, found: JsonValue | undefined): boolean {
  if (isArray(value)) {
    return !isArray(found) || found.length === 0;
  }
  return !isObject(found) || !Object.keys(value ?? {}).some((name) => Object.hasOwn(found, name));
}
