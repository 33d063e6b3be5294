import type { ModuleObjects } from "./module-objects.ts";
import type { ModuleRelease } from "./resource/module-release.ts";

/** The release of a module that is deployed, the highest where there are several; undefined for none. */
export function deployedRelease(module: string, objects: ModuleObjects): ModuleRelease | undefined {
  return objects.releasesOf(module).findLast(({ phase }) => phase === "Deployed");
}
