import { field, type JsonValue, listField, stringField, stringsField } from "../../object/json.ts";
import { labelLookup, mayMatch } from "../../object/label-selector.ts";
import type { ManifestIndex } from "../index/manifest-index.ts";
import { matchRules, ruleNames } from "./webhook-matching.ts";

/**
 * Returns the objects of the set that the match constraints of a policy or the `matchResources` of a binding
 * may match, and workloads whose pods they may match; undefined if they match everything. CEL match
 * conditions and labels of a Namespace outside the set are unknown here and count as a match.
 */
export function matchResources(
  set: ManifestIndex,
  resources: JsonValue | undefined,
): ReadonlySet<number> | undefined {
  if (resources === undefined || resources === null) {
    return undefined;
  }
  const written = listField(resources, "resourceRules");
  const rules = written.length === 0 ? [everything] : written;
  const excluded = listField(resources, "excludeResourceRules");
  const byRule = rules.map((rule) =>
    matchRules(set, [rule], resources).filter((index) => mayName(set, rule, index)),
  );
  return new Set(byRule.flat().filter((index) => !excluded.some((rule) => leavesOut(set, rule, index))));
}

const everything = { operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] };

/** A rule with names is for these alone; the names of pods of a workload are unknown. */
function mayName(set: ManifestIndex, rule: JsonValue, index: number): boolean {
  const names = stringsField(rule, "resourceNames");
  const manifest = set.manifest(index);
  return names.length === 0 || names.includes(manifest.name) || !ruleNames(set, rule, manifest);
}

function leavesOut(set: ManifestIndex, rule: JsonValue, index: number): boolean {
  const names = stringsField(rule, "resourceNames");
  const manifest = set.manifest(index);
  return (names.length === 0 || names.includes(manifest.name)) && ruleNames(set, rule, manifest);
}

/**
 * Returns the objects of the set that a binding may pass to its policy as parameters: of the kind that the
 * policy names, by name or by labels, in any namespace unless the binding names one.
 */
export function boundParameters(
  set: ManifestIndex,
  policy: JsonValue,
  binding: JsonValue,
): readonly number[] {
  const kind = field(field(policy, "spec"), "paramKind");
  const reference = field(field(binding, "spec"), "paramRef");
  const [version = "", group] = (stringField(kind, "apiVersion") ?? "").split("/").toReversed();
  if (version === "" || reference === undefined) {
    return [];
  }
  const name = stringField(reference, "name");
  const namespace = stringField(reference, "namespace");
  const selector = field(reference, "selector");
  return set.ofKind(group ?? "", stringField(kind, "kind") ?? "").filter((index) => {
    const manifest = set.manifest(index);
    return (
      (name === undefined ? mayMatch(selector, labelLookup(manifest.value)) : manifest.name === name) &&
      (namespace === undefined || manifest.ref.namespace === namespace)
    );
  });
}
