import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import {
  field,
  isArray,
  type JsonObject,
  type JsonValue,
  listField,
  type Path,
  stringField,
} from "../object/json.ts";
import { configFault, configOrigin, type KappConfig } from "./kapp-config.ts";
import { compileMatcher, type Matcher } from "./kapp-matcher.ts";

/** A rule of a Config: its fields, its place, and the objects that it is for. */
export interface ConfigRule {
  readonly config: KappConfig;
  /** `["changeRuleBindings", 2]`. */
  readonly path: Path;
  readonly value: JsonValue;
  readonly matchers: readonly Matcher[];
  /** Reports whether one of its resource matchers selects the object; without any, none is. */
  readonly applies: (object: JsonObject) => boolean;
}

/** The rules of a list, and the faults of their matchers. */
export interface ConfigRuleReading {
  readonly rules: readonly ConfigRule[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the rules of that name from configurations, in their order. */
export function readConfigRules(configs: readonly KappConfig[], name: string): ConfigRuleReading {
  const diagnostics: Diagnostic[] = [];
  const rules: ConfigRule[] = [];
  for (const config of configs) {
    const list = field(config.value, name);
    if (list !== undefined && list !== null && !isArray(list)) {
      diagnostics.push(configFault(`${name} is a list of rules`, configOrigin(config, [name], "value")));
    }
    for (const [index, value] of listField(config.value, name).entries()) {
      const path: Path = [name, index];
      const matchers = readMatchers({ config, path, value }, diagnostics);
      rules.push({
        config,
        path,
        value,
        matchers,
        applies: (object) => matchers.some(({ applies }) => applies(object)),
      });
    }
  }
  return { rules, diagnostics };
}

/** Compiles the resource matchers of a rule. */
export function readMatchers(
  { config, path, value }: Pick<ConfigRule, "config" | "path" | "value">,
  diagnostics: Diagnostic[],
): readonly Matcher[] {
  return listField(value, "resourceMatchers").flatMap((entry, index) => {
    const compiled = compileMatcher(entry);
    if (!("fault" in compiled)) {
      return [compiled];
    }
    const place: Path = [...path, "resourceMatchers", index];
    diagnostics.push(configFault(compiled.fault, configOrigin(config, place, "value")));
    return [];
  });
}

/** The strings of a list of a rule; an entry that is none is a fault. */
export function ruleTexts(rule: ConfigRule, name: string, diagnostics: Diagnostic[]): readonly string[] {
  return listField(rule.value, name).flatMap((entry, index) => {
    if (typeof entry === "string") {
      return [entry];
    }
    const origin = configOrigin(rule.config, [...rule.path, name, index], "value");
    diagnostics.push(configFault(`an entry of ${name} is a text`, origin));
    return [];
  });
}

/** A text of a rule; its absence is a fault. */
export function ruleText(rule: ConfigRule, name: string, diagnostics: Diagnostic[]): string | undefined {
  const text = stringField(rule.value, name);
  if (text === undefined) {
    const origin = configOrigin(rule.config, rule.path, "value");
    diagnostics.push(configFault(`${String(rule.path[0])}: ${name} is missing`, origin));
  }
  return text;
}
