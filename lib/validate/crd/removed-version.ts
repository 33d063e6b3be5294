import {
  isObject,
  type JsonObject,
  listField,
  objectField,
  stringField,
  stringsField,
} from "../../object/json.ts";

/**
 * Returns the versions in which objects may still be stored, by `status.storedVersions` of the live
 * definition, that the new one no longer has. The API server refuses to remove them before the objects are
 * rewritten (Kubernetes documentation, "Versions in CustomResourceDefinitions", "Upgrade existing objects to
 * a new stored version").
 */
export function removedStoredVersions(definition: JsonObject, live: JsonObject): readonly string[] {
  const kept = new Set(versionNames(definition));
  return [...new Set(storedVersions(live))].filter((version) => !kept.has(version));
}

/** Returns the versions of `status.storedVersions`; for a definition without any, its storage version. */
export function storedVersions(definition: JsonObject): readonly string[] {
  const stored = stringsField(objectField(definition, "status"), "storedVersions");
  if (stored.length > 0) {
    return stored;
  }
  const storage = storageVersion(definition);
  return storage === undefined ? [] : [storage];
}

/** Returns the name of the first version that is marked for storage. */
export function storageVersion(definition: JsonObject): string | undefined {
  const version = listField(objectField(definition, "spec"), "versions")
    .filter(isObject)
    .find((one) => Object.hasOwn(one, "storage") && one["storage"] === true);
  return version === undefined ? undefined : (stringField(version, "name") ?? "");
}

function versionNames(definition: JsonObject): readonly string[] {
  return listField(objectField(definition, "spec"), "versions").map((one) => stringField(one, "name") ?? "");
}
