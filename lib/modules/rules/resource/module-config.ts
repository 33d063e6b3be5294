import { field, type JsonObject, objectField, stringField } from "../../../object/json.ts";
import { nameOf } from "../../../object/metadata.ts";

/** A user's configuration of a module: a ModuleConfig. */
export interface ModuleConfig {
  readonly name: string;
  /** Undefined to leave it to the bundle. */
  readonly enabled: boolean | undefined;
  readonly settings: JsonObject;
  /** The ModuleSource to use for the module, if several have it. */
  readonly source: string | undefined;
  readonly updatePolicy: string | undefined;
  /** Whether its resources are left alone. */
  readonly isInMaintenance: boolean;
}

/** Reads a ModuleConfig. */
export function moduleConfigOf(object: JsonObject): ModuleConfig {
  const spec = objectField(object, "spec");
  const enabled = field(spec, "enabled");
  return {
    name: nameOf(object),
    enabled: typeof enabled === "boolean" ? enabled : undefined,
    settings: objectField(spec, "settings"),
    source: stringField(spec, "source"),
    updatePolicy: stringField(spec, "updatePolicy"),
    isInMaintenance: stringField(spec, "maintenance") === "NoResourceReconciliation",
  };
}
