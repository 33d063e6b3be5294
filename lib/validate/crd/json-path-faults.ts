import { field, isObject, type JsonObject, stringField } from "../../object/json.ts";
import { type FieldFault, formatFieldPath } from "../model/field-fault.ts";
import { invalid, required, faultAt, childPath, type FieldPathNode } from "../schema/field-errors.ts";
import type { Schema } from "../model/schema.ts";
import { followPath } from "../schema/schema-path.ts";

/** Returns the fault of a path like `.spec.replicas`, or undefined. Callers handle the empty path. */
function simplePathFault(path: string): string | undefined {
  return path.startsWith(".") ? undefined : "must be a simple json path starting with .";
}

interface ScalePath {
  readonly name: string;
  readonly optional: boolean;
  readonly under: readonly string[];
}

const paths: readonly ScalePath[] = [
  { name: "specReplicasPath", optional: false, under: [".spec"] },
  { name: "statusReplicasPath", optional: false, under: [".status"] },
  { name: "labelSelectorPath", optional: true, under: [".spec", ".status"] },
];

/**
 * Validates the paths of the scale subresource. Kubernetes documentation, "Custom Resources", "Scale
 * subresource".
 */
export function subresourcesFaults(
  subresources: JsonObject | undefined,
  trail: FieldPathNode,
): readonly FieldFault[] {
  const scale = field(subresources, "scale");
  return isObject(scale)
    ? paths.flatMap((path) => scalePathFaults(scale, path, childPath(trail, "scale", path.name)))
    : [];
}

function scalePathFaults(
  scale: JsonObject,
  { name, optional, under }: ScalePath,
  at: FieldPathNode,
): readonly FieldFault[] {
  const path = stringField(scale, name) ?? "";
  if (path === "") {
    return optional ? [] : [required(at, "must be given")];
  }
  const fault =
    simplePathFault(path) ??
    (under.some((root) => path.startsWith(`${root}.`))
      ? undefined
      : `should be a json path under ${under.join(" or ")}`);
  return fault === undefined ? [] : [invalid(at, fault)];
}

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

/** The maximum number of selectable fields of a version. */
export const mostSelectable = 8;

const selectableTypes: ReadonlySet<string> = new Set(["boolean", "integer", "string"]);

/** The selectable fields of a version, and the schema in which they are looked up. */
interface Selectable {
  readonly fields: readonly JsonObject[];
  /** Undefined if there is no readable schema. */
  readonly schema: Schema | undefined;
  /** Whether their number is limited. */
  readonly few: boolean;
}

/** Validates selectable fields. Kubernetes documentation, "Custom Resources", "Field selectors". */
export function selectableFaults(selectable: Selectable, trail: FieldPathNode): readonly FieldFault[] {
  const { fields, schema, few } = selectable;
  const seen = new Set<string>();
  const found: FieldFault[] = [];
  for (const [index, one] of fields.entries()) {
    const path = stringField(one, "jsonPath") ?? "";
    found.push(...pathFaults({ path, schema, seen }, childPath(trail, index, "jsonPath")));
  }
  if (few && seen.size > mostSelectable) {
    found.push(faultAt("FieldValueTooMany", trail, `must have at most ${mostSelectable} entries`));
  }
  return found;
}

interface Judged {
  readonly path: string;
  readonly schema: Schema | undefined;
  readonly seen: Set<string>;
}

function pathFaults({ path, schema, seen }: Judged, at: FieldPathNode): readonly FieldFault[] {
  if (path === "") {
    return [required(at, "must be given")];
  }
  const place = followPath(path, schema, { brackets: false });
  if ("fault" in place) {
    return [invalid(at, `is an invalid path: ${place.fault}`)];
  }
  const found: FieldFault[] = [];
  if (place.steps[0] === "metadata") {
    found.push(invalid(at, "must not point to fields in metadata"));
  }
  if (!selectableTypes.has(place.schema?.type ?? "")) {
    found.push(invalid(at, "must point to a field of type string, boolean or integer"));
  }
  const written = formatFieldPath(place.steps);
  if (seen.has(written)) {
    found.push(faultAt("FieldValueDuplicate", at, "another selectable field has the same path"));
  }
  seen.add(written);
  return found;
}
