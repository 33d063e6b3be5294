import { history } from "../lib/converge.ts";
import type { ClusterFlags } from "./cluster-flags.ts";
import { withCluster } from "./cluster-world.ts";
import { type ColorMode, wantsColor } from "./color.ts";
import { type ExitCode, exitCodes } from "./exit-code.ts";
import { printReleaseNotFound } from "./no-release.ts";
import type { Host } from "./shell.ts";

/** The flags of `history`. */
export interface HistoryFlags extends ClusterFlags {
  readonly release?: string;
  readonly output: "text" | "json";
  readonly color: ColorMode;
}

/** Shows the revisions of a release. */
export function runHistory(release: string, flags: HistoryFlags, shell: Host): Promise<ExitCode> {
  return withCluster({ flags, shell }, async (context) => {
    const { namespace, color, output } = flags;
    const found = await history({ release, namespace }, context);
    if (found === undefined) {
      return printReleaseNotFound({ ...flags, release }, context, shell);
    }
    const { historyJson, historyTable } = await import("../lib/report/apply/history-table.ts");
    const { stdout } = shell;
    stdout.write(
      output === "json"
        ? historyJson(found)
        : historyTable(found, { color: wantsColor(color, stdout, shell), width: stdout.width }),
    );
    return exitCodes.converged;
  });
}
