/** The latency of corrections of manual changes. */
import { setTimeout as pause } from "node:timers/promises";

import type { AuditEvent } from "../../e2e/control-plane/audit-log.ts";
import { type SidecarProcess, usageOf } from "../../e2e/soak/sidecar-process.ts";
import { spreadOf } from "../measure.ts";
import { timesOf } from "./request-count.ts";
import type { SyncPlace } from "./sync-place.ts";
import type { SyncFigure } from "./sync-result.ts";
import { unitCount, workObject } from "./sync-workload.ts";

const part = "drift";
/** Milliseconds between two changes. */
const pace = 300;
/** Seconds after which a missing correction is given up. */
const patience = 60;

/** Changes one object after the other, and reads from the audit log when each was corrected. */
export async function measureDrift(
  place: SyncPlace,
  sidecar: SidecarProcess,
): Promise<readonly SyncFigure[]> {
  const { plane, namespace, scale, say } = place;
  say(`sync: ${scale.drifts} corrections`);
  const mark = await plane.auditMark();
  const before = usageOf(sidecar);
  const names: string[] = [];
  for (let drift = 0; drift < scale.drifts; drift += 1) {
    const { name } = workObject(objectOf(drift));
    const path = `/api/v1/namespaces/${namespace}/configmaps/${name}?fieldManager=drifter`;
    const { status, text } = await plane.api("PATCH", path, { data: { key: `drifted ${drift}` } });
    if (status !== 200) {
      throw new Error(text);
    }
    names.push(name);
    await pause(pace);
  }
  const seconds = await corrections(place, mark, names);
  const sorted = seconds.toSorted((left, right) => left - right);
  const at = (share: number): number =>
    sorted[Math.min(Math.ceil(sorted.length * share), sorted.length) - 1] ?? Number.NaN;
  const { min, max } = spreadOf(seconds);
  const cpu = (usageOf(sidecar).cpu - before.cpu) / names.length;
  return [
    figure("objects that were corrected", seconds.length, "", `of ${names.length}`),
    figure("to its correction, half of them", at(0.5), "s", `least ${min.toFixed(2)}`),
    figure("to its correction, 99 of 100", at(0.99), "s", `most ${max.toFixed(2)}`),
    figure("CPU of a correction", cpu, "s", `one every ${pace} ms`),
  ];
}

/**
 * ConfigMaps, each of another unit than the previous one, and none of 380 twice: indexes 0, 20, 40 are
 * Deployments.
 */
function objectOf(drift: number): number {
  return (1 + (Math.floor(drift / unitCount) % 19)) * unitCount + (drift % unitCount);
}

/** Seconds from each foreign write to the correcting one, of those that were corrected in time. */
async function corrections(
  { asked }: SyncPlace,
  mark: Awaited<ReturnType<SyncPlace["plane"]["auditMark"]>>,
  names: readonly string[],
): Promise<readonly number[]> {
  const giveUpAt = performance.now() + patience * 1000;
  for (;;) {
    const { writes, all } = await asked(mark);
    const foreign = firstOf(all.filter(({ requestURI }) => requestURI.includes("fieldManager=drifter")));
    const seconds = names.flatMap((name) => {
      const theirs = foreign.get(name);
      const done = theirs === undefined ? Number.NaN : timesOf(theirs).done;
      const ours = writes.find((event) => event.objectRef?.name === name && timesOf(event).done > done);
      return ours === undefined ? [] : [(timesOf(ours).done - done) / 1000];
    });
    if (seconds.length === names.length || performance.now() > giveUpAt) {
      return seconds;
    }
    await pause(2000);
  }
}

function firstOf(events: readonly AuditEvent[]): ReadonlyMap<string, AuditEvent> {
  return new Map(events.toReversed().map((event) => [event.objectRef?.name ?? "", event]));
}

function figure(name: string, value: number, unit = "", note = ""): SyncFigure {
  return { part, name, value, unit, note };
}
