import { join } from "node:path";

import type { SourceText } from "../../../lib/object/diagnostic/source-text.ts";
import type { ModuleCheckResult } from "../../../lib/report/modules/check-json.ts";
import { workspacePath } from "../../output/workspace-path.ts";
import { wantsColor, type ColorMode } from "../../host/color.ts";
import { type ExitCode, exitCodes } from "../../host/exit-code.ts";
import type { Host } from "../../host/host.ts";
import { knownVersions } from "../flags/known-versions.ts";

/** Checks one module.yaml; what was found is the output. */
export async function runModulesCheck(path: string, flags: ModuleCheckFlags, shell: Host): Promise<ExitCode> {
  const known = knownVersions(flags, shell);
  const { readSources } = await import("../../../lib/source/read-sources.ts");
  const { readDefinition } = await import("../../../lib/modules/rules/definition/read-definition.ts");
  const { judgeRequirements } = await import("../../../lib/modules/rules/definition/judge-requirements.ts");
  const { sources, found } = await readSources([definitionPath(path, shell)], shell.readStdin);
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
  shell.stdout.write(await written(result, { flags, sources, shell }));
  if (result.module === undefined) {
    return exitCodes.invalid;
  }
  return isSatisfied(result) ? exitCodes.converged : exitCodes.failed;
}

/** Of a folder, its module.yaml. */
function definitionPath(path: string, { exists }: Pick<Host, "exists">): string {
  return path !== "" && path !== "-" && exists(`${path}/.`) ? join(path, "module.yaml") : path;
}

interface Showing {
  readonly flags: ModuleCheckFlags;
  readonly sources: readonly SourceText[];
  readonly shell: Host;
}

async function written(result: ModuleCheckResult, { flags, sources, shell }: Showing): Promise<string> {
  if (flags.output === "json") {
    return (await import("../../../lib/report/modules/check-json.ts")).checkJson(result);
  }
  const { formatDiagnostics } = await import("../../../lib/report/diagnostics/diagnostics.ts");
  const { formatCheck } = await import("../../../lib/report/modules/check-text.ts");
  const { module, diagnostics } = result;
  const color = wantsColor(flags.color, shell.stdout, shell);
  const findings = formatDiagnostics(diagnostics, {
    sources: new Map(sources.map((source) => [source.name, source])),
    color,
  });
  const check = module === undefined ? "" : formatCheck(module, { color });
  const between = findings === "" || check === "" ? "" : "\n";
  return `${findings}${between}${check}${await annotations(result, shell)}`;
}

/** The runner of GitHub Actions marks the changed lines from what it finds in the output. */
async function annotations(
  { diagnostics }: ModuleCheckResult,
  shell: Pick<Host, "env" | "exists">,
): Promise<string> {
  if (shell.env["GITHUB_ACTIONS"] !== "true") {
    return "";
  }
  const { formatGithubAnnotations } = await import("../../../lib/report/diagnostics/github-annotations.ts");
  return formatGithubAnnotations(diagnostics, workspacePath(shell));
}

/** The flags of `modules check` as they were read. */
export interface ModuleCheckFlags {
  readonly deckhouse?: string;
  readonly kubernetes?: string;
  readonly installed?: readonly string[];
  readonly output: "text" | "json";
  readonly color: ColorMode;
}
