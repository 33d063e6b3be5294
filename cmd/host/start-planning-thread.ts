import { Worker } from "node:worker_threads";

import {
  PlanningMemoryError,
  type PlanningReport,
  type PlanningWorker,
} from "../../lib/sync/planning/planning-worker.ts";

/** In a checkout, the thread runs the source directly; in the package, the file built from it. */
const entry = new URL(
  import.meta.url.endsWith(".ts") ? "../planning-thread.ts" : "./planning-thread.js",
  import.meta.url,
);

/**
 * Starts a thread that plans sets. Its memory is limited by V8: if it is exceeded, the thread ends, but not
 * the process.
 */
export function startPlanningThread(mebibytes: number): PlanningWorker {
  const worker = new Worker(entry, {
    resourceLimits: { maxOldGenerationSizeMb: mebibytes, maxYoungGenerationSizeMb: 16 },
  });
  // It does not keep the process alive while it is idle.
  worker.unref();
  return {
    send: (order) => {
      worker.ref();
      worker.postMessage(order, []);
    },
    listen: (reported, ended) => {
      worker.removeAllListeners();
      worker.on("message", (report: PlanningReport) => {
        if (report.type === "planned") {
          worker.unref();
        }
        // Otherwise, reports in quick succession would be handled in one turn of the event loop.
        setImmediate(reported, report);
      });
      worker.on("error", (error: unknown) => {
        ended(isOutOfMemory(error) ? new PlanningMemoryError() : asError(error));
      });
      worker.on("exit", (code) => {
        ended(new Error(`the thread that plans sets has ended (${code})`));
      });
    },
    terminate: () => {
      worker.removeAllListeners();
      worker.on("error", () => {});
      void worker.terminate();
    },
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
