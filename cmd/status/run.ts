import { isHealthy, type ReleaseStatus } from "../../lib/apply/release/status-release.ts";
import { owningUnits, status } from "../../lib/engine.ts";
import { escapeControl } from "../../lib/report/terminal/escape-control.ts";
import type { OwningUnit } from "../../lib/sync/status/find-owning-units.ts";
import type { ReadinessMode } from "../../lib/readiness/readiness.ts";
import { type HealthFlags, readHealthFlags } from "../flags/health-flags.ts";
import type { ClusterFlags } from "../flags/cluster-flags.ts";
import { printError, withCluster, printReleaseNotFound } from "../session/with-cluster.ts";
import { type ColorMode, wantsColor } from "../host/color.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";

/** The flags of `status`. */
export interface StatusFlags extends ClusterFlags, HealthFlags {
  readonly release?: string;
  readonly readiness: ReadinessMode;
  readonly output: "text" | "json";
  readonly color: ColorMode;
  readonly watch?: boolean;
}

/** Shows the status of a release. */
export async function runStatus(release: string, flags: StatusFlags, host: Host): Promise<ExitCode> {
  const healthRules = await readHealthFlags(flags, host);
  return withCluster({ flags, host }, async (context) => {
    const { readiness, namespace } = flags;
    const found = await status(
      { release, namespace, readiness, ...(healthRules && { healthRules }) },
      context,
    );
    if (found === undefined) {
      return printReleaseNotFound({ ...flags, release }, context, host);
    }
    const units = await owningUnits(found, context);
    host.stdout.write(await textOf({ found, units }, flags, host));
    for (const refusal of found.refusals) {
      printError(`some objects may be missing from the list: ${refusal}`, host);
    }
    return isHealthy(found) ? exitCodes.converged : exitCodes.failed;
  });
}

/** A release, and the sidecar units that own it. */
export interface Shown {
  readonly found: ReleaseStatus;
  readonly units: readonly OwningUnit[];
}

async function textOf(shown: Shown, flags: StatusFlags, host: Host): Promise<string> {
  if (flags.output === "json") {
    return jsonOf(shown);
  }
  const { statusTable } = await import("../../lib/report/release/status-table.ts");
  const { stdout } = host;
  const color = wantsColor(flags.color, stdout, host);
  const table = statusTable(shown.found.objects, {
    color,
    width: stdout.width,
    namespace: shown.found.namespace,
  });
  const lines = (await headOf(shown)).map((line) => `${line}\n`);
  return `${lines.join("")}\n${table}`;
}

/** Formats a status as JSON. */
export async function jsonOf({ found, units }: Shown): Promise<string> {
  const { statusJson } = await import("../../lib/report/release/status-table.ts");
  const { formatTimestamp } = await import("../../lib/object/timestamp.ts");
  const { release, namespace, revision, installed, lastRun, objects } = found;
  const reported = lastRun && {
    at: formatTimestamp(lastRun.at),
    action: lastRun.action,
    verdict: lastRun.verdict,
  };
  return statusJson(objects, { release, namespace, revision, installed, lastRun: reported, units });
}

/** Formats the lines above the table. */
export async function headOf({ found, units }: Shown): Promise<readonly string[]> {
  const { verdictWords } = await import("../../lib/report/release/revision-text-parts.ts");
  const { formatTimestamp } = await import("../../lib/object/timestamp.ts");
  const head = headline(found, { formatTime: formatTimestamp, wordsOf: verdictWords });
  return [head, ...units.map(keeperLine)].map(escapeControl);
}

/**
 * Formats `managed by unit shop in namespace converge-system: Ready, at main@1a2b3c4d5e6f, git has
 * main@6f5e4d3c2b1a`.
 */
function keeperLine({ name, namespace, phase, message, applied, observed }: OwningUnit): string {
  const at = applied === "" ? "" : `, at ${applied}`;
  const changes = observed === "" || observed === applied ? "" : `, git has ${observed}`;
  const why = phase === "Ready" || message === "" ? "" : `: ${message}`;
  return `managed by unit ${name} in namespace ${namespace}: ${phase || "Pending"}${at}${changes}${why}`;
}

/** Formatters of times and verdicts in a headline. */
interface HeadlineWords {
  readonly formatTime: (at: number) => string;
  readonly wordsOf: (verdict: string) => string;
}

/** Formats `shop in namespace shop; revision 3; last run: upgrade, succeeded at 2026-11-21T08:00:00Z`. */
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
  const rest = more === 0 ? "" : ` (${more} more failed objects are not listed)`;
  const time = formatTime(at).replace(/\.\d+Z$/, "Z");
  return `${name}; last run: ${action}, ${wordsOf(verdict)} at ${time}${rest}${never}`;
}
