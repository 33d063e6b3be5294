import type { World } from "../lib/apply/world.ts";
import { tellError } from "./cluster-world.ts";
import { type ExitCode, exitCodes } from "./exit-code.ts";
import type { Shell } from "./shell.ts";

/** Tells that there is no such release, which is a failure. */
export function tellNoRelease(
  { release, namespace }: { readonly release: string; readonly namespace?: string },
  { cluster }: Pick<World, "cluster">,
  shell: Shell,
): ExitCode {
  const where = namespace ?? cluster.namespace;
  tellError(`there is no release ${release} in namespace ${where}: \`converge list -A\` shows all`, shell);
  return exitCodes.failed;
}
