import { type JsonValue, type Path, valueAt } from "../../object/json.ts";

/** The integer at the path; undefined if there is none. */
export function integerAt(value: JsonValue | undefined, path: Path): number | undefined {
  const found = valueAt(value, path);
  if (typeof found === "bigint") {
    return Number(found);
  }
  return typeof found === "number" && Number.isInteger(found) ? found : undefined;
}

/** The count in that field of the object's status; 0 if absent. */
export function statusCount(object: JsonValue, name: string): number {
  return integerAt(object, ["status", name]) ?? 0;
}

/** The number of replicas an object asks for; Kubernetes defaults it to 1. */
export function wantedReplicas(object: JsonValue): number {
  return integerAt(object, ["spec", "replicas"]) ?? 1;
}
