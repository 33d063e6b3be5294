import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { fieldAnnotation } from "../object/field-rule.ts";
import { isObject, type JsonObject, type JsonValue, listField, stringField } from "../object/json.ts";
import { annotationsOf, metadataOf } from "../object/metadata.ts";
import { configFault, configOrigin, type KappConfig } from "./kapp-config.ts";
import { type ConfigRule, readConfigRules } from "./kapp-rules.ts";
import type { ReadObject } from "./manifest.ts";

/** Objects with the fields marked that `rebaseRules` leave to the cluster, and the findings on the rules. */
export interface RebasedObjects {
  readonly objects: readonly ReadObject[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Marks the fields that `rebaseRules` copy from the object in the cluster as set once. Complexity:
 * O(objects × rules).
 */
export function rebaseObjects(
  objects: readonly ReadObject[],
  configs: readonly KappConfig[],
): RebasedObjects {
  const { rules, diagnostics } = readConfigRules(configs, "rebaseRules");
  const found = [...diagnostics];
  const copies = rules.flatMap((rule) => {
    const fields = copiedFields(rule, found);
    return fields.length === 0 ? [] : [{ rule, fields }];
  });
  if (copies.length === 0) {
    return { objects, diagnostics: found };
  }
  const rebased = objects.map((object) => {
    const fields = copies.filter(({ rule }) => rule.applies(object.value)).flatMap((copy) => copy.fields);
    return fields.length === 0 ? object : { ...object, value: withSetOnce(object.value, fields) };
  });
  return { objects: rebased, diagnostics: found };
}

/**
 * The fields that a rule copies from the cluster if they exist there, as in annotations. None if the manifest
 * comes first, as it does without a rule.
 */
function copiedFields(rule: ConfigRule, found: Diagnostic[]): readonly string[] {
  const type = stringField(rule.value, "type");
  if (type !== "copy") {
    const kind =
      isObject(rule.value) && rule.value["ytt"] !== undefined ? "ytt" : `type ${type ?? "missing"}`;
    found.push({
      code: "OrderNotObeyed",
      severity: "warning",
      message: `a rule of rebaseRules of a kapp Config (${kind}) is ignored: use a rule about fields, or leave out of the manifests what others set`,
      origin: configOrigin(rule.config, rule.path, "value"),
    });
    return [];
  }
  const [first] = listField(rule.value, "sources");
  if (first !== "existing") {
    return [];
  }
  const several = listField(rule.value, "paths");
  const paths = several.length === 0 ? [listField(rule.value, "path")] : several.map(stepsOf);
  return paths.flatMap((steps) => {
    const text = fieldText(steps);
    if (text === undefined) {
      const message =
        "a path of rebaseRules is a list of names, { index: 0 } and { allIndexes: true }, and begins with a name";
      found.push(configFault(message, configOrigin(rule.config, rule.path, "value")));
    }
    return text ?? [];
  });
}

function stepsOf(path: JsonValue): readonly JsonValue[] {
  return listField({ path }, "path");
}

/** The path as a path of jq, in one line: `.["spec"]["ports"][]["nodePort"]`. */
function fieldText(steps: readonly JsonValue[]): string | undefined {
  const texts = steps.map(stepText);
  return typeof steps[0] !== "string" || texts.includes(undefined) ? undefined : `.${texts.join("")}`;
}

function stepText(step: JsonValue): string | undefined {
  if (typeof step === "string") {
    return `[${JSON.stringify(step)}]`;
  }
  if (!isObject(step)) {
    return undefined;
  }
  const { index, allIndexes } = step;
  if (allIndexes === true) {
    return "[]";
  }
  return typeof index === "number" && Number.isInteger(index) ? `[${index}]` : undefined;
}

function withSetOnce(object: JsonObject, fields: readonly string[]): JsonObject {
  const key = fieldAnnotation("set-once");
  const known = stringField(annotationsOf(object), key);
  const lines = [...(known === undefined ? [] : [known]), ...fields];
  const annotations = { ...annotationsOf(object), [key]: lines.join("\n") };
  return { ...object, metadata: { ...metadataOf(object), annotations } };
}
