import { history } from "../../lib/engine.ts";
import type { ClusterFlags } from "../flags/cluster-flags.ts";
import { withCluster, printReleaseNotFound } from "../session/with-cluster.ts";
import { type ColorMode, wantsColor } from "../host/color.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";

/** The flags of `history`. */
export interface HistoryVerbFlags extends ClusterFlags {
  readonly release?: string;
  readonly output: "text" | "json";
  readonly color: ColorMode;
}

/** Shows the revisions of a release. */
export function runHistory(release: string, flags: HistoryVerbFlags, host: Host): Promise<ExitCode> {
  return withCluster({ flags, host }, async (context) => {
    const { namespace, color, output } = flags;
    const found = await history({ release, namespace }, context);
    if (found === undefined) {
      return printReleaseNotFound({ ...flags, release }, context, host);
    }
    const { historyJson, historyTable } = await import("../../lib/report/release/history-table.ts");
    const { stdout } = host;
    stdout.write(
      output === "json"
        ? historyJson(found)
        : historyTable(found, { color: wantsColor(color, stdout, host), width: stdout.width }),
    );
    return exitCodes.converged;
  });
}
