/** The rules in `fields` of a unit. */
import { namesNothing, remedyForEmpty, fieldRuleOf } from "../../fields/rule-settings.ts";
import type { FieldRule } from "../../object/field-rule.ts";
import { type JsonObject, listField, stringField } from "../../object/json.ts";
import { formatSettingPath, type SettingFault } from "../../settings/settings-document.ts";

/**
 * Returns the rules of a unit that its schema accepts. They have no line: the unit is the same wherever it is
 * written.
 */
export function unitFields(unit: JsonObject): readonly FieldRule[] {
  const name = stringField(unit, "name") ?? "";
  return listField(unit, "fields").map((entry, index) =>
    fieldRuleOf(entry, { place: `fields[${index}] of unit ${name}` }),
  );
}

/** Returns the faults of rules that name no field. */
export function emptyRuleFaults(
  unit: JsonObject,
  placeOf: (path: SettingFault["path"]) => SettingFault["path"],
): readonly SettingFault[] {
  return unitFields(unit).flatMap((rule, index) => {
    if (!namesNothing(rule)) {
      return [];
    }
    const path = placeOf(["fields", index]);
    const message = `${formatSettingPath(path)} names no field: ${remedyForEmpty}`;
    return [{ code: "SettingMissing", message, path, part: "value" } as const];
  });
}
