import type { SourceText } from "../object/diagnostic/source-text.ts";
import { isFieldRules } from "./field-rules-document.ts";
import { flattenLists } from "./flatten-lists.ts";
import { isHealthRules } from "./health-rules-document.ts";
import { isKappConfig, isKappConfigMap } from "./kapp-config.ts";
import { readEach } from "./parse-source.ts";

/** Words without which a text has no such documents, and need not be parsed to find out. */
const likely = ["HealthRules", "FieldRules", "kapp"];

/**
 * Reports whether a text has documents that decide how a set is applied, and are not, or not only, objects of
 * Kubernetes: rules about health and fields, and configurations of kapp.
 */
export function hasRuleDocuments(source: SourceText): boolean {
  if (!likely.some((word) => source.text.includes(word))) {
    return false;
  }
  const parts = [...readEach(source)].flatMap((part) => ("tree" in part ? [part.tree.value] : []));
  const values = parts.flatMap((value) => [...flattenLists(value)].map((candidate) => candidate.value));
  return values.some(
    (value) => isHealthRules(value) || isFieldRules(value) || isKappConfig(value) || isKappConfigMap(value),
  );
}
