/** The cost and the latency of a sidecar, on the control plane of the tests. */
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

import type { SidecarProcess } from "../../e2e/soak/sidecar-process.ts";
import { measureDrift } from "./drift-latency.ts";
import { measurePushes } from "./push-latency.ts";
import { requestWords } from "./request-count.ts";
import { measureEvents, measureRecheck, measureRest } from "./steady-state.ts";
import { allReady, openSyncPlace, type SyncPlace, type SyncScale } from "./sync-place.ts";
import type { SyncFigure, SyncResult } from "./sync-result.ts";
import { syncTargets } from "./sync-target.ts";
import { unitCount } from "./sync-workload.ts";

/** The number of objects for which the targets hold. */
const promised = 10_000;

/** The settings of the sidecar benchmark. */
export interface SyncBenchFacts {
  /** The converge of the built package. */
  readonly converge: string;
  /** By default as many as the targets are for; fewer for a trial. */
  readonly objects: number | undefined;
  readonly say: (line: string) => void;
}

/** Measures one sidecar with all its units, from its first sync to its restart. */
export async function runSyncBench({
  converge,
  objects = promised,
  say,
}: SyncBenchFacts): Promise<SyncResult> {
  await using stack = new AsyncDisposableStack();
  const ends = { teardown: (end: () => Promise<void> | void) => stack.defer(end) };
  const place = await openSyncPlace({ scale: scaleOf(objects), converge, ends, say });
  say(`sync: ${objects} objects for the first time`);
  const commit = await place.repository.git(["rev-parse", "main"]);
  const { sidecar, seconds } = await startOnce(place, commit);
  await settle();
  const figures = [
    { part: "first sync", name: "until all units are Ready", value: seconds, unit: "s", note: "" },
    ...(await measureRest(place, sidecar)),
    ...(await measureEvents(place, sidecar)),
    ...(await measureRecheck(place, sidecar)),
    ...(await measurePushes(place, sidecar)),
    ...(await measureDrift(place, sidecar)),
    ...(await measureRestarts(place, sidecar)),
  ];
  return {
    server: place.plane.server,
    objects,
    units: unitCount,
    load: loadavg()[0] ?? 0,
    figures,
    targets: syncTargets(figures, objects >= promised),
  };
}

function scaleOf(objects: number): SyncScale {
  return objects >= promised
    ? { objects, window: 60, pushes: 5, drifts: 200, events: 12_000, restarts: 3 }
    : { objects, window: 20, pushes: 2, drifts: 40, events: objects, restarts: 1 };
}

/** Waits some seconds after a run, until states are reported and memory is freed. */
async function settle(): Promise<void> {
  await pause(20_000);
}

async function startOnce(
  { start }: SyncPlace,
  commit: string,
): Promise<{ readonly sidecar: SidecarProcess; readonly seconds: number }> {
  const began = performance.now();
  const sidecar = start();
  await allReady(sidecar, commit);
  return { sidecar, seconds: (performance.now() - began) / 1000 };
}

/** Stops the sidecar and starts another one, which finds everything as the first left it. */
async function measureRestarts(place: SyncPlace, first: SidecarProcess): Promise<readonly SyncFigure[]> {
  const { plane, repository, scale, asked, say } = place;
  const commit = await repository.git(["rev-parse", "main"]);
  const found: SyncFigure[] = [];
  let before = first;
  for (let restart = 0; restart < scale.restarts; restart += 1) {
    say(`sync: restart ${restart + 1} of ${scale.restarts}`);
    before.signal("SIGTERM");
    await before.ended;
    const mark = await plane.auditMark();
    const { sidecar, seconds } = await startOnce(place, commit);
    await pause(5000);
    const { writes, lists, watches } = await asked(mark);
    const usage = sidecar.usage();
    const reads = `${lists.length} lists, ${watches.length} watches`;
    const objects = writes.filter(({ objectRef }) =>
      /^(?:configmaps|deployments)$/.test(objectRef?.resource ?? ""),
    );
    found.push(
      restartFigure("until all units are Ready", seconds, "s", reads),
      restartFigure(
        "writes but of Leases",
        writes.filter(({ objectRef }) => objectRef?.resource !== "leases").length,
        "",
        requestWords(writes),
      ),
      restartFigure("writes of objects", objects.length, "", requestWords(objects)),
      restartFigure(
        "memory at the peak",
        usage?.peakMebibytes ?? 0,
        "MiB",
        `${(usage?.cpu ?? 0).toFixed(1)} s of CPU`,
      ),
    );
    before = sidecar;
  }
  before.signal("SIGTERM");
  await before.ended;
  return found;
}

function restartFigure(name: string, value: number, unit: string, note: string): SyncFigure {
  return { part: "restart", name, value, unit, note };
}
