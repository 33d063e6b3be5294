import { field, type JsonObject, listField, objectField, stringField } from "../../../object/json.ts";
import { compareText } from "../../../object/object-ref.ts";
import type { ModuleObjects } from "../module-objects.ts";
import { withStatus } from "../resource/metadata.ts";
import { moduleStateOf } from "../resource/module-state.ts";
import { policyNameOf } from "./policy-of-module.ts";

/** What was seen of a source. */
export interface SourceObservation {
  /** Its modules; undefined where the registry could not be asked: those known stay. */
  readonly modules: readonly string[] | undefined;
  /** What is wrong with the source as a whole; empty for nothing. */
  readonly message: string;
  /** What is wrong with single modules, by name. */
  readonly faults?: ReadonlyMap<string, string>;
}

/**
 * Writes what was seen of a source into its status: `modules` by name with the policy of each or the mark of
 * an override, `modulesCount` and `message`. A status that says so already stays as it is.
 */
export function sourceStatus(source: string, observation: SourceObservation, objects: ModuleObjects): void {
  const object = objects.get("ModuleSource", source);
  if (object === undefined || isLeaving(object)) {
    return;
  }
  const names = [...new Set(observation.modules ?? namesIn(object))].toSorted(compareText);
  const modules = names.map((module) => {
    const error = observation.faults?.get(module);
    return { ...entryOf({ module, source }, objects), ...(error === undefined ? {} : { error }) };
  });
  objects.put(withStatus(object, { modules, modulesCount: modules.length, message: observation.message }));
}

/** What a source that is to go says, is what keeps it. */
function isLeaving(object: JsonObject): boolean {
  return stringField(objectField(object, "metadata"), "deletionTimestamp") !== undefined;
}

/**
 * Writes policies and marks of overrides of the modules that a source is known to have anew; all else of its
 * status stays.
 */
export function refreshSource(source: string, objects: ModuleObjects): void {
  const object = objects.get("ModuleSource", source);
  if (object === undefined || namesIn(object).length === 0) {
    return;
  }
  const modules = listField(objectField(object, "status"), "modules").map((entry) => {
    const module = stringField(entry, "name") ?? "";
    const error = field(entry, "error");
    return { ...entryOf({ module, source }, objects), ...(error === undefined ? {} : { error }) };
  });
  objects.put(withStatus(object, { modules }));
}

/** The names of the modules that a ModuleSource lists in its status. */
export function namesIn(source: JsonObject): readonly string[] {
  return listField(objectField(source, "status"), "modules").flatMap(
    (entry) => stringField(entry, "name") ?? [],
  );
}

function entryOf(
  place: { readonly module: string; readonly source: string },
  objects: ModuleObjects,
): JsonObject {
  const { module: name, source } = place;
  const object = objects.get("Module", name);
  const state = object === undefined ? undefined : moduleStateOf(object);
  if (state?.isOverridden === true && state.source === source) {
    return { name, overridden: true };
  }
  const policy = policyNameOf(place, objects);
  return policy === undefined ? { name } : { name, policy };
}
