import { field, isObject, type JsonObject, objectField, stringField } from "../../object/json.ts";
import type { CustomDefinition, DefinedVersion } from "../model/crd.ts";
import { pruneValue } from "./prune.ts";
import { readValue } from "./store-value.ts";

/** The kind and version of an object, and the versions that the kind has. */
export interface KeptAs {
  readonly definition: Pick<CustomDefinition, "preserveUnknownFields"> &
    Partial<Pick<CustomDefinition, "raw" | "versions">>;
  readonly version: DefinedVersion;
}

/**
 * Returns an object as it is read back in its version after it was stored in the storage version: fields that
 * the latter does not know are lost, and only its defaults are applied. The result of a conversion webhook
 * cannot be predicted, so the object is then unchanged. Complexity: linear. Source: Kubernetes documentation,
 * "Versions in CustomResourceDefinitions".
 */
export function throughStorage(object: JsonObject, { definition, version }: KeptAs): JsonObject {
  const storage = definition.versions?.find((one) => one.storage);
  if (version.storage || storage === undefined || isConverted(definition.raw)) {
    return object;
  }
  const kept = readValue(object, { definition, version: storage }).stored;
  if (definition.preserveUnknownFields || version.schema === undefined) {
    return kept;
  }
  const { value } = pruneValue(kept, version.schema, { isResourceRoot: true });
  return isObject(value) ? value : kept;
}

function isConverted(raw: JsonObject | undefined): boolean {
  return stringField(field(objectField(raw, "spec"), "conversion"), "strategy") === "Webhook";
}
