import { parseDuration } from "../../object/duration.ts";
import { field, type JsonObject, type JsonValue, listField, stringField } from "../../object/json.ts";
import { withDefaults } from "../../settings/schema-defaults.ts";
import { parseMaxPrune } from "../../inventory/prune-limits.ts";
import type { MaintenanceWindow } from "../rollout/maintenance-window.ts";
import type { Ring } from "../rollout/qualified-revision.ts";
import type { Unit } from "../unit/unit.ts";
import { objectField } from "../../object/json.ts";
import { syncSchema } from "./sync-schema.ts";

const definitions = objectField(syncSchema, "$defs");

/** Builds the rings of a file that its schema accepts. */
export function ringsOf(file: JsonObject): readonly Ring[] {
  return listField(file, "rings").map((written) => {
    const ring = filled(written, "ring");
    const share = field(ring, "maxFailing");
    return {
      name: stringField(ring, "name") ?? "",
      promoteAfter: parseDuration(stringField(ring, "promoteAfter") ?? "") ?? 0,
      maxFailing: parseMaxPrune(
        typeof share === "number" ? String(share) : (stringField(ring, "maxFailing") ?? ""),
      ) ?? { count: 0 },
      windows: windowsOf(ring),
    };
  });
}

/** Returns the ring and the windows that a unit names. */
export function rolloutOf(unit: JsonObject): Pick<Unit, "ring" | "windows"> {
  const ring = stringField(unit, "ring");
  return {
    ...(ring === undefined ? {} : { ring }),
    ...(field(unit, "windows") === undefined ? {} : { windows: windowsOf(unit) }),
  };
}

function windowsOf(from: JsonObject): readonly MaintenanceWindow[] {
  return listField(from, "windows").map(windowOf);
}

/** Builds a window that the schema accepts, whether it ever opens or not. */
export function windowOf(written: JsonValue): MaintenanceWindow {
  const window = filled(written, "window");
  return {
    kind: field(window, "kind") === "deny" ? "deny" : "allow",
    schedule: stringField(window, "schedule") ?? "",
    duration: parseDuration(stringField(window, "duration") ?? "") ?? 0,
    timeZone: stringField(window, "timeZone") ?? "UTC",
  };
}

function filled(written: JsonValue, definition: string): JsonObject {
  return objectField(
    { filled: withDefaults(syncSchema, objectField(definitions, definition), written) },
    "filled",
  );
}
