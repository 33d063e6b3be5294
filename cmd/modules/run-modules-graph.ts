import { hasErrors } from "../../lib/object/diagnostic.ts";
import { wantsColor } from "../color.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import type { Host } from "../shell.ts";
import { printDiagnostics, writeText } from "../show-diagnostics.ts";
import type { GraphFlags } from "./modules-graph-command.ts";
import { formatGraph } from "./modules-graph-output.ts";
import { graphPaths } from "./modules-graph-paths.ts";

/** Reads the modules that the paths name and shows in which order they start: the graph goes to standard output, what was found to standard error. */
export async function runModulesGraph(
  paths: readonly string[],
  flags: GraphFlags,
  shell: Host,
): Promise<ExitCode> {
  const { readModuleGraph } = await import("../../lib/module/start/read-module-graph.ts");
  const { readSources } = await import("../../lib/source/read-sources.ts");
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
