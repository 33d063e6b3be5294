import { field, isObject, type JsonObject, objectField, stringField } from "../../object/json.ts";
import type { CustomDefinition, DefinedVersion } from "../model/crd.ts";
import { pruneValue } from "./prune.ts";
import { readValue } from "./store-value.ts";

/** Of which kind and version an object is, and which versions there are. */
export interface KeptAs {
  readonly definition: Pick<CustomDefinition, "preserveUnknownFields"> &
    Partial<Pick<CustomDefinition, "raw" | "versions">>;
  readonly version: DefinedVersion;
}

/**
 * An object as it is read again in its version after it was kept in the version that is stored: what that one
 * does not know is lost, and only its defaults come in. What a webhook converts cannot be foreseen and stays
 * as it is. Complexity: linear. Source: Kubernetes documentation, "Versions in CustomResourceDefinitions".
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
