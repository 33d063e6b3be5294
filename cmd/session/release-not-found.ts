import type { RunContext } from "../../lib/apply/model/run-context.ts";
import { printError } from "./with-cluster.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";

/** Reports that the release does not exist, and returns the exit code of a failure. */
export function printReleaseNotFound(
  { release, namespace }: { readonly release: string; readonly namespace?: string },
  { cluster }: Pick<RunContext, "cluster">,
  host: Host,
): ExitCode {
  const where = namespace ?? cluster.namespace;
  printError(`there is no release ${release} in namespace ${where}: \`converge list -A\` shows all`, host);
  return exitCodes.failed;
}
