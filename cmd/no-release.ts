import type { RunContext } from "../lib/apply/world.ts";
import { printError } from "./cluster-world.ts";
import { type ExitCode, exitCodes } from "./exit-code.ts";
import type { Host } from "./shell.ts";

/** Tells that there is no such release, which is a failure. */
export function printReleaseNotFound(
  { release, namespace }: { readonly release: string; readonly namespace?: string },
  { cluster }: Pick<RunContext, "cluster">,
  shell: Host,
): ExitCode {
  const where = namespace ?? cluster.namespace;
  printError(`there is no release ${release} in namespace ${where}: \`converge list -A\` shows all`, shell);
  return exitCodes.failed;
}
