import { type JsonValue, type Path, valueAt } from "../../object/json.ts";

/** The whole number at the end of the path; undefined where nothing or something else stands there. */
export function integerAt(value: JsonValue | undefined, path: Path): number | undefined {
  const found = valueAt(value, path);
  if (typeof found === "bigint") {
    return Number(found);
  }
  return typeof found === "number" && Number.isInteger(found) ? found : undefined;
}

/** The count in that field of the object's status; 0 where it is absent. */
export function statusCount(object: JsonValue, name: string): number {
  return integerAt(object, ["status", name]) ?? 0;
}

/** How many replicas an object asks for; Kubernetes takes 1 where it does not say. */
export function wantedReplicas(object: JsonValue): number {
  return integerAt(object, ["spec", "replicas"]) ?? 1;
}
