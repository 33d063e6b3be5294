import { type FieldMeaning, fieldMeanings, type FieldRule } from "../object/field-rule.ts";
import { type JsonObject, type JsonValue, stringField, stringsField } from "../object/json.ts";
import { parseLabelSelector } from "../object/label-selector.ts";

/** Checks of the formats that the schema of rules names. */
export const fieldRuleFormats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ["label-selector", (text: string): boolean => "selector" in parseLabelSelector(text)],
]);

/** Converts a rule that its schema accepts. */
export function fieldRuleOf(entry: JsonValue, where: Pick<FieldRule, "place" | "origin">): FieldRule {
  const group = stringField(entry, "group");
  return {
    targets: {
      groups: group === undefined ? [] : [group],
      kinds: stringsField(entry, "kinds"),
      names: stringsField(entry, "names"),
      namespaces: stringsField(entry, "namespaces"),
      labels: selectorOf(stringField(entry, "labels")),
    },
    meaning: meaningOf(stringField(entry, "meaning")),
    pointers: stringsField(entry, "pointers"),
    jq: stringsField(entry, "jq"),
    managers: stringsField(entry, "managers"),
    ...where,
  };
}

/** Reports whether a rule names no field at all. */
export function namesNothing({ pointers, jq, managers }: FieldRule): boolean {
  return pointers.length + jq.length + managers.length === 0;
}

/** The remedy for a rule that names no field. */
export const remedyForEmpty = "add pointers, jq or managers";

function meaningOf(word: string | undefined): FieldMeaning {
  return fieldMeanings.find((meaning) => meaning === word) ?? "set-once";
}

function selectorOf(text: string | undefined): JsonObject | undefined {
  const read = text === undefined ? undefined : parseLabelSelector(text);
  return read !== undefined && "selector" in read ? read.selector : undefined;
}
