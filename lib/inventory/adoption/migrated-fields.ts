/** The fields that vanish because those of another manager become ours. */
import {
  entries,
  field,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  objectField,
  type Path,
  stringField,
} from "../../object/json.ts";
import { managedFieldsOf } from "../../object/metadata.ts";
import { isApplyOf, migration, type Migrating } from "../field-ownership.ts";
import { fieldParts, hasParts, partAt, uniteFieldSets } from "../field-set.ts";

/**
 * The fields of an object that applying it removes because a migration makes them ours and the manifest lacks
 * them. `written` is the answer to applying it without the migration, as in a dry run. Empty if the migrated
 * fields are those of another version, whose names may differ. Complexity: O(managed fields).
 */
export function removedByMigration(
  live: JsonObject,
  written: JsonObject,
  migrating: Migrating,
): readonly Path[] {
  const [patch] = migration(live, migrating) ?? [];
  const isOurs = (entry: JsonValue): boolean => isObject(entry) && isApplyOf(entry, migrating.to);
  const migrated = entries(field(patch, "value"));
  const before = migrated.find(isOurs);
  const after = managedFieldsOf(written).find(isOurs);
  if (before === undefined || after === undefined || versionOf(before) !== versionOf(after)) {
    return [];
  }
  const kept = [after, ...migrated.filter((entry) => !isOurs(entry))];
  const keptFields = uniteFieldSets(kept.map((entry) => objectField(entry, "fieldsV1")));
  return lackedBy(keptFields, { owned: objectField(before, "fieldsV1"), object: written });
}

function versionOf(entry: JsonValue): string | undefined {
  return isObject(entry) ? stringField(entry, "apiVersion") : undefined;
}

interface Visit {
  readonly owned: JsonValue;
  readonly kept: JsonValue | undefined;
  readonly value: JsonValue;
  readonly path: Path;
}

/** The outermost parts of an object that are owned, but not in the other field set. */
function lackedBy(
  kept: JsonObject,
  { owned, object }: { readonly owned: JsonObject; readonly object: JsonObject },
): readonly Path[] {
  const lacked: Path[] = [];
  const ahead: Visit[] = [{ owned, kept, value: object, path: [] }];
  for (let visit = ahead.pop(); visit !== undefined; visit = ahead.pop()) {
    for (const part of partsOf(visit)) {
      if (part.kept === undefined) {
        lacked.push(part.path);
      } else if (hasParts(part.owned)) {
        ahead.push(part);
      }
    }
  }
  return lacked;
}

/** The owned parts that the value has. */
function partsOf({ owned, kept, value, path }: Visit): readonly Visit[] {
  return fieldParts(isObject(owned) ? owned : {}).flatMap((step) => {
    const part = partAt(value, [step]);
    if (part === undefined) {
      return [];
    }
    const name = isArray(value) ? value.indexOf(part) : step.slice(2);
    return [
      { owned: field(owned, step) ?? null, kept: field(kept, step), value: part, path: [...path, name] },
    ];
  });
}
