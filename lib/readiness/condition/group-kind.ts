import { type JsonObject, stringField } from "../../object/json.ts";
import { groupKindKey, groupOf } from "../../object/object-ref.ts";

/** Group and kind of an object in the format of rules: `apps/Deployment`, `/Pod`. */
export function groupKindOf(object: JsonObject): string {
  const group = groupOf(stringField(object, "apiVersion") ?? "");
  return groupKindKey({ group, kind: stringField(object, "kind") ?? "" });
}
