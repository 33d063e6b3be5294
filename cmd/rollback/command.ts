import { Argument, Command } from "commander";

import { rollback, type RollbackToRequest } from "../../lib/engine.ts";
import { type Compatibility, type ExternalPolicy } from "../../lib/order/model/edge.ts";
import { addWriteFlags, type WriteFlags } from "../flags/apply-flags.ts";
import { addClusterFlags } from "../flags/cluster-flags.ts";
import { type ExitCode, type SetExitCode, usualCodes, UsageError } from "../host/exit-code.ts";
import {
  addHistoryMaxFlag,
  type HistoryFlags,
  addRunFlags,
  readReleaseWord,
  releaseNamed,
} from "../flags/run-flags.ts";
import { openRun } from "../session/run-session.ts";
import { readRevisionNumber } from "../flags/option-parsers.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import { printDiagnostics } from "../output/print-diagnostics.ts";
import { readFieldFlags } from "../flags/field-flags.ts";
import { confirmPrune, writeOptions } from "../session/write-options.ts";
import { compatOption, externalDepsOption } from "../flags/set-flags.ts";
import { type HelpPage, describeCommand } from "../help/help-page.ts";

const page: HelpPage = {
  summary: "Roll a release back to an earlier revision",
  details:
    "Applies the manifests of the revision, with its hooks, and prunes objects that it does not contain. CRDs are not changed. The rollback is recorded as a new revision.",
  examples: [
    ["Roll back to the previous successful revision", "converge rollback shop -n shop"],
    ["Roll back to revision 3", "converge rollback shop 3 -n shop"],
    ["Show what would happen", "converge rollback shop 3 -n shop --dry-run"],
  ],
  exitCodes: usualCodes,
};

type RollbackFlags = WriteFlags &
  Pick<HistoryFlags, "historyMax"> & {
    readonly externalDeps: ExternalPolicy;
    readonly compat?: Compatibility;
  };

/** The verb `rollback`. */
export function rollbackCommand(host: Host, finish: SetExitCode): Command {
  const revision = new Argument("[revision]", "revision to roll back to");
  const command = describeCommand(new Command("rollback"), page)
    .argument("[release]", "release name, same as --release")
    .addArgument(revision.default(undefined, "the last successful one before the latest"));
  addWriteFlags(command);
  addHistoryMaxFlag(command);
  // The policy of the original apply is no longer known; most likely external dependencies exist.
  command.addOption(externalDepsOption("wait")).addOption(compatOption());
  addRunFlags(command);
  addClusterFlags(command);
  return onCall(command, { host, finish }, async (first?: string, second?: string) => {
    const flags = command.opts<RollbackFlags>();
    const { word, to } = readTarget(first, second);
    return runRollback({ release: releaseNamed(word, flags, command), to }, flags, host);
  });
}

/** The release to roll back, and the revision. */
interface Target {
  readonly release: string;
  readonly to: number | undefined;
}

/**
 * Reads the words of `rollback shop 3`, `rollback shop` and `rollback 3 --release shop`: a single number is a
 * revision. Throws a UsageError if the revision is not a number.
 */
function readTarget(
  first: string | undefined,
  second: string | undefined,
): { readonly word: string | undefined; readonly to: number | undefined } {
  if (first === undefined) {
    return { word: undefined, to: undefined };
  }
  if (second === undefined) {
    return /^\d+$/.test(first)
      ? { word: undefined, to: readRevisionNumber(first) }
      : { word: readReleaseWord(first), to: undefined };
  }
  if (/^\d+$/.test(first) && !/^\d+$/.test(second)) {
    throw new UsageError(
      `the release comes before the revision: write \`converge rollback ${second} ${first}\``,
    );
  }
  return { word: readReleaseWord(first), to: readRevisionNumber(second) };
}

async function runRollback({ release, to }: Target, flags: RollbackFlags, host: Host): Promise<ExitCode> {
  const fieldRules = await readFieldFlags(flags);
  const run = await openRun(flags, host);
  const request: RollbackToRequest = {
    ...writeOptions(flags, run.common, fieldRules),
    release,
    to,
    externalDeps: flags.externalDeps,
    ...(flags.compat === undefined ? {} : { compat: flags.compat }),
    consent: confirmPrune(host),
    createNamespace: false,
    onPlan: async ({ plan }) => {
      const reported = plan.diagnostics.filter(({ severity }) => severity === "error");
      await run.onDiagnostics(reported, () => printDiagnostics(reported, { sources: [], flags, host }));
    },
  };
  try {
    const context = await run.connect();
    return run.exitCodeOf(context && (await rollback(request, context)));
  } finally {
    await run.close();
  }
}
