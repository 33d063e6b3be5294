import { append } from "../../../object/append.ts";
import { type JsonObject } from "../../../object/json.ts";
import { annotationOf, isTerminating, nameOf } from "../../../object/metadata.ts";
import type { ModuleObjects } from "../module-objects.ts";
import { withFinalizer, withStatus } from "../resource/metadata.ts";

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
  const message = `The source is deleted once its releases are: ${holders.join(", ")} ${holders.length === 1 ? "is" : "are"} deployed. Disable the modules, or set the '${forceAnnotation}: "true"' annotation`;
  return withStatus(object, { message });
}
