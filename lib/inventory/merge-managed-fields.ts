import {
  field,
  isObject,
  type JsonObject,
  listField,
  objectField,
  sameJson,
  stringField,
} from "../object/json.ts";
import { groupOf } from "../object/object-ref.ts";
import { uniteFieldSets } from "./field-set.ts";

/**
 * `metadata.managedFields` with every entry of a group moved to one version of it; undefined if all have it
 * already. Entries that end up with the same manager, operation and subresource are merged. Only for kinds
 * whose versions have the same fields: nothing in the sets is renamed.
 */
export function renamedManagers(metadata: JsonObject, apiVersion: string): readonly JsonObject[] | undefined {
  const managers = listField(metadata, "managedFields").filter(isObject);
  const renamed = managers.map((entry) =>
    groupOf(stringField(entry, "apiVersion") ?? "") === groupOf(apiVersion)
      ? { ...entry, apiVersion }
      : entry,
  );
  return sameJson(renamed, managers) ? undefined : unitedManagers(renamed);
}

function unitedManagers(managers: readonly JsonObject[]): readonly JsonObject[] {
  const alike = Map.groupBy(managers, (entry) =>
    JSON.stringify(
      ["manager", "operation", "apiVersion", "subresource"].map((name) => field(entry, name) ?? ""),
    ),
  );
  return [...alike.values()].map(united);
}

function united(entries: readonly JsonObject[]): JsonObject {
  const [first = {}, ...rest] = entries;
  const times = entries.map((entry) => stringField(entry, "time") ?? "").toSorted();
  return rest.length === 0
    ? first
    : {
        ...first,
        time: times.at(-1) ?? "",
        fieldsV1: uniteFieldSets(entries.map((entry) => objectField(entry, "fieldsV1"))),
      };
}
