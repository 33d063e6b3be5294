import { type PlanApart, planSet, type PlanStep, type SetToPlan } from "../../apply/plan/plan-set.ts";
import type { SetLookups } from "../../apply/observe/set-lookups.ts";
import type { ReadObject } from "../../manifest/manifest.ts";
import { type ParseResult, readManifests } from "../../manifest/parse-manifests.ts";
import { builtinKind } from "../../object/builtin/builtin-kind.ts";
import type { Clock } from "../../async/clock.ts";
import type { Duration } from "../../object/duration.ts";
import { groupOf } from "../../object/object-ref.ts";
import type { SourceText } from "../../object/diagnostic/source-text.ts";
import type { PlanResult } from "../../plan/make-plan.ts";
import { Semaphore } from "../../async/locks.ts";
import { PlanningTimeError, supervise, WorkerPool } from "./supervise.ts";
import { refusal, refusalOfText, withinLimits } from "./plan-limits.ts";
import {
  type PlanningWorker,
  PlanningMemoryError,
  createPlace,
  placeIn,
  type PlanningPlace,
} from "./planning-worker.ts";

/** Dependencies for planning in worker threads. */
export interface PlanApartOptions {
  readonly clock: Pick<Clock, "now" | "after">;
  /** Starts a worker that may use that many MiB of memory. */
  readonly start: (mebibytes: number) => PlanningWorker;
}

/**
 * Characters of a set that is planned at once, in the thread of the sidecar: whatever it holds, that takes a
 * fraction of a second.
 */
const mostAtOnce = 32 * 1024;

/** Concurrent workers: a set that cannot be planned may occupy one of them until its time is up. */
const mostWorkers = 2;

const mebibytes = 192;

/** Milliseconds that a worker may compute for one set; waiting for the cluster does not count. */
const patience: Duration = 60_000;

/**
 * Plans sets in worker threads with limits of memory and time, so that no set of one unit can stall or crash
 * the others. Small sets of built-in kinds are planned at once in this thread: they cannot be expensive,
 * while rules and patterns of definitions can.
 */
export function openPlanApart({ clock, start }: PlanApartOptions): PlanApart {
  const gate = new Semaphore(mostWorkers);
  const pool = new WorkerPool(clock, () => start(mebibytes));
  return async (set, lookups, signal) => {
    const refused = refusalOfText(set);
    if (refused !== undefined) {
      return refused;
    }
    const read = lightReader(set);
    if (read !== undefined) {
      return withinLimits(await planSet(set, lookups, { read }));
    }
    const leave = await gate.acquire(signal);
    try {
      return await planInWorker(set, lookups, { clock, signal, pool });
    } finally {
      leave();
    }
  };
}

interface Apart extends Pick<PlanApartOptions, "clock"> {
  readonly signal: AbortSignal;
  readonly pool: WorkerPool;
}

async function planInWorker(
  set: SetToPlan,
  lookups: SetLookups,
  { clock, signal, pool }: Apart,
): Promise<PlanResult> {
  signal.throwIfAborted();
  const worker = pool.take();
  const place = createPlace();
  try {
    const planned = await supervise(worker, { set, place }, { lookups, clock, signal, patience });
    pool.giveBack(worker);
    return planned;
  } catch (error) {
    worker.terminate();
    signal.throwIfAborted();
    return refusalFor(error, { set, place });
  }
}

/** Returns a reader with the parsed content of a small set of built-in kinds; undefined for any other set. */
function lightReader({ sources, again = [] }: SetToPlan): ((source: SourceText) => ParseResult) | undefined {
  const texts = [...sources, ...again];
  if (texts.reduce((sum, { text }) => sum + text.length, 0) > mostAtOnce) {
    return undefined;
  }
  const readings = new Map(texts.map((source) => [source, readManifests(source)]));
  return [...readings.values()].every(({ objects }) => objects.every((object) => isCheap(object)))
    ? (source) => readings.get(source) ?? readManifests(source)
    : undefined;
}

function isCheap({ apiVersion, kind }: ReadObject): boolean {
  return kind !== "CustomResourceDefinition" && builtinKind(groupOf(apiVersion), kind) !== undefined;
}

const remedies: Readonly<Record<PlanStep, readonly [what: string, remedy: string]>> = {
  reading: ["reading this file", "split it, and avoid anchors, tags and syntax errors"],
  checking: [
    "validating the objects of this unit, most recently this one,",
    "simplify the rules and patterns of its CRD, or split the unit",
  ],
  ordering: ["ordering the objects of this unit", "split it into several units, or reduce its dependencies"],
};

function refusalFor(
  error: unknown,
  { set, place }: { readonly set: SetToPlan; readonly place: PlanningPlace },
): PlanResult {
  if (!(error instanceof PlanningMemoryError || error instanceof PlanningTimeError)) {
    throw error;
  }
  const limit =
    error instanceof PlanningMemoryError ? `${mebibytes} MiB of memory` : `${patience / 1000} seconds`;
  const { step, origin } = placeIn(place, set.sources);
  const [what, remedy] = remedies[step];
  return refusal(set, {
    message: `${what} takes more than ${limit}: ${remedy}`,
    ...(origin && { origin }),
  });
}
