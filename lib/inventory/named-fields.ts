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
import { appliedAnnotation, partOfLabel } from "./apply-set.ts";
import { hasStringData, withSentData } from "./apply-body.ts";
import { hasParts, fieldParts, readFieldJson } from "./field-set.ts";
import { matchEntries } from "./list-match.ts";

/** The fields of a manifest that JSON pointers match. See {@link leavable}. */
export function pointedAt(pointers: readonly string[], manifest: JsonObject): readonly Path[] {
  const whole = withSentData(manifest);
  const paths = pointers.flatMap((pointer) => {
    const path = resolve(pointer, whole);
    return path === undefined ? [] : [path];
  });
  return leavable(paths, manifest);
}

/**
 * The fields of a manifest at these paths, as they can be left to others. A map in the metadata also holds
 * the marks of the release: only the manifest's own entries are meant. An entry of a Secret's `stringData` is
 * written under that name, and sent and owned under `data`: both are meant, whichever is named.
 */
export function leavable(paths: readonly Path[], manifest: JsonObject): readonly Path[] {
  const whole = withSentData(manifest);
  return paths.flatMap((path) => spread(path, whole)).flatMap((path) => bothNames(path, whole));
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

/** The fields at a path: each entry of a map that holds entries of others too. */
function spread(path: Path, manifest: JsonObject): readonly Path[] {
  const value = valueAt(manifest, path);
  if (value === undefined || isMark(path)) {
    return [];
  }
  const isShared = path[0] === "metadata" || (path.length === 1 && isDataOf(path, manifest));
  return isShared && isObject(value)
    ? Object.keys(value).flatMap((name) => spread([...path, name], manifest))
    : [path];
}

/** Reports whether it is a mark of the release, which manifests exported from a cluster have. */
function isMark([first, map = "", name]: Path): boolean {
  return first === "metadata" && name !== undefined && marks.get(map) === name;
}

const marks: ReadonlyMap<string | number, string> = new Map([
  ["annotations", appliedAnnotation],
  ["labels", partOfLabel],
]);

function isDataOf([first]: Path, manifest: JsonObject): boolean {
  return (first === "data" || first === "stringData") && hasStringData(manifest);
}

function bothNames(path: Path, manifest: JsonObject): readonly Path[] {
  const rest = path.slice(1);
  const isText = isDataOf(path, manifest) && valueAt(manifest, ["stringData", ...rest]) !== undefined;
  return isText
    ? [
        ["stringData", ...rest],
        ["data", ...rest],
      ]
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
  const whole = withSentData(manifest);
  return managedFieldsOf(live)
    .filter((entry) => isObject(entry) && isOwner(entry))
    .flatMap((entry) => ownedIn(objectField(entry, "fieldsV1"), whole))
    .flatMap((path) => bothNames(path, whole));
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
      for (const part of partsWithin(visit)) {
        ahead.push(part);
      }
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
