import { type JsonObject, listField, objectField, stringField, valueAt } from "../../object/json.ts";

/**
 * Trims a CustomResourceDefinition to what shows whether its objects have a status: the kind it defines, and
 * for each version the names of its status fields. Definitions are large, and a watch lasts for months.
 */
export function trimCrd(definition: JsonObject): JsonObject {
  const { metadata, spec, apiVersion, kind } = definition;
  return {
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(kind === undefined ? {} : { kind }),
    metadata: { name: stringField(metadata, "name") ?? "" },
    spec: {
      group: stringField(spec, "group") ?? "",
      names: { kind: stringField(objectField(spec, "names"), "kind") ?? "" },
      versions: listField(spec, "versions").map((version) => ({
        name: stringField(version, "name") ?? "",
        subresources: objectField(version, "subresources"),
        schema: { openAPIV3Schema: { properties: { status: { properties: statusNames(version) } } } },
      })),
    },
  };
}

function statusNames(version: JsonObject[string]): JsonObject {
  const status = valueAt(version, ["schema", "openAPIV3Schema", "properties", "status"]);
  return Object.fromEntries(Object.keys(objectField(status, "properties")).map((name) => [name, {}]));
}
