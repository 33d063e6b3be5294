import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { isObject, type JsonValue, listField } from "../object/json.ts";
import { markSensitivePaths } from "../redact/decrypted-values.ts";
import type { ReadObject } from "./manifest.ts";
import { jsonPathOf } from "./kapp-path.ts";
import { type ConfigRule, readConfigRules } from "./kapp-rules.ts";
import { configFault, configOrigin, type KappConfig } from "./kapp-config.ts";

/** Objects with the values marked that `diffMaskRules` hide, and the faults of the rules. */
export interface MaskedObjects {
  readonly objects: readonly ReadObject[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Marks the values that `diffMaskRules` hide as sensitive, in every output. Complexity: O(objects × rules).
 */
export function maskObjects(objects: readonly ReadObject[], configs: readonly KappConfig[]): MaskedObjects {
  const { rules, diagnostics } = readConfigRules(configs, "diffMaskRules");
  const faults = [...diagnostics];
  const masks = rules.flatMap((rule) => {
    const path = maskedPath(rule, faults);
    return path === undefined ? [] : [{ rule, path }];
  });
  if (masks.length === 0) {
    return { objects, diagnostics: faults };
  }
  const masked = objects.map((object) => {
    const paths = masks.filter(({ rule }) => rule.applies(object.value)).map(({ path }) => path);
    return paths.length === 0 ? object : { ...object, value: markSensitivePaths(object.value, paths) };
  });
  return { objects: masked, diagnostics: faults };
}

/** The JSONPath of a rule. What its last steps select by a regular expression is hidden as a whole. */
function maskedPath(rule: ConfigRule, faults: Diagnostic[]): string | undefined {
  const steps = listField(rule.value, "path");
  const pattern = steps.findIndex(isRegex);
  const path = jsonPathOf(pattern === -1 ? steps : steps.slice(0, pattern));
  if (path === undefined) {
    const message =
      "a path of diffMaskRules is a list of names, { index: 0 }, { allIndexes: true } and { regex: … }, and begins with a name";
    faults.push(configFault(message, configOrigin(rule.config, [...rule.path, "path"], "value")));
  }
  return path;
}

function isRegex(step: JsonValue): boolean {
  return isObject(step) && typeof step["regex"] === "string";
}
