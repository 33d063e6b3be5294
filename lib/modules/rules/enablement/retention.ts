import type { Duration } from "../../../object/duration.ts";
import { objectField, stringField } from "../../../object/json.ts";
import { nameOf } from "../../../object/metadata.ts";
import type { ModuleFacts } from "../module-facts.ts";
import type { ModuleObjects } from "../module-objects.ts";
import { moduleStateOf } from "../resource/module-state.ts";

/** The time for which releases of a module that is no longer requested are kept: 72 hours. */
export const retention: Duration = 72 * 3_600_000;

/**
 * Removes all releases, including the deployed one, of modules that were not requested for 72 hours. Returns
 * when the next ones are due, in milliseconds since 1970; undefined if there are none. `idle` lists the
 * modules that are not requested.
 */
export function endRetention(
  idle: readonly string[],
  objects: ModuleObjects,
  { now }: ModuleFacts,
): number | undefined {
  const released = new Set(objects.releasedModules);
  const ends = idle
    .filter((name) => released.has(name))
    .map((name) => ({ name, end: (idleSince(name, objects) ?? now) + retention }));
  const over = new Set(ends.filter(({ end }) => end <= now).map(({ name }) => name));
  if (over.size > 0) {
    removeReleases(over, objects);
  }
  const later = ends.filter(({ end }) => end > now).map(({ end }) => end);
  return later.length === 0 ? undefined : Math.min(...later);
}

function idleSince(name: string, objects: ModuleObjects): number | undefined {
  const module = objects.get("Module", name);
  return module === undefined ? undefined : moduleStateOf(module).notAskedForSince;
}

/** Also removes releases whose version cannot be read. */
function removeReleases(modules: ReadonlySet<string>, objects: ModuleObjects): void {
  for (const release of objects.all("ModuleRelease")) {
    if (modules.has(stringField(objectField(release, "spec"), "moduleName") ?? "")) {
      objects.remove("ModuleRelease", nameOf(release));
    }
  }
}
