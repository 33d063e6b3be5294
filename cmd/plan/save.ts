import type { PlanResult } from "../../lib/plan/make-plan.ts";
import { savePlan, type SavePlanRequest } from "../../lib/save-plan.ts";
import type { SavedPlan } from "../../lib/saved/saved-plan.ts";
import type { PlanFlags } from "../flags/plan-args.ts";
import { unlessQuiet } from "../flags/quiet-flag.ts";
import { openSourcesOf } from "../flags/render-flags.ts";
import type { SaveFlags } from "../flags/save-flags.ts";
import { type ExitCode, exitCodes, UsageError } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import { printDiagnostics, withoutNotes } from "../output/print-diagnostics.ts";
import { showSavedPlan } from "../output/saved-plan-output.ts";
import { withLocalFaults } from "../session/local-faults.ts";
import { writePlanFile } from "../session/plan-file.ts";
import { withCluster } from "../session/with-cluster.ts";

/** The flags of `plan --save`: release and namespace as given, without the defaults of other plans. */
export interface SavingFlags extends Omit<PlanFlags, "namespace" | "release">, SaveFlags {
  readonly save: string;
  readonly namespace?: string;
}

/** Inputs of one call of `plan --save`. */
export interface SaveArgs {
  readonly release: string;
  readonly flags: SavingFlags;
  readonly host: Host;
}

/** Saves what an apply of the paths would do, and prints it. */
export async function runSave(
  paths: readonly string[],
  { release, flags, host }: SaveArgs,
): Promise<ExitCode> {
  await demandRecipients(flags);
  const sources = await openSourcesOf(paths, flags, host);
  let isPlanned = false;
  const onPlan = async ({ plan }: PlanResult): Promise<void> => {
    isPlanned = true;
    const reported = await sources.inTemplates(unlessQuiet(withoutNotes(plan.diagnostics), flags));
    await printDiagnostics(reported, { sources: sources.latest(), flags, host });
  };
  const code = await withCluster({ flags, host }, async (context) => {
    const saved = await savePlan({ ...requestOf(flags), release, sources, onPlan }, context);
    await writePlanFile(flags.save, await textOf(saved, flags), host);
    await showSavedPlan(saved, flags, host);
    host.stderr.write(`saved as ${flags.save}${remarkOn(saved)}\n`);
    return exitCodes.converged;
  });
  return withLocalFaults(code, { sources, isPlanned, flags, host });
}

/** Throws a UsageError if a recipient is invalid, before anything is read. */
async function demandRecipients({ encryptTo = [] }: SavingFlags): Promise<void> {
  const { recipientFault } = await import("../../lib/sops/age-text.ts");
  for (const recipient of encryptTo) {
    const fault = recipientFault(recipient);
    if (fault !== undefined) {
      throw new UsageError(`invalid recipient ${recipient} of --encrypt-to: ${fault}`);
    }
  }
}

async function textOf(saved: SavedPlan, { encryptTo = [] }: SavingFlags): Promise<string> {
  const { formatSavedPlan } = await import("../../lib/saved/write-saved-plan.ts");
  const text = formatSavedPlan(saved);
  if (encryptTo.length === 0) {
    return text;
  }
  const { encryptForAge } = await import("../../lib/sops/age-text.ts");
  return encryptForAge(text, encryptTo);
}

function remarkOn({ leftOut }: SavedPlan): string {
  return leftOut.length === 0
    ? ""
    : `, without ${leftOut.includes("hidden-values") ? "values of Secrets" : "rules that are not objects"}: apply it with the same paths and flags for charts`;
}

const validations = { strict: "Strict", warn: "Warn", ignore: "Ignore" } as const;

function requestOf(flags: SavingFlags): Omit<SavePlanRequest, "release" | "sources" | "onPlan"> {
  return {
    namespace: flags.namespace,
    isEncrypted: (flags.encryptTo ?? []).length > 0,
    externalDeps: flags.externalDeps,
    ...(flags.compat === undefined ? {} : { compat: flags.compat }),
    invalid: flags.invalid,
    validate: flags.validate,
    timeout: flags.reconcileTimeout,
    readiness: "converge",
    concurrency: 32,
    failFast: false,
    deleteContents: flags.deleteContents,
    hooks: flags.hooks,
    prune: flags.prune,
    pruneLimits: { maxPrune: flags.maxPrune, allow: new Set(flags.allowPrune) },
    inventoryPolicy: flags.inventoryPolicy,
    historyMax: 10,
    keepRandom: flags.keepRandom,
    createNamespace: flags.createNamespace,
    source: flags.sourceRevision,
    isPartial: false,
    consent: undefined,
    choices: {
      forceConflicts: flags.forceConflicts,
      recreate: flags.recreate,
      fieldValidation: validations[flags.validate],
      dryRun: false,
      propagation: flags.prunePropagationPolicy,
      wait: true,
    },
    timeouts: {
      run: undefined,
      prune: 300_000,
      lock: 60_000,
      external: flags.externalTimeout,
      weights: flags.weightTimeout ?? new Map(),
    },
  };
}
