import { hasErrors } from "../../../lib/object/diagnostic/diagnostic.ts";
import { wantsColor } from "../../host/color.ts";
import { type ExitCode, exitCodes } from "../../host/exit-code.ts";
import type { Host } from "../../host/host.ts";
import { printDiagnostics, writeText } from "../../output/print-diagnostics.ts";
import type { GraphFlags } from "./command.ts";
import { formatGraph } from "./graph-output.ts";
import { graphPaths } from "./graph-paths.ts";

/**
 * Reads the modules that the paths name and shows in which order they start: the graph goes to standard
 * output, what was found to standard error.
 */
export async function runModulesGraph(
  paths: readonly string[],
  flags: GraphFlags,
  shell: Host,
): Promise<ExitCode> {
  const { readModuleGraph } = await import("../../../lib/modules/rules/start/read-module-graph.ts");
  const { readSources } = await import("../../../lib/source/read-sources.ts");
  const { sources, found } = await readSources(graphPaths(paths), shell.readStdin);
  const reading = await readModuleGraph({ sources, found, installed: flags.installed ?? [] });
  await printDiagnostics(reading.diagnostics, { sources, flags, shell });
  if (!("graph" in reading)) {
    return exitCodes.invalid;
  }
  const color = wantsColor(flags.color, shell.stdout, shell);
  const text = await formatGraph(reading, flags.output, { color, width: shell.stdout.width });
  writeText(shell.stdout, text);
  return hasErrors(reading.diagnostics) ? exitCodes.failed : exitCodes.converged;
}
