import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { hasErrors } from "../../../lib/object/diagnostic/diagnostic.ts";
import { wantsColor } from "../../host/color.ts";
import { type ExitCode, exitCodes } from "../../host/exit-code.ts";
import type { Host } from "../../host/host.ts";
import { printDiagnostics, writeText } from "../../output/print-diagnostics.ts";
import type { GraphFlags } from "./command.ts";
import { formatGraph } from "./graph-output.ts";
import { compareText } from "../../../lib/object/object-ref.ts";

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

/** The file that makes a folder a module. */
const definitionFile = "module.yaml";

/**
 * Returns the files to read: for a folder its module.yaml, else those of its subfolders, sorted by name. A
 * folder without any is read as manifests, as is a path that is not a folder.
 */
export function graphPaths(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => (isFolder(path) ? modulesIn(path) : [path]));
}

function isFolder(path: string): boolean {
  return path !== "-" && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
}

function modulesIn(folder: string): readonly string[] {
  const own = join(folder, definitionFile);
  if (existsSync(own)) {
    return [own];
  }
  const inner = listed(folder)
    .map((name) => join(folder, name, definitionFile))
    .filter((file) => existsSync(file));
  return inner.length === 0 ? [folder] : inner;
}

/** A folder that cannot be listed is reported by its reader. */
function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted(compareText);
  } catch {
    return [];
  }
}
