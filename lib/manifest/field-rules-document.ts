import { type JsonValue, stringField } from "../object/json.ts";

/**
 * Reports whether a document contains field rules in converge's own form (`lib/fields`). It is not an object
 * of Kubernetes: it is read by converge and never sent.
 */
export function isFieldRules(value: JsonValue): boolean {
  return (
    stringField(value, "kind") === "FieldRules" &&
    (stringField(value, "apiVersion") ?? "").startsWith("converge.dev/")
  );
}
