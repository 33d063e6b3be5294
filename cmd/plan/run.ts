import type { PlanResult } from "../../lib/engine.ts";
import type { FieldRuleReading } from "../../lib/fields/field-rule-format.ts";
import { hasErrors } from "../../lib/object/diagnostic/diagnostic.ts";
import type { SourceText } from "../../lib/object/diagnostic/source-text.ts";
import type { Forecast } from "../../lib/plan/forecast.ts";
import type { Plan } from "../../lib/plan/plan.ts";
import type { OpenSources } from "../../lib/source/open-sources.ts";
import { readFieldChecks } from "../flags/field-checks.ts";
import { validationOptions } from "../flags/validation-flags.ts";
import { wantsColor } from "../host/color.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import { formatPlan } from "../output/plan-output.ts";
import type { PlanFlags, PlanArgs } from "../flags/plan-args.ts";
import { unlessQuiet } from "../flags/quiet-flag.ts";
import { openSourcesOffline, withRenderSignal } from "../flags/render-flags.ts";
import type { Host } from "../host/host.ts";
import type { planFieldRules } from "./plan-field-rules.ts";
import { printDiagnostics, writeText } from "../output/print-diagnostics.ts";

/** Plans the set: the plan goes to standard output, diagnostics to standard error. */
export async function runPlan(words: PlanArgs, host: Host): Promise<ExitCode> {
  const { flags } = words;
  const sources = await openSourcesOffline(words.paths, flags, host);
  const result = await withRenderSignal(sources, host, (signal) => planOf(sources, flags, { host, signal }));
  if (typeof result === "number") {
    return result;
  }
  const { diagnostics } = result.plan;
  // For a question about one object, only diagnostics that may affect the answer are reported.
  const asked = words.why === undefined ? diagnostics : diagnostics.filter((one) => one.severity !== "note");
  const reported = unlessQuiet(asked, flags);
  await printDiagnostics(reported, { sources: sources.latest(), flags, host });
  if (result.refused) {
    if (flags.output === "json") {
      await showPlan(result, flags, host);
    }
    const { isUnskippable } = await import("../../lib/plan/make-plan.ts");
    const rest = diagnostics.some(isUnskippable) ? "" : ", or skip the invalid objects with --invalid skip";
    host.stderr.write(`nothing was planned: fix the errors${rest}\n`);
    return exitCodes.invalid;
  }
  if (hasErrors(diagnostics) && isEmpty(result.plan)) {
    host.stderr.write("nothing was planned: every object has errors\n");
    return exitCodes.invalid;
  }
  if (words.why !== undefined) {
    const { explainObject } = await import("./explain-object.ts");
    const color = wantsColor(flags.color, host.stdout, host);
    host.stdout.write(explainObject(result.plan, words.why, { color }));
    return exitCodes.converged;
  }
  const forecast = await expectedOf(result.plan, flags, host);
  await showPlan({ ...result, forecast }, flags, host);
  return exitCodes.converged;
}

/** Returns what is expected of the plan, if it is asked for. */
async function expectedOf(plan: Plan, flags: PlanFlags, host: Host): Promise<Forecast | undefined> {
  if (flags.history === undefined && flags.whatIf === undefined) {
    return undefined;
  }
  const { forecastOf } = await import("./forecast.ts");
  return forecastOf(plan, flags, host);
}

function isEmpty({ groups, resting }: Plan): boolean {
  return groups.length === 0 && resting.length === 0;
}

async function planOf(
  { read, inTemplates }: OpenSources,
  flags: PlanFlags,
  { host, signal }: { readonly host: Host; readonly signal: AbortSignal },
): Promise<PlanResult> {
  const { planChecked } = await import("../../lib/engine.ts");
  const { release, namespace, action } = flags;
  const texts = await read({ release, namespace, action, signal });
  const checks = await readFieldChecks(flags, { host, signal });
  const fieldRules = await fieldRulesOf(flags, texts.sources);
  const result = await planChecked({
    ...texts,
    found: [...texts.found, ...checks.found, ...fieldRules.diagnostics],
    fields: { ...validationOptions(flags), ...checks.fields },
    action,
    release,
    namespace,
    externalDeps: flags.externalDeps,
    ...(flags.compat === undefined ? {} : { compat: flags.compat }),
    invalid: flags.invalid,
    timeout: flags.reconcileTimeout,
  });
  const ruled =
    flags.fields === undefined ? result : await withFields(result, { flags, ofSet: fieldRules.rules }, host);
  const diagnostics = await inTemplates(ruled.plan.diagnostics);
  return { ...ruled, plan: { ...ruled.plan, diagnostics } };
}

/** Reads the rules about fields of the set, if the plan is to show them. */
async function fieldRulesOf(flags: PlanFlags, sources: readonly SourceText[]): Promise<FieldRuleReading> {
  if (flags.fields === undefined) {
    return { rules: [], diagnostics: [] };
  }
  const { readFieldRulesOfSet } = await import("../../lib/fields/read-field-rules.ts");
  return readFieldRulesOfSet(sources);
}

async function withFields(...given: Parameters<typeof planFieldRules>): Promise<PlanResult> {
  const { planFieldRules: add } = await import("./plan-field-rules.ts");
  return add(...given);
}

async function showPlan(
  { plan, forecast }: PlanResult & { readonly forecast?: Forecast | undefined },
  flags: PlanFlags,
  host: Host,
): Promise<void> {
  const color = wantsColor(flags.color, host.stdout, host);
  const { output, showSecrets } = flags;
  const style = { color, width: host.stdout.width, showSecrets, forecast };
  const form = output === "table" && flags.quiet === true ? "summary" : output;
  writeText(host.stdout, await formatPlan(plan, form, style));
}
