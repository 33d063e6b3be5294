import { Argument, Command } from "commander";

import { rollback, type RollbackToRequest } from "../../lib/engine.ts";
import { externalPolicies, type ExternalPolicy } from "../../lib/order/model/edge.ts";
import { addWriteFlags, type WriteFlags } from "../flags/apply-flags.ts";
import { addClusterFlags } from "../flags/cluster-flags.ts";
import { type ExitCode, exitCodeTable, type SetExitCode } from "../host/exit-code.ts";
import { addHistoryMaxFlag, type HistoryFlags, addRunFlags, demandRelease } from "../flags/run-flags.ts";
import { openRun } from "../session/run-session.ts";
import { choiceOption, readRevisionNumber } from "../flags/option-parsers.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import { printDiagnostics } from "../output/print-diagnostics.ts";
import { readIgnored } from "../flags/ignored-differences.ts";
import { confirmPrune, writeOptions } from "../session/write-options.ts";

const examples = `Examples:
  converge rollback --release shop -n shop        to the last revision that succeeded before the newest
  converge rollback 3 --release shop -n shop
  converge rollback 3 --release shop --dry-run    what would happen`;

type RollbackFlags = WriteFlags &
  Pick<HistoryFlags, "historyMax"> & { readonly externalDeps: ExternalPolicy };

/** The verb `rollback`. */
export function rollbackCommand(host: Host, finish: SetExitCode): Command {
  const command = new Command("rollback")
    .summary("send again what an earlier revision of a release has sent")
    .description(
      "Makes a cluster what an earlier revision of a release has sent, with the hooks of that revision, and deletes what it lacks. Definitions of custom resources stay as they are. This writes a revision of its own.",
    )
    .addArgument(
      new Argument(
        "[revision]",
        "its number, as history tells it (default: the last that succeeded before the newest)",
      ).argParser(readRevisionNumber),
    )
    .addHelpText("after", `\n${examples}\n\n${exitCodeTable}`);
  addWriteFlags(command);
  addHistoryMaxFlag(command);
  // The policy of the original apply is no longer known; most likely external dependencies exist.
  command.addOption(
    choiceOption(
      "--external-deps <policy>",
      "what a depends-on that leads outside the revision is",
      externalPolicies,
    ).default("wait"),
  );
  addRunFlags(command);
  addClusterFlags(command);
  return onCall(command, { host, finish }, async (to: number | undefined) =>
    runRollback(to, command.opts<RollbackFlags>(), host),
  );
}

async function runRollback(to: number | undefined, flags: RollbackFlags, host: Host): Promise<ExitCode> {
  const release = demandRelease(flags);
  const ignored = await readIgnored(flags.ignoreDifferences);
  const run = await openRun(flags, host);
  const request: RollbackToRequest = {
    ...writeOptions(flags, run.common, ignored),
    release,
    to,
    externalDeps: flags.externalDeps,
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
