import {
  field,
  type JsonObject,
  listField,
  numberField,
  objectField,
  stringField,
  stringsField,
} from "../../../object/json.ts";
import { nameOf } from "../../../object/metadata.ts";
import { conditionOf, isTrue } from "../../../readiness/condition/condition.ts";
import { moduleGroup, versionOfKind } from "./module-kind.ts";

/** The state of a module: a Module, in the form of v1alpha1 or of v1alpha2. */
export interface ModuleState {
  readonly name: string;
  /** The ModuleSource that it comes from; undefined if it has none, and for a module of the platform. */
  readonly source: string | undefined;
  readonly availableSources: readonly string[];
  readonly isEmbedded: boolean;
  /** Whether it is enabled: by decision of the module manager or, without one, as requested. */
  readonly isEnabled: boolean;
  /** Whether a user or the bundle requests it, regardless of its requirements. */
  readonly isAskedFor: boolean;
  /**
   * Since when it has not been requested, in milliseconds since 1970; undefined if it is, or if that is not
   * known.
   */
  readonly notAskedForSince: number | undefined;
  /** Whether a ModulePullOverride replaces its releases, even if its image cannot be obtained. */
  readonly isOverridden: boolean;
  /** Whether it is overridden, and runs the image of the override. */
  readonly runsOverride: boolean;
  /** The version of the deployed release, or the image tag of an override. */
  readonly version: string | undefined;
  readonly weight: number | undefined;
  readonly stage: string | undefined;
  readonly releaseChannel: string | undefined;
  /** Its exclusive group, of which only one module may be enabled. */
  readonly exclusiveGroup: string | undefined;
  /** As in the definition: editions with their bundles; undefined if not known. */
  readonly accessibility: JsonObject | undefined;
  readonly phase: string;
  readonly object: JsonObject;
}

/** The source of Modules that are part of the platform. */
export const embeddedSource = "Embedded";

/** Reads a Module. */
export function moduleStateOf(object: JsonObject): ModuleState {
  const [spec, status] = [objectField(object, "spec"), objectField(object, "status")];
  const properties = objectField(object, "properties");
  const source = text(properties, "source") ?? text(spec, "packageRepositoryName");
  const accessibility = field(properties, "accessibility");
  return {
    name: nameOf(object),
    source: source === embeddedSource ? undefined : source,
    availableSources: stringsField(properties, "availableSources"),
    isEmbedded: source === embeddedSource,
    ...enablementOf(object),
    isOverridden: isTrue(object, "IsOverridden"),
    runsOverride: runsOverride(object),
    version: text(properties, "version") ?? text(spec, "packageVersion"),
    weight: numberField(properties, "weight"),
    stage: text(properties, "stage"),
    releaseChannel: text(properties, "releaseChannel"),
    exclusiveGroup: text(properties, "exclusiveGroup"),
    accessibility: accessibility === undefined ? undefined : objectField(properties, "accessibility"),
    phase: stringField(status, "phase") ?? "",
    object,
  };
}

/** The reason of the condition IsOverridden until the image of the override runs. */
export const pendingOverride = "ImagePending";

/** Reports whether a Module runs the image of an override. */
export function runsOverride(object: JsonObject): boolean {
  const condition = listField(objectField(object, "status"), "conditions").find(
    (entry) => stringField(entry, "type") === "IsOverridden",
  );
  return stringField(condition, "status") === "True" && stringField(condition, "reason") !== pendingOverride;
}

function enablementOf(
  object: JsonObject,
): Pick<ModuleState, "isEnabled" | "isAskedFor" | "notAskedForSince"> {
  const [config, manager] = ["EnabledByModuleConfig", "EnabledByModuleManager"]
    .map((type) => conditionOf(object, type))
    .map((condition) => (condition?.status === "Unknown" ? undefined : condition));
  const isAskedFor = config?.status === "True" || manager?.status === "True";
  return {
    isEnabled: (manager ?? config)?.status === "True",
    isAskedFor,
    notAskedForSince: isAskedFor ? undefined : (config ?? manager)?.since,
  };
}

function text(part: JsonObject | undefined, name: string): string | undefined {
  const found = stringField(part, name);
  return found === "" ? undefined : found;
}

/**
 * Returns the Module with changed properties, in the API version that is written; undefined removes a
 * property. Fields that v1alpha2 has in `spec` are kept in `properties`.
 */
export function withProperties(
  object: JsonObject,
  changes: Readonly<Record<string, JsonObject[string] | undefined>>,
): JsonObject {
  const state = moduleStateOf(object);
  const before: Readonly<Record<string, JsonObject[string] | undefined>> = {
    ...objectField(object, "properties"),
    source: state.isEmbedded ? embeddedSource : state.source,
    version: state.version,
  };
  const { spec: _, ...rest } = object;
  return {
    ...rest,
    apiVersion: `${moduleGroup}/${versionOfKind.Module}`,
    properties: withoutGaps({ ...before, ...changes }),
  };
}

function withoutGaps(fields: Readonly<Record<string, JsonObject[string] | undefined>>): JsonObject {
  const kept = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(kept);
}
