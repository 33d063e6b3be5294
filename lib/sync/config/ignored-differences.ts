/** The rules of `ignoreDifferences`, in a unit and in a file for `--ignore-differences`. */
import type { IgnoredDifference } from "../../inventory/ignored-differences.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { type JsonObject, type JsonValue, listField, stringField, stringsField } from "../../object/json.ts";
import type { SourceText } from "../../object/diagnostic/source-text.ts";
import { readSettings, type SettingsForm } from "../../settings/read-settings.ts";
import { formatSettingPath, type SettingFault } from "../../settings/settings-document.ts";
import { syncSchema } from "./sync-schema.ts";

/** Returns the rules in `ignoreDifferences` of settings that their schema accepts. */
export function ignoredDifferences(settings: JsonObject): readonly IgnoredDifference[] {
  return listField(settings, "ignoreDifferences").map(ignoredDifference);
}

function ignoredDifference(rule: JsonValue): IgnoredDifference {
  const name = stringField(rule, "name");
  const namespace = stringField(rule, "namespace");
  return {
    group: stringField(rule, "group") ?? "",
    kind: stringField(rule, "kind") ?? "",
    ...(name === undefined ? {} : { name }),
    ...(namespace === undefined ? {} : { namespace }),
    jsonPointers: stringsField(rule, "jsonPointers"),
    managedFieldsManagers: stringsField(rule, "managedFieldsManagers"),
  };
}

/** Returns the faults of rules that name no field. */
export function emptyRuleFaults(
  settings: JsonObject,
  placeOf: (path: SettingFault["path"]) => SettingFault["path"] = (path) => path,
): readonly SettingFault[] {
  return ignoredDifferences(settings).flatMap(({ jsonPointers, managedFieldsManagers }, index) => {
    if (jsonPointers.length + managedFieldsManagers.length > 0) {
      return [];
    }
    const path = placeOf(["ignoreDifferences", index]);
    const message = `${formatSettingPath(path)} names no field: add jsonPointers or managedFieldsManagers`;
    return [{ code: "SettingMissing", message, path, part: "value" } as const];
  });
}

const fileForm: SettingsForm = {
  schema: {
    type: "object",
    additionalProperties: false,
    required: ["ignoreDifferences"],
    properties: { ignoreDifferences: { $ref: "#/$defs/ignoreDifferences" } },
    $defs: syncSchema["$defs"] ?? {},
  },
  formats: new Map([
    ["go-duration", (): boolean => true],
    ["byte-size", (): boolean => true],
  ]),
};

/** Reads a file of rules: a mapping with `ignoreDifferences`, as in an Application of Argo CD. */
export async function readIgnoredDifferences(
  source: SourceText,
): Promise<
  { readonly rules: readonly IgnoredDifference[] } | { readonly diagnostics: readonly Diagnostic[] }
> {
  const reading = await readSettings(source, fileForm);
  if ("diagnostics" in reading) {
    return reading;
  }
  const { value, diagnose } = reading.settings;
  const faults = emptyRuleFaults(value);
  return faults.length > 0 ? { diagnostics: faults.map(diagnose) } : { rules: ignoredDifferences(value) };
}
