import { invalid, required, unsupported, type FieldPathNode } from "../schema/field-errors.ts";
import { followPath } from "../schema/schema-path.ts";
import { unsupportedField } from "../schema/unsupported-field.ts";
import type { FieldFault } from "../model/field-fault.ts";
import type { Schema, ValidationRule } from "../model/schema.ts";
import { ruleTrail } from "./rule-limits.ts";

const reasons: readonly string[] = [
  "FieldValueDuplicate",
  "FieldValueForbidden",
  "FieldValueInvalid",
  "FieldValueRequired",
];

/**
 * Returns the faults of a schema's own rules outside of their expressions: empty rules and messages,
 * forbidden line breaks, unknown reasons, paths to fields that do not exist. Kubernetes documentation,
 * "Validation rules".
 */
export function ruleFormFaults(schema: Schema, trail: FieldPathNode): readonly FieldFault[] {
  return schema.rules.flatMap((rule, index) => {
    const at = (field: string): FieldPathNode => ruleTrail(trail, index, field);
    return [...textFaults(rule, at), ...reasonFaults(rule, at), ...pathFaults(rule, schema, at)];
  });
}

type FieldOfRule = (field: string) => FieldPathNode;

function textFaults(
  { rule, message, messageExpression }: ValidationRule,
  at: FieldOfRule,
): readonly FieldFault[] {
  const found = messageFaults(rule.trim(), message, at);
  return messageExpression?.trim() === ""
    ? [...found, required(at("messageExpression"), "messageExpression must be non-empty if specified")]
    : found;
}

function messageFaults(rule: string, message: string | undefined, at: FieldOfRule): readonly FieldFault[] {
  const text = message?.trim() ?? "";
  if (rule === "") {
    return [required(at("rule"), "rule is not specified")];
  }
  if (message !== undefined && text === "") {
    return [invalid(at("message"), "must be non-empty if specified")];
  }
  if (hasLineBreak(text)) {
    return [invalid(at("message"), "must not contain line breaks")];
  }
  return hasLineBreak(rule) && text === ""
    ? [required(at("message"), "message must be specified if rule contains line breaks")]
    : [];
}

function reasonFaults({ reason }: ValidationRule, at: FieldOfRule): readonly FieldFault[] {
  return reason === undefined || reasons.includes(reason) ? [] : [unsupported(at("reason"), reasons)];
}

function pathFaults({ fieldPath }: ValidationRule, schema: Schema, at: FieldOfRule): readonly FieldFault[] {
  if (fieldPath === undefined) {
    return [];
  }
  const messages = [
    ...(fieldPath.trim() === "" ? ["must be non-empty if specified"] : []),
    ...(hasLineBreak(fieldPath) ? ["must not contain line breaks"] : []),
    ...(isPath(fieldPath, schema) ? [] : ["must be a valid path"]),
  ];
  return messages.map((message) => invalid(at("fieldPath"), message));
}

/** Any path is accepted in a schema that cannot be read as a structural one. */
function isPath(path: string, schema: Schema): boolean {
  return !("fault" in followPath(path, schema, { brackets: true })) || unsupportedField(schema) !== undefined;
}

function hasLineBreak(text: string): boolean {
  return /[\n\r]/v.test(text);
}
