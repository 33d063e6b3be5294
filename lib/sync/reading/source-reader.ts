import type { Reading } from "../../manifest/read-manifests.ts";
import { readManifests } from "../../manifest/read-manifests.ts";
import type { Clock } from "../../object/clock.ts";
import type { Duration } from "../../object/duration.ts";
import type { SourceText } from "../../object/source-text.ts";
import { Due } from "../due.ts";
import { Gate } from "../gate.ts";
import { withText } from "./answer-reading.ts";
import { type ReadingWorker, ReadingMemoryError } from "./reading-worker.ts";

/** What reading needs of the surroundings. */
export interface ReaderFacts {
  readonly clock: Pick<Clock, "now" | "after">;
  /** Starts a worker that may have so many MiB of memory. */
  readonly start: (mebibytes: number) => ReadingWorker;
}

/** Reads the sources of a set: one reading for each. Throws the signal's reason where that aborts before. */
export type ReadSources = (
  sources: readonly SourceText[],
  signal: AbortSignal,
) => Promise<readonly Reading[]>;

/** Characters of a set that are read at once, in the thread of the sidecar: by whatever they hold, that takes a fraction of a second. */
const mostAtOnce = 128 * 1024;

/** Workers at a time: a set that cannot be read may hold one of them until its time is over. */
const mostWorkers = 2;

const mebibytes = 192;

/** Milliseconds that reading one source may take, and after which a worker with nothing to do ends. */
const patience: Duration = 30_000;
const idleTime: Duration = 30_000;

/**
 * Reads large sets apart from the sidecar, in threads with limits of memory and time, so that no text of one unit can stall or end the others.
 * Threads are started when they are needed, and end when they have had nothing to do for a while.
 */
export function openSourceReader({ clock, start }: ReaderFacts): ReadSources {
  const gate = new Gate(mostWorkers);
  const idle: { readonly worker: ReadingWorker; readonly end: Due }[] = [];
  const rest = (worker: ReadingWorker): void => {
    const end = new Due(clock, () => {
      idle.splice(idle.indexOf(resting), 1);
      worker.terminate();
    });
    const resting = { worker, end };
    idle.push(resting);
    end.set(idleTime);
  };
  const wake = (): ReadingWorker => {
    const resting = idle.pop();
    resting?.end.clear();
    return resting?.worker ?? start(mebibytes);
  };
  return async (sources, signal) => {
    if (sources.reduce((sum, { text }) => sum + text.length, 0) <= mostAtOnce) {
      return sources.map((source) => readManifests(source));
    }
    const leave = await gate.enter(signal);
    try {
      return await readApart(sources, { clock, signal, wake, rest });
    } finally {
      leave();
    }
  };
}

interface Apart extends Pick<ReaderFacts, "clock"> {
  readonly signal: AbortSignal;
  readonly wake: () => ReadingWorker;
  readonly rest: (worker: ReadingWorker) => void;
}

/** Reads sources in a worker. What it cannot read is the fault of the source that it was at; the next worker reads the others. */
async function readApart(
  sources: readonly SourceText[],
  { clock, signal, wake, rest }: Apart,
): Promise<readonly Reading[]> {
  const readings: Reading[] = [];
  while (readings.length < sources.length) {
    signal.throwIfAborted();
    const worker = wake();
    try {
      await answersOf(worker, sources.slice(readings.length), {
        clock,
        signal,
        take: (reading) => readings.push(reading),
      });
      rest(worker);
    } catch (error) {
      worker.terminate();
      signal.throwIfAborted();
      const source = sources[readings.length];
      if (source !== undefined) {
        readings.push(unreadable(source, error));
      }
    }
  }
  return readings;
}

class ReadingTimeError extends Error {
  override readonly name = "ReadingTimeError";
}

interface Taking extends Pick<Apart, "clock" | "signal"> {
  readonly take: (reading: Reading) => void;
}

/** Takes the answers of a worker, one for each source. Rejects where it ends before, where one takes too long, and at the signal. */
async function answersOf(
  worker: ReadingWorker,
  sources: readonly SourceText[],
  { clock, signal, take }: Taking,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const late = new Due(clock, () => {
    reject(new ReadingTimeError());
  });
  const abort = (): void => {
    reject(signal.reason);
  };
  signal.addEventListener("abort", abort);
  worker.hear((answer) => {
    const source = sources[answer.index];
    if (source !== undefined) {
      take(withText(answer, source));
      late.set(patience);
    }
    if (answer.index === sources.length - 1) {
      resolve();
    }
  }, reject);
  late.set(patience);
  worker.read(sources);
  try {
    await promise;
  } finally {
    late.clear();
    signal.removeEventListener("abort", abort);
  }
}

function unreadable({ name }: SourceText, error: unknown): Reading {
  const limit =
    error instanceof ReadingMemoryError ? `${mebibytes} MiB of memory` : `${patience / 1000} seconds`;
  if (!(error instanceof ReadingMemoryError || error instanceof ReadingTimeError)) {
    throw error;
  }
  const message = `reading this file takes more than ${limit}: divide it, and write it without anchors, tags and syntax errors`;
  return {
    objects: [],
    faulty: [],
    diagnostics: [{ code: "TooLarge", severity: "error", message, origin: { file: name, line: 1 } }],
  };
}
