import type { Manifest } from "../manifest/manifest.ts";
import { replaceAt } from "../manifest/random-fields.ts";
import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  objectField,
  type Path,
  valueAt,
} from "../object/json.ts";
import { metadataOf } from "../object/metadata.ts";
import { isSecretObject } from "../redact/sensitivity.ts";
import { keyedLists } from "./list-key.ts";

/**
 * Returns an object in the form in which equal ones are equal, however they are written: with its namespace,
 * and a Secret without `stringData`, which the API server merges into `data`.
 */
export function comparableValue({ value, ref }: Manifest): JsonObject {
  const metadata =
    ref.namespace === "" ? metadataOf(value) : { ...metadataOf(value), namespace: ref.namespace };
  const placed = { ...value, metadata };
  return isSecretObject(placed) ? withoutStringData(placed) : placed;
}

/** Two states of an object, and the fields that differ from rendering to rendering. */
interface StatePair {
  readonly before: Manifest;
  readonly after: Manifest;
  readonly random: Readonly<Record<"before" | "after", readonly Path[]>>;
}

/**
 * Returns both states in that form, without differences of generated values. A value that only the later
 * state generates stays as it is, as apply keeps it; one that only the earlier state generates differs.
 */
export function comparablePair({ before, after, random }: StatePair): readonly [JsonObject, JsonObject] {
  const was = withGenerated(comparableValue(before), random.before, () => undefined);
  const becomes = comparableValue(after);
  return [was, withGenerated(becomes, random.after, (path) => keptValue(path, becomes, was))];
}

function withGenerated(
  object: JsonObject,
  paths: readonly Path[],
  keptAt: (path: Path) => JsonValue | undefined,
): JsonObject {
  const replacements = paths
    .map((path) => (isSecretObject(object) ? dataPath(path) : path))
    .map((path) => ({ path, value: keptAt(path) ?? "(random)" }));
  return replaceAt(object, replacements);
}

function dataPath([first, ...rest]: Path): Path {
  return first === undefined ? [] : [first === "stringData" ? "data" : first, ...rest];
}

/** Returns the value that the earlier state has in the place of a field; undefined if it has none. */
function keptValue(path: Path, after: JsonObject, before: JsonObject): JsonValue | undefined {
  let [here, there]: (JsonValue | undefined)[] = [after, before];
  for (const step of path) {
    there = isArray(here) && isArray(there) ? sameEntry(here, Number(step), there) : valueAt(there, [step]);
    here = valueAt(here, [step]);
  }
  return isArray(there) || isObject(there) ? undefined : there;
}

/** Returns the entry of another list that is compared with an entry. */
function sameEntry(list: JsonArray, index: number, other: JsonArray): JsonValue | undefined {
  const keyed = keyedLists(other, list);
  if (keyed === undefined) {
    return other[index];
  }
  const [name] = [...keyed.after].find(([, entry]) => entry === list[index]) ?? [];
  return name === undefined ? undefined : keyed.before.get(name);
}

function withoutStringData(written: JsonObject): JsonObject {
  const { stringData: _, ...secret } = written;
  const texts = Object.entries(objectField(written, "stringData"));
  const data = Object.entries(objectField(secret, "data")).map(([name, value]): [string, JsonValue] => [
    name,
    typeof value === "string" ? value.replaceAll(/[\r\n]/g, "") : value,
  ]);
  if (data.length + texts.length === 0) {
    return secret;
  }
  const encoded = texts.map(([name, text]): [string, JsonValue] => [
    name,
    typeof text === "string" ? Buffer.from(text).toString("base64") : text,
  ]);
  return { ...secret, data: Object.fromEntries([...data, ...encoded]) };
}
