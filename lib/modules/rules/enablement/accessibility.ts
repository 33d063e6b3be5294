import { field, isObject, type JsonObject, objectField, stringsField } from "../../../object/json.ts";

/** The key for editions that are not listed. */
const otherEditions = "_default";

/**
 * Reports whether a module may be used in an edition of the platform, by `accessibility` of its definition. A
 * module that lists no editions is available in all; one that lists some is not available in the others,
 * unless `_default` says so. The empty name is a platform without editions, in which all modules are
 * available.
 */
export function isAvailable(accessibility: JsonObject | undefined, edition: string): boolean {
  if (edition === "" || Object.keys(objectField(accessibility, "editions")).length === 0) {
    return true;
  }
  return field(entryOf(accessibility, edition), "available") === true;
}

/** Returns the message about a module, or its release, that the edition does not include. */
export function unavailableIn(edition: string): string {
  return `the module is not available in the edition '${edition}'`;
}

/** Reports whether a module is enabled by default in a bundle of an edition. */
export function isInBundle(
  accessibility: JsonObject | undefined,
  { edition, bundle }: { readonly edition: string; readonly bundle: string },
): boolean {
  return (
    isAvailable(accessibility, edition) &&
    stringsField(entryOf(accessibility, edition), "enabledInBundles").includes(bundle)
  );
}

function entryOf(accessibility: JsonObject | undefined, edition: string): JsonObject {
  const editions = objectField(accessibility, "editions");
  return objectField(editions, isObject(field(editions, edition)) ? edition : otherEditions);
}
