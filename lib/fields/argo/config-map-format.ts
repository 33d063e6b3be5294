import { locateField } from "../../manifest/locate-field.ts";
import type { SourceDocument } from "../../manifest/manifest.ts";
import { readSource } from "../../manifest/parse-source.ts";
import type { Origin } from "../../object/diagnostic/source-text.ts";
import { allObjects, type RuleTargets } from "../../object/field-rule.ts";
import { isObject, type JsonValue, objectField, stringField } from "../../object/json.ts";
import type { FieldRuleFormat, FieldRuleReading } from "../field-rule-format.ts";
import { joinFieldReadings, readDifference, unusable } from "./difference.ts";

const keyPrefix = "resource.customizations.ignoreDifferences.";
const oldKey = "resource.customizations";

/** Argo CD's form for all applications: `ignoreDifferences` in the ConfigMap `argocd-cm`. */
export const configMapFormat: FieldRuleFormat = {
  name: "Argo CD's `argocd-cm`",
  isOfSets: true,
  recognizes: (value) => stringField(value, "kind") === "ConfigMap" && keysOf(value).length > 0,
  read: ({ document, tree }) => {
    const data = objectField(tree.value, "data");
    const readings = keysOf(tree.value).map((key) => {
      const text = stringField(data, key) ?? "";
      const origin = locateField(document, ["data", key], "key");
      return key === oldKey
        ? readOldForm(text, document, origin)
        : readText(text, targetsOf(key.slice(keyPrefix.length).split("_")), origin);
    });
    return Promise.resolve(joinFieldReadings(readings));
  },
};

function keysOf(value: JsonValue): readonly string[] {
  const data = objectField(value, "data");
  return Object.keys(data).filter(
    (key) =>
      key.startsWith(keyPrefix) ||
      (key === oldKey && stringField(data, key)?.includes("ignoreDifferences") === true),
  );
}

/** `all`, a kind of the core group, or a group and a kind; undefined for anything else. */
function targetsOf(words: readonly string[]): RuleTargets | undefined {
  const [group = "", kind] = words.length === 1 ? ["", ...words] : words;
  if (kind === undefined || kind === "" || words.length > 2) {
    return undefined;
  }
  return group === "" && kind === "all" ? allObjects : { ...allObjects, groups: [group], kinds: [kind] };
}

function readText(text: string, targets: RuleTargets | undefined, origin: Origin): FieldRuleReading {
  if (targets === undefined) {
    return unusable(`its key is not ${keyPrefix}GROUP_KIND`, { origin });
  }
  const parsed = parse(text, origin.file);
  return "fault" in parsed
    ? unusable(parsed.fault, { origin })
    : readDifference(parsed.value, { targets, meaning: "not-drift", origin });
}

function parse(text: string, name: string): { readonly value: JsonValue } | { readonly fault: string } {
  const { documents, diagnostics } = readSource({ name, text });
  const [fault] = [...diagnostics, ...documents.flatMap(({ tree }) => tree.faults)];
  const [document] = documents;
  return fault === undefined && document !== undefined
    ? { value: document.tree.value }
    : { fault: `line ${fault?.origin?.line ?? 1}: ${fault?.message ?? "it is empty"}` };
}

/** The form of Argo CD before 2.0: all customizations in one text of YAML. */
function readOldForm(text: string, { source }: SourceDocument, origin: Origin): FieldRuleReading {
  const parsed = parse(text, source.name);
  if ("fault" in parsed) {
    return unusable(parsed.fault, { origin });
  }
  const entries = isObject(parsed.value) ? Object.entries(parsed.value) : [];
  const readings = entries.flatMap(([kinds, customization]) => {
    const differences = stringField(customization, "ignoreDifferences");
    return differences === undefined ? [] : [readText(differences, targetsOf(kinds.split("/")), origin)];
  });
  return joinFieldReadings(readings);
}
