/** The entry of a thread that reads sources for a sidecar: see `start-reading-thread.ts`. */
import { parentPort } from "node:worker_threads";

import type { SourceText } from "../lib/object/source-text.ts";
import { answerReading } from "../lib/sync/reading/answer-reading.ts";

parentPort?.on("message", (sources: readonly SourceText[]) => {
  answerReading(sources, (answer) => {
    parentPort?.postMessage(answer, []);
  });
});
