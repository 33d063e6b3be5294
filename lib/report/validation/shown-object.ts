import { isObject, type JsonObject, type JsonValue, type Path, stringField } from "../../object/json.ts";
import { replaceLeaves } from "../../redact/map-leaves.ts";
import { hiddenWord, maskObject } from "../../redact/redact-object.ts";

/** The fields of a Secret that may be shown, whatever else it contains. */
const open: ReadonlySet<string> = new Set(["apiVersion", "kind", "type", "metadata", "data", "stringData"]);
const openMetadata: ReadonlySet<string> = new Set(["name", "namespace", "labels", "annotations"]);

/**
 * Returns an object for display with its sensitive values hidden. For a Secret that includes fields a Secret
 * does not have, a misspelled `data` above all; likewise for an object that only resembles one: `kind:
 * secret`.
 */
export function shownObject(object: JsonObject): JsonObject {
  const masked = maskObject(object);
  if (stringField(object, "kind")?.toLowerCase() !== "secret") {
    return masked;
  }
  const isKnownKind = stringField(object, "kind") === "Secret";
  const closed = isKnownKind
    ? foreignFields(object)
    : Object.keys(object)
        .filter((name) => !["apiVersion", "kind", "metadata"].includes(name))
        .map((name) => [name]);
  const hidden = replaceLeaves(
    masked,
    closed.map((path) => ({ path, mark: true })),
    () => hiddenWord,
  );
  return isObject(hidden) ? hidden : {};
}

function foreignFields(object: JsonObject): readonly Path[] {
  const metadata: JsonValue | undefined = object["metadata"];
  const inMetadata = isObject(metadata)
    ? Object.keys(metadata)
        .filter((name) => !openMetadata.has(name))
        .map((name) => ["metadata", name])
    : [["metadata"]];
  return [
    ...Object.keys(object)
      .filter((name) => !open.has(name))
      .map((name) => [name]),
    ...inMetadata,
  ];
}
