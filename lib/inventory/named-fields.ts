/** The fields of a manifest that rules name: by JSON pointers, or by the managers that own them. */
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
import { hasParts, fieldParts, readFieldJson } from "./field-set.ts";
import { matchEntries } from "./list-match.ts";

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

/** Reports whether an entry of `managedFields` is meant. */
export type IsOwner = (entry: JsonObject) => boolean;

/** Returns a predicate for the entries of these field managers. */
export function ofManagers(managers: readonly string[]): IsOwner {
  return (entry) => managers.includes(stringField(entry, "manager") ?? "");
}

/**
 * The fields of a manifest that some entries of `managedFields` own in the cluster, except the keys that
 * identify list entries.
 */
export function ownedBy(
  isOwner: IsOwner,
  { live, manifest }: { readonly live: JsonObject; readonly manifest: JsonObject },
): readonly Path[] {
  return managedFieldsOf(live)
    .filter((entry) => isObject(entry) && isOwner(entry))
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
