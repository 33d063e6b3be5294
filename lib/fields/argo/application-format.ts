import { locateField } from "../../manifest/locate-field.ts";
import { groupOf } from "../../object/object-ref.ts";
import { indexedList, type JsonValue, objectField, stringField, stringsField } from "../../object/json.ts";
import type { FieldRuleFormat } from "../field-rule-format.ts";
import { joinFieldReadings, readDifference, unusable } from "./difference.ts";

/**
 * Argo CD's form for one application: `spec.ignoreDifferences` of an Application. Only of Applications that
 * the user names: an Application of a set speaks about another set.
 */
export const applicationFormat: FieldRuleFormat = {
  name: "an `Application` of Argo CD",
  isOfSets: false,
  recognizes: (value) =>
    stringField(value, "kind") === "Application" &&
    groupOf(stringField(value, "apiVersion") ?? "") === "argoproj.io",
  read: ({ document, tree }) => {
    const spec = objectField(tree.value, "spec");
    const meaning = respectsDifferences(tree.value) ? "set-once" : "not-drift";
    const readings = indexedList(spec, "ignoreDifferences").map(([index, entry]) => {
      const origin = locateField(document, ["spec", "ignoreDifferences", index], "value");
      const kind = stringField(entry, "kind");
      if (kind === undefined) {
        return unusable("it has no kind", { origin });
      }
      const targets = {
        groups: [stringField(entry, "group") ?? ""],
        kinds: [kind],
        names: given(stringField(entry, "name")),
        namespaces: given(stringField(entry, "namespace")),
        labels: undefined,
      };
      return readDifference(entry, { targets, meaning, origin });
    });
    return Promise.resolve(joinFieldReadings(readings));
  },
};

/** Argo CD treats an empty text like an absent one. */
function given(text: string | undefined): readonly string[] {
  return text === undefined || text === "" ? [] : [text];
}

/** Reports whether an Application leaves ignored fields out of what it writes. */
function respectsDifferences(application: JsonValue): boolean {
  const policy = objectField(objectField(application, "spec"), "syncPolicy");
  return stringsField(policy, "syncOptions").includes("RespectIgnoreDifferences=true");
}
