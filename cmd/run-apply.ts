import { apply } from "../lib/converge.ts";
import type { Refusal } from "../lib/inventory/prune-guard.ts";
import type { PlanResult } from "../lib/plan/make-plan.ts";
import { printable } from "../lib/report/printable.ts";
import { readSources } from "../lib/source/read-sources.ts";
import type { ApplyFlags } from "./apply-flags.ts";
import { openRun } from "./open-run.ts";
import type { ExitCode } from "./exit-code.ts";
import type { Shell } from "./shell.ts";
import { showDiagnostics } from "./show-diagnostics.ts";

/** What one call of `apply` is asked to do. */
export interface ApplyWords {
  readonly release: string;
  readonly flags: ApplyFlags;
  readonly shell: Shell;
}

/** Applies what the paths hold, and tells of it as it happens. */
export async function runApply(
  paths: readonly string[],
  { release, flags, shell }: ApplyWords,
): Promise<ExitCode> {
  const read = await readSources(paths, shell.readStdin);
  const run = await openRun(flags, shell);
  return run.toEnd((world, common) =>
    apply(
      {
        ...common,
        release,
        sources: read.sources,
        found: read.found,
        externalDeps: flags.externalDeps,
        invalid: flags.invalid,
        timeout: flags.reconcileTimeout,
        choices: {
          ...common.choices,
          forceConflicts: flags.forceConflicts,
          recreate: flags.recreate,
          fieldValidation: ({ strict: "Strict", warn: "Warn", ignore: "Ignore" } as const)[flags.validate],
        },
        timeouts: {
          ...common.timeouts,
          external: flags.externalTimeout,
          weights: flags.weightTimeout ?? new Map(),
        },
        prune: flags.prune,
        pruneLimits: { maxPrune: flags.maxPrune, allow: new Set(flags.allowPrune) },
        inventoryPolicy: flags.inventoryPolicy,
        createNamespace: flags.createNamespace,
        consent: consentOf(shell),
        onPlan: async ({ plan }: PlanResult) => {
          // A note is for who reads a plan; who applies is told what may go wrong.
          const told = plan.diagnostics.filter(({ severity }) => severity !== "note");
          await run.tellDiagnostics(told, () =>
            showDiagnostics(told, { sources: read.sources, flags, shell }),
          );
        },
      },
      world,
    ),
  );
}

/** Asks at the terminal, once for all. */
function consentOf({ ask, stderr }: Shell): ((refusals: readonly Refusal[]) => Promise<boolean>) | undefined {
  return ask === undefined
    ? undefined
    : async (refusals) => {
        for (const { message } of refusals) {
          stderr.write(`${printable(message)}\n`);
        }
        const answer = await ask("Go on? Only yes goes on: ");
        return answer.trim() === "yes";
      };
}
