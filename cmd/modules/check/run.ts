import { join } from "node:path";

import type { SourceText } from "../../../lib/object/diagnostic/source-text.ts";
import type { ModuleCheckResult } from "../../../lib/report/modules/check-json.ts";
import { workspacePath } from "../../output/print-diagnostics.ts";
import { wantsColor, type ColorMode } from "../../host/color.ts";
import { type ExitCode, exitCodes } from "../../host/exit-code.ts";
import type { Host } from "../../host/host.ts";
import { knownVersions } from "../flags/known-versions.ts";

/** Checks a module.yaml, and prints the findings. */
export async function runModulesCheck(path: string, flags: ModuleCheckFlags, host: Host): Promise<ExitCode> {
  const known = knownVersions(flags, host);
  const { readSources } = await import("../../../lib/source/read-sources.ts");
  const { readDefinition } = await import("../../../lib/modules/rules/definition/read-definition.ts");
  const { judgeRequirements } = await import("../../../lib/modules/rules/definition/judge-requirements.ts");
  const { sources, found } = await readSources([definitionPath(path, host)], host.readStdin);
  const [source] = sources;
  const reading = source === undefined ? { diagnostics: [] } : await readDefinition(source);
  const result: ModuleCheckResult = {
    module:
      "definition" in reading
        ? { name: reading.definition.name, ...judgeRequirements(reading.definition, known) }
        : undefined,
    diagnostics: [...found, ...reading.diagnostics],
  };
  const { isSatisfied } = await import("../../../lib/report/modules/check-json.ts");
  host.stdout.write(await written(result, { flags, sources, host }));
  if (result.module === undefined) {
    return exitCodes.invalid;
  }
  return isSatisfied(result) ? exitCodes.converged : exitCodes.failed;
}

/** Returns the module.yaml of a folder, or the path itself. */
function definitionPath(path: string, { exists }: Pick<Host, "exists">): string {
  return path !== "" && path !== "-" && exists(`${path}/.`) ? join(path, "module.yaml") : path;
}

interface Showing {
  readonly flags: ModuleCheckFlags;
  readonly sources: readonly SourceText[];
  readonly host: Host;
}

async function written(result: ModuleCheckResult, { flags, sources, host }: Showing): Promise<string> {
  if (flags.output === "json") {
    return (await import("../../../lib/report/modules/check-json.ts")).checkJson(result);
  }
  const { formatDiagnostics } = await import("../../../lib/report/diagnostics/diagnostics.ts");
  const { formatCheck } = await import("../../../lib/report/modules/check-text.ts");
  const { module, diagnostics } = result;
  const color = wantsColor(flags.color, host.stdout, host);
  const findings = formatDiagnostics(diagnostics, {
    sources: new Map(sources.map((source) => [source.name, source])),
    color,
  });
  const check = module === undefined ? "" : formatCheck(module, { color });
  const between = findings === "" || check === "" ? "" : "\n";
  return `${findings}${between}${check}${await annotations(result, host)}`;
}

/** Annotations in the output make the GitHub Actions runner mark the changed lines. */
async function annotations(
  { diagnostics }: ModuleCheckResult,
  host: Pick<Host, "env" | "exists">,
): Promise<string> {
  if (host.env["GITHUB_ACTIONS"] !== "true") {
    return "";
  }
  const { formatGithubAnnotations } = await import("../../../lib/report/diagnostics/github-annotations.ts");
  return formatGithubAnnotations(diagnostics, workspacePath(host));
}

/** The parsed flags of `modules check`. */
export interface ModuleCheckFlags {
  readonly deckhouse?: string;
  readonly kubernetes?: string;
  readonly installed?: readonly string[];
  readonly output: "text" | "json";
  readonly color: ColorMode;
}
