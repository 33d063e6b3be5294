import { hasErrors } from "../../../lib/object/diagnostic/diagnostic.ts";
import { wantsColor } from "../../host/color.ts";
import { type ExitCode, exitCodes } from "../../host/exit-code.ts";
import type { Host } from "../../host/host.ts";
import { printDiagnostics, writeText } from "../../output/print-diagnostics.ts";
import type { GraphFlags } from "./command.ts";
import { formatGraph } from "./graph-output.ts";
import { graphPaths } from "./graph-paths.ts";

/**
 * Reads the modules in the paths and shows the order in which they start: the graph on standard output,
 * diagnostics on standard error.
 */
export async function runModulesGraph(
  paths: readonly string[],
  flags: GraphFlags,
  host: Host,
): Promise<ExitCode> {
  const { readModuleGraph } = await import("../../../lib/modules/rules/start/read-module-graph.ts");
  const { readSources } = await import("../../../lib/source/read-sources.ts");
  const { sources, found } = await readSources(graphPaths(paths), host.readStdin);
  const reading = await readModuleGraph({ sources, found, installed: flags.installed ?? [] });
  await printDiagnostics(reading.diagnostics, { sources, flags, host });
  if (!("graph" in reading)) {
    return exitCodes.invalid;
  }
  const color = wantsColor(flags.color, host.stdout, host);
  const text = await formatGraph(reading, flags.output, { color, width: host.stdout.width });
  writeText(host.stdout, text);
  return hasErrors(reading.diagnostics) ? exitCodes.failed : exitCodes.converged;
}
