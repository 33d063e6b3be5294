import { type ChangeFault, parseChangeGroup, parseChangeRule } from "../../annotation/change-rule.ts";
import type { WrittenChangeRule } from "../../annotation/directives.ts";
import { type ConfigRule, readConfigRules, ruleText, ruleTexts } from "../../manifest/kapp-rules.ts";
import { configFault, configOrigin, type KappConfig } from "../../manifest/kapp-config.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { field, type JsonObject, type Path } from "../../object/json.ts";
import { metadataOf, namespaceOf } from "../../object/metadata.ts";
import { formatRef } from "../../object/object-ref.ts";
import type { BoundGroups } from "./change-groups.ts";

/** A change rule from a configuration for one object. */
export interface BoundChangeRule extends WrittenChangeRule {
  /** The configuration, in the form of a manifest, so that an edge has a place. */
  readonly by: Manifest;
  readonly isOptional: boolean;
  /** Of optional rules in a cycle, that with the greater weight stays. */
  readonly weight: number;
}

/** The groups and rules of each object by the bindings of configurations. */
export interface ChangeBindings {
  readonly groups: BoundGroups;
  readonly rules: (manifest: Manifest) => readonly BoundChangeRule[];
}

/**
 * Reads `changeGroupBindings` and `changeRuleBindings`. Faults are added to the diagnostics: those of the
 * bindings at once, those of a name or rule for one object as soon as it is asked for, each once.
 */
export function readChangeBindings(
  configs: readonly KappConfig[],
  diagnostics: Diagnostic[],
): ChangeBindings {
  const groups = readConfigRules(configs, "changeGroupBindings");
  const rules = readConfigRules(configs, "changeRuleBindings");
  diagnostics.push(...groups.diagnostics, ...rules.diagnostics);
  const refuse = reportEachOnce(diagnostics);
  const holders = new Map(configs.map((config) => [config, holderOf(config)]));
  const names = groups.rules.map((rule) => ({ rule, name: ruleText(rule, "name", diagnostics) ?? "" }));
  const texts = rules.rules.map((rule, index) => ({
    rule,
    weight: firstWeight + index,
    isOptional: field(rule.value, "ignoreIfCyclical") === true,
    texts: ruleTexts(rule, "rules", diagnostics),
  }));
  return {
    groups: (manifest) =>
      names
        .filter(({ rule, name }) => name !== "" && rule.applies(placed(manifest)))
        .flatMap(({ rule, name }) => {
          const read = parseChangeGroup(name, manifest);
          return typeof read === "string" ? read : refuse(rule, ["name"], { ...read, key: manifest.key });
        }),
    rules: (manifest) =>
      texts
        .filter(({ rule }) => rule.applies(placed(manifest)))
        .flatMap(({ rule, texts: written, ...binding }) =>
          written.flatMap((text, index): readonly BoundChangeRule[] => {
            const place: Path = ["rules", index];
            const read = parseChangeRule(text, manifest);
            const by = holders.get(rule.config) ?? manifest;
            return "fault" in read
              ? refuse(rule, place, { ...read, key: manifest.key })
              : [{ ...read, ...binding, by, path: pathIn(rule, place) }];
          }),
        ),
  };
}

/** The weight of the first binding; rules in annotations have none. */
const firstWeight = 100;

/** The path in the manifest that is made of a configuration; the text of a ConfigMap has no places inside. */
function pathIn({ config, path }: ConfigRule, place: Path): Path {
  return config.inner === undefined ? [...path, ...place] : [];
}

/** Reports a text of a rule that cannot be read for an object. */
type Refuse = (
  rule: ConfigRule,
  place: Path,
  found: ChangeFault & { readonly key: string },
) => readonly never[];

function reportEachOnce(diagnostics: Diagnostic[]): Refuse {
  const reported = new Set<string>();
  return ({ config, path }, place, { fault, key }) => {
    const origin = configOrigin(config, [...path, ...place], "value");
    const where = `${origin.file}:${origin.line}:${origin.column}`;
    if (!reported.has(where)) {
      reported.add(where);
      diagnostics.push(configFault(`for ${key}: ${fault}`, origin));
    }
    return [];
  };
}

/** The object in the namespace that it is applied to, which matchers see. */
function placed({ value, ref }: Manifest): JsonObject {
  return ref.namespace === "" || namespaceOf(value) !== ""
    ? value
    : { ...value, metadata: { ...metadataOf(value), namespace: ref.namespace } };
}

function holderOf(config: KappConfig): Manifest {
  const { value, document, path } = config;
  const ref = { group: "kapp.k14s.io", kind: "Config", namespace: "", name: "" };
  const { file, line } = configOrigin(config, [], "value");
  return {
    apiVersion: "kapp.k14s.io/v1alpha1",
    kind: "Config",
    name: "",
    namespace: "",
    value,
    document,
    path,
    origin: { file, line },
    ref,
    key: formatRef(ref),
    scope: "cluster",
  };
}
