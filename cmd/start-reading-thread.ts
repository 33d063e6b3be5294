import { Worker } from "node:worker_threads";

import {
  type ReadAnswer,
  ReadingMemoryError,
  type ReadingWorker,
} from "../lib/sync/reading/reading-worker.ts";

/** In a checkout the thread runs the source as it is; the package has it beside this code, built from that. */
const entry = new URL(
  import.meta.url.endsWith(".ts") ? "reading-thread.ts" : "reading-thread.js",
  import.meta.url,
);

/** Starts a thread that reads sources. Its memory is a limit of V8's: beyond it the thread ends, and the process goes on. */
export function startReadingThread(mebibytes: number): ReadingWorker {
  const worker = new Worker(entry, {
    resourceLimits: { maxOldGenerationSizeMb: mebibytes, maxYoungGenerationSizeMb: 16 },
  });
  let open = 0;
  // While it has nothing to read it does not keep the process alive.
  worker.unref();
  return {
    read: (sources) => {
      open = sources.length;
      worker.ref();
      worker.postMessage(sources, []);
    },
    hear: (answered, ended) => {
      worker.removeAllListeners();
      worker.on("message", (answer: ReadAnswer) => {
        open -= 1;
        if (open === 0) {
          worker.unref();
        }
        answered(answer);
      });
      worker.on("error", (error: unknown) => {
        ended(isOutOfMemory(error) ? new ReadingMemoryError() : asError(error));
      });
      worker.on("exit", (code) => {
        ended(new Error(`the thread that reads manifests has ended (${code})`));
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
