import { history } from "../../lib/engine.ts";
import type { ClusterFlags } from "../flags/cluster-flags.ts";
import { withCluster } from "../session/with-cluster.ts";
import { type ColorMode, wantsColor } from "../host/color.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import { printReleaseNotFound } from "../session/release-not-found.ts";
import type { Host } from "../host/host.ts";

/** The flags of `history`. */
export interface HistoryVerbFlags extends ClusterFlags {
  readonly release?: string;
  readonly output: "text" | "json";
  readonly color: ColorMode;
}

/** Shows the revisions of a release. */
export function runHistory(release: string, flags: HistoryVerbFlags, shell: Host): Promise<ExitCode> {
  return withCluster({ flags, shell }, async (context) => {
    const { namespace, color, output } = flags;
    const found = await history({ release, namespace }, context);
    if (found === undefined) {
      return printReleaseNotFound({ ...flags, release }, context, shell);
    }
    const { historyJson, historyTable } = await import("../../lib/report/release/history-table.ts");
    const { stdout } = shell;
    stdout.write(
      output === "json"
        ? historyJson(found)
        : historyTable(found, { color: wantsColor(color, stdout, shell), width: stdout.width }),
    );
    return exitCodes.converged;
  });
}
