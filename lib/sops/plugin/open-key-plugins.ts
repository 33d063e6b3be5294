import { BugError } from "../../object/bug-error.ts";
import type { KeyPlugins, PluginSurroundings } from "./key-plugins.ts";
import { parsePluginPrograms } from "./plugin-programs.ts";

/**
 * Opens plugins that are given as `TYPE=PROGRAM`, in texts that were checked; undefined if there are none.
 * Code that starts programs is loaded when it is needed.
 */
export async function openKeyPlugins(
  texts: readonly string[],
  surroundings: PluginSurroundings,
): Promise<KeyPlugins | undefined> {
  if (texts.length === 0) {
    return undefined;
  }
  const programs = parsePluginPrograms(texts);
  if ("fault" in programs) {
    throw new BugError(programs.fault);
  }
  const { KeyPlugins: Plugins } = await import("./key-plugins.ts");
  return new Plugins(programs, surroundings);
}
