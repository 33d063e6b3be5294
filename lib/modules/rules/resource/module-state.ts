import {
  field,
  type JsonObject,
  listField,
  objectField,
  stringField,
  stringsField,
} from "../../../object/json.ts";
import { conditionOf, isTrue } from "../../../readiness/condition/condition.ts";
import { moduleGroup, versionOfKind } from "./module-kind.ts";

/** How a module stands: a Module, in the form of v1alpha1 or of v1alpha2. */
export interface ModuleState {
  readonly name: string;
  /**
   * The ModuleSource that it is taken from; undefined where it has none, and for a module of the platform.
   */
  readonly source: string | undefined;
  readonly availableSources: readonly string[];
  readonly isEmbedded: boolean;
  /**
   * Whether it runs, as far as people and requirements have it; without a word of that, what people ask for.
   */
  readonly isEnabled: boolean;
  /** Whether a person or the bundle wants it, however its requirements stand. */
  readonly isAskedFor: boolean;
  /**
   * Since when nobody asks for it, in milliseconds since 1970; undefined where somebody does, or nothing is
   * known.
   */
  readonly notAskedForSince: number | undefined;
  /** A ModulePullOverride takes the place of its releases, whether or not its image could be had. */
  readonly isOverridden: boolean;
  /** Overridden, and the image of the override is what runs. */
  readonly runsOverride: boolean;
  /** The version of the deployed release, or the image tag of an override. */
  readonly version: string | undefined;
  readonly weight: number | undefined;
  readonly stage: string | undefined;
  readonly releaseChannel: string | undefined;
  /** Of the modules of a group one may be enabled. */
  readonly exclusiveGroup: string | undefined;
  /** As the definition states it: editions with their bundles; undefined where that is not known. */
  readonly accessibility: JsonObject | undefined;
  readonly phase: string;
  readonly object: JsonObject;
}

/** What a Module of the platform has as its source. */
export const embeddedSource = "Embedded";

/** The state that an object is. */
export function moduleStateOf(object: JsonObject): ModuleState {
  const [metadata, spec, status] = ["metadata", "spec", "status"].map((part) => objectField(object, part));
  const properties = objectField(object, "properties");
  const source = text(properties, "source") ?? text(spec, "packageRepositoryName");
  const accessibility = field(properties, "accessibility");
  return {
    name: stringField(metadata, "name") ?? "",
    source: source === embeddedSource ? undefined : source,
    availableSources: stringsField(properties, "availableSources"),
    isEmbedded: source === embeddedSource,
    ...enablementOf(object),
    isOverridden: isTrue(object, "IsOverridden"),
    runsOverride: runsOverride(object),
    version: text(properties, "version") ?? text(spec, "packageVersion"),
    weight: numberIn(properties, "weight"),
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

/** Whether a Module runs the image of an override. */
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

function numberIn(part: JsonObject, name: string): number | undefined {
  const found = field(part, name);
  return typeof found === "number" ? found : undefined;
}

/**
 * The same Module with those properties, in the version that is written; undefined takes a property away.
 * What v1alpha2 says in `spec` is kept in `properties`.
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
