import type { JsonObject } from "../../../object/json.ts";
import definitions from "./resource-definitions.json" with { type: "json" };

/**
 * The CustomResourceDefinitions of the resources around modules, packed from those that are shipped. A status
 * is a field like others in them.
 */
export const resourceDefinitions: readonly JsonObject[] = definitions;
