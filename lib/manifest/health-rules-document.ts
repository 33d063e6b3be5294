import { type JsonValue, stringField } from "../object/json.ts";

/**
 * Reports whether a document contains health rules in converge's own form (`lib/health`). It is not an object
 * of Kubernetes: it is read by converge and never sent.
 */
export function isHealthRules(value: JsonValue): boolean {
  return (
    stringField(value, "kind") === "HealthRules" &&
    (stringField(value, "apiVersion") ?? "").startsWith("converge.dev/")
  );
}
