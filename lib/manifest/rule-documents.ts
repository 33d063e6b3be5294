import type { SourceText } from "../object/diagnostic/source-text.ts";
import type { JsonValue } from "../object/json.ts";
import { isFieldRules } from "./field-rules-document.ts";
import { flattenLists } from "./flatten-lists.ts";
import { isHealthRules } from "./health-rules-document.ts";
import { isKappConfig, isKappConfigMap } from "./kapp-config.ts";
import { readEach } from "./parse-source.ts";

/** Words without which a text has no such documents, and need not be parsed to find out. */
const likely = ["HealthRules", "FieldRules", "kapp"];

/**
 * Returns the documents of a text that decide how a set is applied, and are not, or not only, objects of
 * Kubernetes: rules about health and fields, and configurations of kapp.
 */
export function ruleDocuments(source: SourceText): readonly JsonValue[] {
  if (!likely.some((word) => source.text.includes(word))) {
    return [];
  }
  const parts = [...readEach(source)].flatMap((part) => ("tree" in part ? [part.tree.value] : []));
  const values = parts.flatMap((value) => [...flattenLists(value)].map((candidate) => candidate.value));
  return values.filter(
    (value) => isHealthRules(value) || isFieldRules(value) || isKappConfig(value) || isKappConfigMap(value),
  );
}
