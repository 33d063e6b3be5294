/** Fields that the user leaves to the cluster, like `ignoreDifferences` of Argo CD. */
import {
  field,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  objectField,
  type Path,
  pointerKeys,
  stringField,
  valueAt,
} from "../object/json.ts";
import { managedFieldsOf } from "../object/metadata.ts";
import type { ObjectRef } from "../object/object-ref.ts";
import { hasParts, fieldParts, readFieldJson } from "./field-set.ts";
import { matchEntries } from "./list-match.ts";

/**
 * Objects, and those of their fields that are sent when an object is created and left to the cluster from
 * then on.
 */
export interface IgnoredDifference {
  /** Empty for the core group; `*` for all. */
  readonly group: string;
  /** `*` for all. */
  readonly kind: string;
  readonly name?: string;
  readonly namespace?: string;
  /** RFC 6901: `/spec/replicas`. */
  readonly jsonPointers: readonly string[];
  /** The fields of these field managers are left to them. */
  readonly managedFieldsManagers: readonly string[];
}

/** The rules that apply to an object. */
export function rulesFor(rules: readonly IgnoredDifference[], ref: ObjectRef): readonly IgnoredDifference[] {
  return rules.filter(
    ({ group, kind, name = ref.name, namespace = ref.namespace }) =>
      (group === "*" || group === ref.group) &&
      (kind === "*" || kind === ref.kind) &&
      name === ref.name &&
      namespace === ref.namespace,
  );
}

/**
 * The fields of a manifest that JSON pointers match. Entries of a Secret's `stringData` are matched under
 * `data` too.
 */
export function pointedAt(pointers: readonly string[], manifest: JsonObject): readonly Path[] {
  return pointers.flatMap((pointer) => {
    const path = resolve(pointer, manifest);
    const inText = path === undefined && pointer.startsWith("/data/");
    const text = inText ? resolve(pointer.replace("/data/", "/stringData/"), manifest) : undefined;
    // Under either name it is owned as data.
    const found = text === undefined ? [path] : [text, ["data", ...text.slice(1)]];
    return found.flatMap((each) => (each === undefined ? [] : spread(each, manifest)));
  });
}

function resolve(pointer: string, manifest: JsonObject): Path | undefined {
  const path: (string | number)[] = [];
  let value: JsonValue | undefined = manifest;
  for (const name of pointerKeys(pointer)) {
    const step = isArray(value) ? Number(name) : name;
    value = valueAt(value, [step]);
    if (value === undefined) {
      return undefined;
    }
    path.push(step);
  }
  return path.length === 0 ? undefined : path;
}

/** A map in the metadata also holds the marks of the release: only the manifest's own entries are meant. */
function spread(path: Path, manifest: JsonObject): readonly Path[] {
  const value = valueAt(manifest, path);
  return path[0] === "metadata" && isObject(value)
    ? Object.keys(value).flatMap((name) => spread([...path, name], manifest))
    : [path];
}

/** The fields of a manifest that managers own in the cluster, except the keys that identify list entries. */
export function ownedBy(
  managers: readonly string[],
  { live, manifest }: { readonly live: JsonObject; readonly manifest: JsonObject },
): readonly Path[] {
  return managedFieldsOf(live)
    .filter((entry) => managers.includes(stringField(entry, "manager") ?? ""))
    .flatMap((entry) => ownedIn(objectField(entry, "fieldsV1"), manifest));
}

interface Visit {
  readonly node: JsonValue;
  readonly value: JsonValue;
  readonly path: Path;
}

function ownedIn(fields: JsonObject, manifest: JsonObject): readonly Path[] {
  const found: Path[] = [];
  const ahead: Visit[] = [{ node: fields, value: manifest, path: [] }];
  for (let visit = ahead.pop(); visit !== undefined; visit = ahead.pop()) {
    if (hasParts(visit.node)) {
      ahead.push(...partsWithin(visit));
    } else if (visit.path.length > 0) {
      found.push(visit.path);
    }
  }
  return found;
}

function partsWithin({ node, value, path }: Visit): readonly Visit[] {
  if (!isObject(node)) {
    return [];
  }
  if (isArray(value)) {
    return matchEntries(value, node).flatMap(({ entry, step = "" }, index) => {
      const part = withoutKeys(node[step], step);
      return part === undefined ? [] : [{ node: part, value: entry, path: [...path, index] }];
    });
  }
  return fieldParts(node).flatMap((step) => {
    const name = step.slice(2);
    const part = field(value, name);
    return part === undefined ? [] : [{ node: node[step] ?? null, value: part, path: [...path, name] }];
  });
}

/** The owned part of a list entry without its keys; undefined if there is none. */
function withoutKeys(node: JsonValue | undefined, step: string): JsonValue | undefined {
  const keys = step.startsWith("k:") ? readFieldJson(step.slice(2)) : undefined;
  if (!isObject(node) || !isObject(keys)) {
    return node;
  }
  const left = Object.fromEntries(
    Object.entries(node).filter(([part]) => !Object.hasOwn(keys, part.slice(2))),
  );
  return hasParts(left) ? left : undefined;
}
