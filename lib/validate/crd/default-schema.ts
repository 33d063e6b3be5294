import type { Schema } from "../model/schema.ts";

/**
 * Returns the schema by which the API server checks defaults: without `x-kubernetes-int-or-string` implying a
 * type. The schema itself if it does not use that. Complexity: linear.
 */
export function defaultSchema(schema: Schema): Schema {
  const { items, properties, additionalProperties, not } = schema;
  const changed = {
    ...changedOne("items", items),
    ...changedOne(
      "additionalProperties",
      typeof additionalProperties === "object" ? additionalProperties : undefined,
    ),
    ...changedOne("not", not),
    ...changedList("allOf", schema.allOf),
    ...changedList("anyOf", schema.anyOf),
    ...changedList("oneOf", schema.oneOf),
    ...changedMap(properties),
    ...(schema.intOrString ? { intOrString: false } : {}),
  };
  return Object.keys(changed).length === 0 ? schema : { ...schema, ...changed };
}

function changedOne(name: string, schema: Schema | undefined): Readonly<Record<string, Schema>> {
  const changed = schema === undefined ? undefined : defaultSchema(schema);
  return changed === undefined || changed === schema ? {} : { [name]: changed };
}

function changedList(name: string, schemas: readonly Schema[]): Readonly<Record<string, readonly Schema[]>> {
  const changed = schemas.map(defaultSchema);
  return changed.every((one, index) => one === schemas[index]) ? {} : { [name]: changed };
}

function changedMap(schemas: Schema["properties"]): Pick<Schema, "properties"> {
  if (schemas === undefined) {
    return {};
  }
  const changed = new Map([...schemas].map(([key, one]) => [key, defaultSchema(one)]));
  return [...schemas].every(([key, one]) => changed.get(key) === one) ? {} : { properties: changed };
}
