import { field, type JsonObject, listField, objectField, stringField } from "../../../object/json.ts";
import { isTerminating, annotationOf, nameOf } from "../../../object/metadata.ts";
import { compareText } from "../../../object/object-ref.ts";
import type { ModuleObjects } from "../module-objects.ts";
import { withStatus, withFinalizer } from "../resource/metadata.ts";
import { moduleStateOf } from "../resource/module-state.ts";
import { policyNameOf } from "./policy-of-module.ts";
import { append } from "../../../object/append.ts";

/** The observations of a source. */
interface SourceObservation {
  /** Its modules; undefined if the registry could not be queried: those in the status stay. */
  readonly modules: readonly string[] | undefined;
  /** The fault of the source as a whole; empty if there is none. */
  readonly message: string;
  /** Faults of single modules, by name. */
  readonly faults?: ReadonlyMap<string, string>;
}

/**
 * Writes the observations into the status of a source: `modules` by name, each with its policy or override
 * mark, `modulesCount` and `message`. An unchanged status is not written.
 */
export function sourceStatus(source: string, observation: SourceObservation, objects: ModuleObjects): void {
  const object = objects.get("ModuleSource", source);
  if (object === undefined || isTerminating(object)) {
    return;
  }
  const names = [...new Set(observation.modules ?? namesIn(object))].toSorted(compareText);
  const modules = names.map((module) => {
    const error = observation.faults?.get(module);
    return { ...entryOf({ module, source }, objects), ...(error === undefined ? {} : { error }) };
  });
  objects.put(withStatus(object, { modules, modulesCount: modules.length, message: observation.message }));
}

/** Updates the policies and override marks of a source's modules; the rest of its status stays. */
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

/** Returns the names of the modules in a ModuleSource's status. */
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

/** Prevents the deletion of a source, and of its releases with it, while a module from it is deployed. */
const finalizer = "modules.deckhouse.io/release-exists";
/** With `true`, the source is deleted anyway. */
const forceAnnotation = "modules.deckhouse.io/force-delete";

/**
 * Adds the finalizer to every source of a deployed release. Releases are owned by their source, so that
 * without it they, and everything they run, would be deleted when a user deletes the source to recreate it. A
 * source that is being deleted says which releases block it. O(releases).
 */
export function addSourceFinalizer(objects: ModuleObjects): void {
  const holders = new Map<string, string[]>();
  for (const module of objects.releasedModules) {
    for (const { name, phase, source } of objects.releasesOf(module)) {
      if (phase === "Deployed" && source !== undefined) {
        append(holders, source, name);
      }
    }
  }
  for (const object of objects.all("ModuleSource")) {
    const name = nameOf(object);
    objects.put(held(object, holders.get(name) ?? []));
  }
}

function held(object: JsonObject, holders: readonly string[]): JsonObject {
  const isLeaving = isTerminating(object);
  if (holders.length === 0 || annotationOf(object, forceAnnotation) === "true") {
    return withFinalizer(object, finalizer, false);
  }
  if (!isLeaving) {
    return withFinalizer(object, finalizer, true);
  }
  const message = `The source cannot be deleted while ${holders.join(", ")} ${holders.length === 1 ? "is" : "are"} deployed. Disable the modules, or set the '${forceAnnotation}: "true"' annotation`;
  return withStatus(object, { message });
}
