import { field, isArray, isObject, type JsonValue, sameJson } from "../../object/json.ts";
import { formatFieldPath, type FieldStep } from "../model/field-fault.ts";

const maps: ReadonlySet<FieldStep> = new Set([
  "annotations",
  "data",
  "labels",
  "matchLabels",
  "nodeSelector",
]);

/** Returns the paths of the fields that differ, the highest one that only one side has. */
export function changedFields(before: JsonValue, after: JsonValue): readonly string[] {
  return differences(before, after, []).map((path) => formatFieldPath(path));
}

function differences(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  path: readonly FieldStep[],
): readonly (readonly FieldStep[])[] {
  if (sameJson(before, after)) {
    return [];
  }
  const isMap = maps.has(path.at(-1) ?? "");
  const old = before === undefined && isMap ? {} : before;
  if (isObject(after) && isObject(old)) {
    return [...new Set([...Object.keys(old), ...Object.keys(after)])].flatMap((name) =>
      differences(field(old, name), field(after, name), [...path, isMap ? { key: name } : name]),
    );
  }
  return isArray(before) && isArray(after) && before.length === after.length
    ? after.flatMap((entry, index) => differences(before[index], entry, [...path, index]))
    : [path];
}
