import { type JsonObject, stringField } from "../../object/json.ts";
import { type FieldFault, formatFieldPath } from "../model/field-fault.ts";
import type { Schema } from "../model/schema.ts";
import { faultAt, invalid, required } from "../schema/field-errors.ts";
import { followPath } from "../schema/schema-path.ts";
import { childPath, type FieldPathNode } from "../schema/field-path.ts";

/** The maximum number of selectable fields of a version. */
export const mostSelectable = 8;

const selectableTypes: ReadonlySet<string> = new Set(["boolean", "integer", "string"]);

/** The selectable fields of a version, and the schema in which they are looked up. */
export interface Selectable {
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
