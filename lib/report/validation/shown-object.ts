import { isObject, type JsonObject, type JsonValue, type Path, stringField } from "../../object/json.ts";
import { replaceLeaves } from "../../redact/map-leaves.ts";
import { hiddenWord, maskObject } from "../../redact/mask-object.ts";

/** What of a Secret anybody may see, whatever else stands in it. */
const open: ReadonlySet<string> = new Set(["apiVersion", "kind", "type", "metadata", "data", "stringData"]);
const openMetadata: ReadonlySet<string> = new Set(["name", "namespace", "labels", "annotations"]);

/**
 * An object that is shown as it was written or nearly so: values that nobody may see are hidden. Of a Secret
 * that is also what stands in fields that a Secret does not have, a misspelled `data` above all, and what
 * only calls itself one: `kind: secret`.
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
