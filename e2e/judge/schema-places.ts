import {
  field,
  isObject,
  type JsonObject,
  type JsonValue,
  objectField,
  type Path,
} from "../../lib/object/json.ts";

/** A schema within a schema. */
export interface SchemaPlace {
  /** The path to it in the outer schema. */
  readonly path: Path;
  /**
   * The path to the values that it describes; undefined if they have no fixed path: items of lists, values of
   * maps.
   */
  readonly fields: readonly string[] | undefined;
  readonly schema: JsonObject;
}

/** All schemas that describe parts of the value, the schema itself first. */
export function schemaPlaces(schema: JsonObject): readonly SchemaPlace[] {
  return placesBelow({ path: [], fields: [], schema });
}

function placesBelow(place: SchemaPlace): readonly SchemaPlace[] {
  const { path, fields, schema } = place;
  const properties = Object.entries(objectField(schema, "properties")).map(([name, property]) => ({
    path: [...path, "properties", name],
    fields: fields && [...fields, name],
    property,
  }));
  const entries = ["items", "additionalProperties"].map((name) => ({
    path: [...path, name],
    fields: undefined,
    property: field(schema, name),
  }));
  return [place, ...[...properties, ...entries].flatMap(below)];
}

function below({
  path,
  fields,
  property,
}: {
  readonly path: Path;
  readonly fields: readonly string[] | undefined;
  readonly property: JsonValue | undefined;
}): readonly SchemaPlace[] {
  return isObject(property) ? placesBelow({ path, fields, schema: property }) : [];
}
