import type { JsonObject } from "../../../object/json.ts";
import definitions from "./resource-definitions.json" with { type: "json" };

/**
 * The CRDs of the module resources, packed from those that are shipped. In them, status is a field like any
 * other.
 */
export const resourceDefinitions: readonly JsonObject[] = definitions;
