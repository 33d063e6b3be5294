import {
  field,
  isObject,
  type JsonObject,
  listField,
  objectField,
  stringField,
  valueAt,
} from "../object/json.ts";
import type { DefinitionFacts } from "./readiness.ts";

const statusFields = ["conditions", "observedGeneration", "phase"];
const statusPath = ["schema", "openAPIV3Schema", "properties", "status", "properties"];

/** The status that a CustomResourceDefinition declares for the resources of that version. */
export function definitionFactsOf(crd: JsonObject, version: string): DefinitionFacts {
  const served = listField(objectField(crd, "spec"), "versions").find(
    (entry) => stringField(entry, "name") === version,
  );
  const status = valueAt(served, statusPath);
  const hasSubresource = isObject(valueAt(served, ["subresources", "status"]));
  return { hasStatus: hasSubresource && statusFields.some((name) => field(status, name) !== undefined) };
}
