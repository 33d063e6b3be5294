import { type JsonObject, stringField } from "../../object/json.ts";
import type { FieldFault } from "../model/field-fault.ts";
import { invalid, required } from "../schema/field-errors.ts";
import { simplePathFault } from "./scale-faults.ts";
import { childPath, type FieldPathNode } from "../schema/field-path.ts";

const types = ["boolean", "date", "integer", "number", "string"];
const formats = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];

/**
 * Validates the additional printer columns of a version. Kubernetes documentation, "Custom Resources",
 * "Additional printer columns".
 */
export function columnsFaults(columns: readonly JsonObject[], trail: FieldPathNode): readonly FieldFault[] {
  return columns.flatMap((column, index) => columnFaults(column, childPath(trail, index)));
}

function columnFaults(column: JsonObject, trail: FieldPathNode): readonly FieldFault[] {
  const textOf = (name: string): string => stringField(column, name) ?? "";
  const [type, format, path] = [textOf("type"), textOf("format"), textOf("jsonPath")];
  const found: FieldFault[] = [];
  if (textOf("name") === "") {
    found.push(required(childPath(trail, "name"), "must be given"));
  }
  if (!types.includes(type)) {
    const message = `must be one of ${types.join(", ")}`;
    const at = childPath(trail, "type");
    found.push(type === "" ? required(at, message) : invalid(at, message));
  }
  if (format !== "" && !formats.includes(format)) {
    found.push(invalid(childPath(trail, "format"), `must be one of ${formats.join(", ")}`));
  }
  const at = childPath(trail, "JSONPath");
  const fault = simplePathFault(path);
  if (path === "") {
    found.push(required(at, "must be given"));
  } else if (fault !== undefined) {
    found.push(invalid(at, fault));
  }
  return found;
}
