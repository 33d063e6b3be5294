import { field, isObject, type JsonObject, objectField, stringsField } from "../../../object/json.ts";

/** What a module says of the editions that are not named. */
const otherEditions = "_default";

/**
 * Whether a module may be used in an edition of the platform, by `accessibility` of its definition. One that
 * says nothing of editions is available in all; an edition that is not among those it names has none of it. A
 * platform without editions, the empty name, has everything.
 */
export function isAvailable(accessibility: JsonObject | undefined, edition: string): boolean {
  if (edition === "" || Object.keys(objectField(accessibility, "editions")).length === 0) {
    return true;
  }
  return field(entryOf(accessibility, edition), "available") === true;
}

/** What is said of a module, or of a release of it, that the edition has not. */
export function unavailableIn(edition: string): string {
  return `the module is not available in the edition '${edition}'`;
}

/** Whether a module is on by default in a bundle of an edition. */
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
