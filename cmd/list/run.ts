import { list } from "../../lib/engine.ts";
import { escapeControl } from "../../lib/report/terminal/escape-control.ts";
import type { ClusterFlags } from "../flags/cluster-flags.ts";
import { withCluster } from "../session/with-cluster.ts";
import { type ColorMode, wantsColor } from "../host/color.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";

/** The flags of `list`. */
export interface ListFlags extends ClusterFlags {
  readonly allNamespaces?: boolean;
  readonly output: "text" | "json";
  readonly color: ColorMode;
}

/** Lists the releases. */
export function runList(flags: ListFlags, host: Host): Promise<ExitCode> {
  return withCluster({ flags, host }, async (context) => {
    const { namespace, allNamespaces = false } = flags;
    const { records, faults, namespace: place } = await list({ namespace, allNamespaces }, context);
    for (const fault of faults) {
      host.stderr.write(`warning: ${escapeControl(fault)}\n`);
    }
    const rows = records.map(({ release, namespace: home, installed, lastRun, history }) => ({
      release,
      namespace: home,
      ...revisionOf(history),
      installed,
      ...(lastRun === undefined ? {} : { updated: lastRun.at, verdict: lastRun.verdict }),
    }));
    const { releaseJson, releaseTable } = await import("../../lib/report/release/release-table.ts");
    const { stdout } = host;
    if (flags.output === "json") {
      stdout.write(releaseJson(rows));
    } else if (rows.length === 0) {
      stdout.write(`no releases in ${place === undefined ? "any namespace" : `namespace ${place}`}\n`);
    } else {
      stdout.write(releaseTable(rows, { color: wantsColor(flags.color, stdout, host), width: stdout.width }));
    }
    return exitCodes.converged;
  });
}

function revisionOf(history: readonly { readonly number: number }[]): { readonly revision?: number } {
  const latest = history.at(-1);
  return latest === undefined ? {} : { revision: latest.number };
}
