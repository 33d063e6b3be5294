import { isHealthy, type ReleaseStatus } from "../lib/apply/status-release.ts";
import { status } from "../lib/converge.ts";
import { printable } from "../lib/report/printable.ts";
import type { ReadinessMode } from "../lib/status/readiness.ts";
import type { ClusterFlags } from "./cluster-flags.ts";
import { tellError, withWorld } from "./cluster-world.ts";
import { type ColorMode, wantsColor } from "./color.ts";
import { type ExitCode, exitCodes } from "./exit-code.ts";
import { tellNoRelease } from "./no-release.ts";
import type { Shell } from "./shell.ts";

/** The flags of `status`. */
export interface StatusFlags extends ClusterFlags {
  readonly release?: string;
  readonly readiness: ReadinessMode;
  readonly output: "text" | "json";
  readonly color: ColorMode;
}

/** Shows how a release stands. */
export function runStatus(release: string, flags: StatusFlags, shell: Shell): Promise<ExitCode> {
  return withWorld({ flags, shell }, async (world) => {
    const { readiness, namespace } = flags;
    const found = await status({ release, namespace, readiness }, world);
    if (found === undefined) {
      return tellNoRelease({ ...flags, release }, world, shell);
    }
    shell.stdout.write(await textOf(found, flags, shell));
    for (const refusal of found.refusals) {
      tellError(`what may not be listed is not shown: ${refusal}`, shell);
    }
    return isHealthy(found) ? exitCodes.converged : exitCodes.failed;
  });
}

async function textOf(found: ReleaseStatus, flags: StatusFlags, shell: Shell): Promise<string> {
  const { statusJson, statusTable } = await import("../lib/report/apply/status-table.ts");
  const { verdictWords } = await import("../lib/report/apply/revision-words.ts");
  const { formatTimestamp } = await import("../lib/object/timestamp.ts");
  const { release, namespace, revision, installed, lastRun, objects } = found;
  if (flags.output === "json") {
    const told = lastRun && {
      at: formatTimestamp(lastRun.at),
      action: lastRun.action,
      verdict: lastRun.verdict,
    };
    return statusJson(objects, { release, namespace, revision, installed, lastRun: told });
  }
  const { stdout } = shell;
  const table = statusTable(objects, { color: wantsColor(flags.color, stdout, shell), width: stdout.width });
  return `${printable(headline(found, { formatTime: formatTimestamp, wordsOf: verdictWords }))}\n\n${table}`;
}

/** How a headline says times and ends. */
interface HeadlineWords {
  readonly formatTime: (at: number) => string;
  readonly wordsOf: (verdict: string) => string;
}

/** `shop in namespace shop; revision 3; last run: upgrade, succeeded at 2026-11-21T08:00:00Z`. */
function headline(
  { release, namespace, revision, installed, lastRun }: ReleaseStatus,
  { formatTime, wordsOf }: HeadlineWords,
): string {
  const name = `${release} in namespace ${namespace}${revision === undefined ? "" : `; revision ${revision}`}`;
  const never = installed ? "" : "; no run has succeeded yet";
  if (lastRun === undefined) {
    return `${name}${never}`;
  }
  const { at, action, verdict, more } = lastRun;
  const rest = more === 0 ? "" : ` (${more} more objects that did not end well are not listed)`;
  const time = formatTime(at).replace(/\.\d+Z$/, "Z");
  return `${name}; last run: ${action}, ${wordsOf(verdict)} at ${time}${rest}${never}`;
}
