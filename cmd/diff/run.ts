import type { RunContext } from "../../lib/apply/model/run-context.ts";
import { type Comparison, diff, type PlanResult } from "../../lib/engine.ts";
import type { IgnoredDifference } from "../../lib/inventory/ignored-differences.ts";
import type { OpenSources } from "../../lib/source/open-sources.ts";
import type { ApplyFlags } from "../flags/apply-flags.ts";
import { printError, withCluster } from "../session/with-cluster.ts";
import { wantsColor } from "../host/color.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import { readIgnored } from "../flags/ignored-differences.ts";
import { withLocalFaults } from "../session/local-faults.ts";
import { openSourcesOf } from "../flags/render-flags.ts";
import type { RunFlags } from "../flags/run-flags.ts";
import type { Host } from "../host/host.ts";
import { printDiagnostics } from "../output/print-diagnostics.ts";
import type { WriteChoices } from "../../lib/apply/model/write-choices.ts";

/** The flags of `diff`: those of `apply` that say what it would do. */
export type DiffFlags = Omit<
  ApplyFlags,
  Exclude<keyof RunFlags, "release" | "deleteContents" | "concurrency" | "hooks" | "output" | "color">
>;

/** What one call of `diff` is asked to do. */
export interface DiffWords {
  readonly release: string;
  readonly flags: DiffFlags;
  readonly shell: Host;
}

/** There are differences: what kubectl diff says with the same code. */
const differs: ExitCode = 1;

/** Compares what the paths hold with the cluster. */
export async function runDiff(paths: readonly string[], words: DiffWords): Promise<ExitCode> {
  const { flags, shell } = words;
  const sources = await openSourcesOf(paths, flags, shell);
  const ignored = await readIgnored(flags.ignoreDifferences);
  const { concurrency } = flags;
  let isPlanned = false;
  const planned = (): void => {
    isPlanned = true;
  };
  // What only failed must not look like a difference.
  return withLocalFaults({ sources, isPlanned: () => isPlanned, flags, shell }, () =>
    withCluster({ flags, shell, concurrency, failed: exitCodes.invalid }, async (context) => {
      const compared = await compare({ ...sources, ignored, planned }, words, context);
      shell.stdout.write(await textOf(compared, flags, shell));
      for (const { key, message } of compared.faults) {
        printError(`${key}: ${message}`, shell);
      }
      if (compared.faults.length > 0) {
        return exitCodes.invalid;
      }
      return compared.objects.every(({ verb }) => verb === "unchanged") ? exitCodes.converged : differs;
    }),
  );
}

/** What is compared, and who hears that it was planned. */
interface Compared extends OpenSources {
  readonly ignored: readonly IgnoredDifference[];
  readonly planned: () => void;
}

function compare(
  { read, latest, ignored, planned }: Compared,
  { release, flags, shell }: DiffWords,
  context: RunContext,
): Promise<Comparison> {
  return diff(
    {
      release,
      namespace: flags.namespace,
      read,
      externalDeps: flags.externalDeps,
      invalid: flags.invalid,
      validate: flags.validate,
      timeout: flags.reconcileTimeout,
      readiness: "converge",
      concurrency: flags.concurrency,
      deleteContents: flags.deleteContents,
      hooks: flags.hooks,
      // A part of the set cannot tell what the release no longer has.
      prune: flags.prune && flags.selector === undefined,
      ...(flags.selector === undefined ? {} : { selector: flags.selector }),
      inventoryPolicy: flags.inventoryPolicy,
      keepRandom: flags.keepRandom,
      createNamespace: flags.createNamespace,
      ...(flags.adoptHelmRelease === undefined ? {} : { adoptHelmRelease: flags.adoptHelmRelease }),
      choices: choicesOf(flags, ignored),
      onPlan: async ({ plan }: PlanResult) => {
        planned();
        const reported = plan.diagnostics.filter(({ severity }) => severity !== "note");
        await printDiagnostics(reported, { sources: latest(), flags, shell });
      },
    },
    context,
  );
}

/** How the server is asked what it would store. */
function choicesOf(flags: DiffFlags, ignored: readonly IgnoredDifference[]): WriteChoices {
  return {
    forceConflicts: flags.forceConflicts,
    recreate: flags.recreate,
    fieldValidation: ({ strict: "Strict", warn: "Warn", ignore: "Ignore" } as const)[flags.validate],
    dryRun: "server",
    propagation: "Background",
    wait: false,
    ignoreDifferences: ignored,
  };
}

async function textOf(
  { release, namespace, objects, faults }: Comparison,
  flags: DiffFlags,
  shell: Host,
): Promise<string> {
  if (flags.output === "json") {
    const { diffJson } = await import("../../lib/report/diff/diff-json.ts");
    return diffJson(objects, { release, namespace, faults });
  }
  const { diffText } = await import("../../lib/report/diff/diff-text.ts");
  const { stdout } = shell;
  return diffText(objects, { color: wantsColor(flags.color, stdout, shell), width: stdout.width });
}
