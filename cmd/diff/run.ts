import type { RunContext } from "../../lib/apply/model/run-context.ts";
import { type Comparison, diff, type PlanResult } from "../../lib/engine.ts";
import type { FieldRule } from "../../lib/object/field-rule.ts";
import { nameSet } from "../../lib/object/object-name.ts";
import type { OpenSources } from "../../lib/source/open-sources.ts";
import { adoptOf } from "../flags/adopt-flags.ts";
import type { ApplyFlags } from "../flags/apply-flags.ts";
import { printError, withCluster } from "../session/with-cluster.ts";
import { wantsColor } from "../host/color.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import { unlessQuiet } from "../flags/quiet-flag.ts";
import { readFieldFlags } from "../flags/field-flags.ts";
import { withLocalFaults } from "../session/local-faults.ts";
import { openSourcesOf } from "../flags/render-flags.ts";
import type { RunFlags } from "../flags/run-flags.ts";
import type { Host } from "../host/host.ts";
import { printDiagnostics, withoutNotes } from "../output/print-diagnostics.ts";
import type { WriteChoices } from "../../lib/apply/model/write-choices.ts";

/** The flags of `diff`: those of `apply` that affect which changes are made. */
export type DiffFlags = Omit<
  ApplyFlags,
  Exclude<
    keyof RunFlags,
    "release" | "deleteContents" | "concurrency" | "hooks" | "output" | "color" | "quiet"
  >
>;

/** Inputs of one call of `diff`. */
export interface DiffArgs {
  readonly release: string;
  readonly flags: DiffFlags;
  readonly host: Host;
}

/** There are differences: kubectl diff has the same exit code. */
const differs: ExitCode = 1;

/** Compares the objects in the paths with the cluster. */
export async function runDiff(paths: readonly string[], words: DiffArgs): Promise<ExitCode> {
  const { flags, host } = words;
  const sources = await openSourcesOf(paths, flags, host);
  const fieldRules = await readFieldFlags(flags);
  const { concurrency } = flags;
  let isPlanned = false;
  const planned = (): void => {
    isPlanned = true;
  };
  // A failure must not look like a difference.
  const code = await withCluster({ flags, host, concurrency, failed: exitCodes.invalid }, async (context) => {
    const compared = await compare({ sources, fieldRules, planned }, words, context);
    host.stdout.write(await textOf(compared, flags, host));
    const keys = [...compared.objects, ...compared.faults].map(({ key }) => key);
    const { nameAlone } = nameSet(keys);
    for (const { key, message } of compared.faults) {
      printError(`${nameAlone(key)}: ${message}`, host);
    }
    if (compared.faults.length > 0) {
      return exitCodes.invalid;
    }
    return compared.objects.every(({ verb }) => verb === "unchanged") ? exitCodes.converged : differs;
  });
  return withLocalFaults(code, { sources, isPlanned, flags, host });
}

/** The sources to compare, and the callback for a finished plan. */
interface Compared {
  readonly sources: OpenSources;
  readonly fieldRules: readonly FieldRule[];
  readonly planned: () => void;
}

function compare(
  { sources, fieldRules, planned }: Compared,
  { release, flags, host }: DiffArgs,
  context: RunContext,
): Promise<Comparison> {
  return diff(
    {
      release,
      namespace: flags.namespace,
      sources,
      externalDeps: flags.externalDeps,
      ...(flags.compat === undefined ? {} : { compat: flags.compat }),
      invalid: flags.invalid,
      validate: flags.validate,
      timeout: flags.reconcileTimeout,
      readiness: "converge",
      concurrency: flags.concurrency,
      deleteContents: flags.deleteContents,
      hooks: flags.hooks,
      // A part of the set does not show what the release no longer has.
      prune: flags.prune && flags.selector === undefined,
      ...(flags.selector === undefined ? {} : { selector: flags.selector }),
      inventoryPolicy: flags.inventoryPolicy,
      keepRandom: flags.keepRandom,
      createNamespace: flags.createNamespace,
      ...adoptOf(flags),
      choices: choicesOf(flags),
      fieldRules,
      onPlan: async ({ plan }: PlanResult) => {
        planned();
        const relevant = withoutNotes(plan.diagnostics);
        const reported = await sources.inTemplates(unlessQuiet(relevant, flags));
        await printDiagnostics(reported, { sources: sources.latest(), flags, host });
      },
    },
    context,
  );
}

/** Returns the write options of the dry run. */
function choicesOf(flags: DiffFlags): WriteChoices {
  return {
    forceConflicts: flags.forceConflicts,
    recreate: flags.recreate,
    fieldValidation: ({ strict: "Strict", warn: "Warn", ignore: "Ignore" } as const)[flags.validate],
    dryRun: "server",
    propagation: "Background",
    wait: false,
  };
}

async function textOf(
  { release, namespace, objects, faults }: Comparison,
  flags: DiffFlags,
  host: Host,
): Promise<string> {
  if (flags.output === "json") {
    const { diffJson } = await import("../../lib/report/diff/diff-json.ts");
    return diffJson(objects, { release, namespace, faults });
  }
  const { diffSummary, diffText } = await import("../../lib/report/diff/diff-text.ts");
  const { stdout } = host;
  const style = { color: wantsColor(flags.color, stdout, host), width: stdout.width };
  return flags.quiet === true ? diffSummary(objects, style) : diffText(objects, style);
}
