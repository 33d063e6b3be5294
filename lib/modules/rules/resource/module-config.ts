import { field, type JsonObject, objectField, stringField } from "../../../object/json.ts";

/** What a person wants of a module: a ModuleConfig. */
export interface ModuleConfig {
  readonly name: string;
  /** Undefined where the person leaves it to the bundle. */
  readonly enabled: boolean | undefined;
  readonly settings: JsonObject;
  /** The ModuleSource to take the module from, where several have it. */
  readonly source: string | undefined;
  readonly updatePolicy: string | undefined;
  /** Its resources are not looked after. */
  readonly isInMaintenance: boolean;
}

/** The configuration that an object is. */
export function moduleConfigOf(object: JsonObject): ModuleConfig {
  const spec = objectField(object, "spec");
  const enabled = field(spec, "enabled");
  return {
    name: stringField(objectField(object, "metadata"), "name") ?? "",
    enabled: typeof enabled === "boolean" ? enabled : undefined,
    settings: objectField(spec, "settings"),
    source: stringField(spec, "source"),
    updatePolicy: stringField(spec, "updatePolicy"),
    isInMaintenance: stringField(spec, "maintenance") === "NoResourceReconciliation",
  };
}
