import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { field, type JsonObject, listField, type Path, stringField } from "../object/json.ts";
import { type JsonPath, parseJsonPath } from "../object/json-path.ts";
import { jsonPathOf } from "./kapp-path.ts";
import { type ConfigRule, readConfigRules, readMatchers } from "./kapp-rules.ts";
import { configFault, configOrigin, type KappConfig } from "./kapp-config.ts";

/** A field of some objects that names versioned objects. */
export interface TemplateReference {
  /** Reports whether the rule is for a versioned object. */
  readonly isFor: (versioned: JsonObject) => boolean;
  /** Reports whether an object has the field. */
  readonly applies: (object: JsonObject) => boolean;
  /** The mapping with the name. */
  readonly path: JsonPath;
  /** The field of the name in it. */
  readonly nameKey: string;
}

/** The references of `templateRules`, and the faults of the rules. */
export interface TemplateReading {
  readonly references: readonly TemplateReference[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads `templateRules`, which say where objects are named whose names change. */
export function readTemplateRules(configs: readonly KappConfig[]): TemplateReading {
  const { rules, diagnostics } = readConfigRules(configs, "templateRules");
  const faults = [...diagnostics];
  const references = rules.flatMap((rule) => referencesOf(rule, faults));
  return { references, diagnostics: faults };
}

function referencesOf({ config, path, value, applies: isFor }: ConfigRule, faults: Diagnostic[]) {
  const affected = field(value, "affectedResources");
  return listField(affected, "objectReferences").flatMap((entry, index): readonly TemplateReference[] => {
    const place: Path = [...path, "affectedResources", "objectReferences", index];
    const matchers = readMatchers({ config, path: place, value: entry }, faults);
    const read = parseJsonPath(jsonPathOf(listField(entry, "path")) ?? "[");
    if ("fault" in read) {
      const message = "a path of templateRules is a list of names, { index: 0 } and { allIndexes: true }";
      faults.push(configFault(message, configOrigin(config, [...place, "path"], "value")));
      return [];
    }
    const applies = (object: JsonObject): boolean => matchers.some((matcher) => matcher.applies(object));
    return [{ isFor, applies, path: read, nameKey: stringField(entry, "nameKey") ?? "name" }];
  });
}
