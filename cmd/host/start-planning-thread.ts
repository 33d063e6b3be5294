import { Worker } from "node:worker_threads";

import {
  PlanningMemoryError,
  type PlanningReport,
  type PlanningWorker,
} from "../../lib/sync/planning/planning-worker.ts";

/**
 * In a checkout the thread runs the source as it is; the package has it beside this code, built from that.
 */
const entry = new URL(
  import.meta.url.endsWith(".ts") ? "../planning-thread.ts" : "./planning-thread.js",
  import.meta.url,
);

/**
 * Starts a thread that plans sets. Its memory is a limit of V8's: beyond it the thread ends, and the process
 * goes on.
 */
export function startPlanningThread(mebibytes: number): PlanningWorker {
  const worker = new Worker(entry, {
    resourceLimits: { maxOldGenerationSizeMb: mebibytes, maxYoungGenerationSizeMb: 16 },
  });
  // While it has nothing to plan it does not keep the process alive.
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
        // Reports that come in quickly would otherwise be taken in one turn of the event loop.
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
