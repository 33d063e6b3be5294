import type { PlanFacts } from "../../../lib/modules/rules/plan/plan-facts.ts";
import type { ModulesPlan } from "../../../lib/modules/rules/plan/plan-modules.ts";
import { hasErrors } from "../../../lib/object/diagnostic/diagnostic.ts";
import { wantsColor } from "../../host/color.ts";
import { type ExitCode, exitCodes } from "../../host/exit-code.ts";
import type { Host } from "../../host/host.ts";
import { printDiagnostics, writeText } from "../../output/print-diagnostics.ts";
import type { ModulesPlanFlags } from "./command.ts";
import { platformFacts } from "../flags/platform-flags.ts";

/** Plans the releases in the paths: the plan goes to standard output, diagnostics to standard error. */
export async function runModulesPlan(
  paths: readonly string[],
  flags: ModulesPlanFlags,
  host: Host,
): Promise<ExitCode> {
  const { readSources } = await import("../../../lib/source/read-sources.ts");
  const { fieldFindings } = await import("../../../lib/offline.ts");
  const { resourceDefinitions } = await import("../../../lib/modules/rules/resource/resource-definitions.ts");
  const { readModuleObjects } = await import("../../../lib/modules/rules/read-module-objects.ts");
  const { planModules } = await import("../../../lib/modules/rules/plan/plan-modules.ts");
  const { sources, found } = await readSources(paths, host.readStdin);
  const { objects, read, diagnostics } = readModuleObjects(sources);
  const all = [...found, ...diagnostics, ...(await fieldFindings(read, resourceDefinitions))];
  await printDiagnostics(all, { sources, flags, host });
  if (hasErrors(all)) {
    host.stderr.write("nothing was planned: fix the errors\n");
    return exitCodes.invalid;
  }
  const plan = planModules(objects, await factsOf(flags, host));
  writeText(host.stdout, await formatted(plan, flags, host));
  return exitCodes.converged;
}

async function factsOf(flags: ModulesPlanFlags, host: Host): Promise<PlanFacts> {
  const { newestMinor } = await import("../../../lib/validate/builtin/supported-versions.ts");
  const { kubernetes = `1.${newestMinor}.0`, ...platform } = platformFacts(flags, host);
  return { ...platform, kubernetes, now: flags.now ?? host.clock.now() };
}

async function formatted(
  plan: ModulesPlan,
  { output, color }: ModulesPlanFlags,
  host: Host,
): Promise<string> {
  if (output === "json") {
    return (await import("../../../lib/report/modules/release-plan-json.ts")).releasePlanJson(plan);
  }
  if (output === "yaml") {
    return (await import("../../../lib/report/modules/release-plan-yaml.ts")).releasePlanYaml(plan);
  }
  const { releasePlanTable } = await import("../../../lib/report/modules/release-plan-table.ts");
  const { stdout } = host;
  return releasePlanTable(plan, { color: wantsColor(color, stdout, host), width: stdout.width });
}
