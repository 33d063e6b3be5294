import schema from "../../../docs/sync.schema.json" with { type: "json" };
import { parseDuration } from "../../object/duration.ts";
import { fieldRuleFormats } from "../../fields/rule-settings.ts";
import type { JsonObject } from "../../object/json.ts";
import { objectField } from "../../object/json.ts";
import { approximateNumber, parseQuantity } from "../../object/quantity/quantity.ts";
import type { SettingsForm } from "../../settings/read-settings.ts";

/** The schema of `sync.yaml`, which editors read too: all defaults are in it, and nowhere else. */
export const syncSchema: JsonObject = schema;

/** The schema of one unit. */
export const unitSchema: JsonObject = objectField(objectField(syncSchema, "$defs"), "unit");

/** The form of `sync.yaml`. */
export const syncForm: SettingsForm = {
  schema: syncSchema,
  formats: new Map([
    ["go-duration", (text: string): boolean => (parseDuration(text) ?? 0) > 0],
    ["go-duration-or-zero", (text: string): boolean => (parseDuration(text) ?? -1) >= 0],
    ["byte-size", (text: string): boolean => (bytesOf(text) ?? 0) >= 1],
    ...fieldRuleFormats,
  ]),
};

/**
 * Returns the bytes of a quantity such as `10Mi`, rounded up; undefined if it is not a quantity, or is more
 * than a machine has.
 */
export function bytesOf(text: string): number | undefined {
  const quantity = parseQuantity(text);
  const bytes = "fault" in quantity ? undefined : Math.ceil(approximateNumber(quantity));
  return bytes === undefined || !Number.isSafeInteger(bytes) ? undefined : bytes;
}
