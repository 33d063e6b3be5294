import { field, isObject, type JsonObject, type JsonValue } from "../../object/json.ts";
import { groupOf } from "../../object/object-ref.ts";

/** The fields of a Secret whose values nobody may see. */
const secretFields = ["data", "stringData"] as const;

/** Whether the object is a Secret of the core group. */
export function isSecret(object: JsonObject): boolean {
  const apiVersion = field(object, "apiVersion");
  return field(object, "kind") === "Secret" && typeof apiVersion === "string" && groupOf(apiVersion) === "";
}

/** The object with the values of a Secret masked, each with its size: `(hidden, 12 bytes)`. Any other stays as it is. */
export function secretMask(object: JsonObject): JsonObject {
  if (!isSecret(object)) {
    return object;
  }
  const hidden = secretFields.flatMap((name) => {
    const values = field(object, name);
    return values === undefined ? [] : [[name, maskValues(values, name)] as const];
  });
  return { ...object, ...Object.fromEntries(hidden) };
}

function maskValues(values: JsonValue, name: string): JsonValue {
  return isObject(values)
    ? Object.fromEntries(
        Object.entries(values).map(([key, value]) => [key, maskValue(value, name === "data")]),
      )
    : "(hidden)";
}

/** A value of a Secret by its size. What `data` holds is base64. */
function maskValue(value: JsonValue, isEncoded: boolean): string {
  if (typeof value !== "string") {
    return "(hidden)";
  }
  const size = isEncoded ? decodedSize(value) : new TextEncoder().encode(value).length;
  return `(hidden, ${size} ${size === 1 ? "byte" : "bytes"})`;
}

function decodedSize(base64: string): number {
  const digits = base64.replaceAll(/[\s=]/g, "").length;
  return Math.floor((digits * 3) / 4);
}
