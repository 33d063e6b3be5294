import type { RunContext } from "../../lib/apply/model/run-context.ts";
import { printError } from "./with-cluster.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";

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
