import type { ModuleObjects } from "./module-objects.ts";
import type { ModuleRelease } from "./resource/module-release.ts";

/** Returns the deployed release of a module, the highest if there are several; undefined if there is none. */
export function deployedRelease(module: string, objects: ModuleObjects): ModuleRelease | undefined {
  return objects.releasesOf(module).findLast(({ phase }) => phase === "Deployed");
}
