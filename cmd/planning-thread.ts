/** The entry point of a thread that plans sets for a sidecar: see `start-planning-thread.ts`. */
import { parentPort } from "node:worker_threads";

import { planningOrders } from "../lib/sync/planning/answer-planning.ts";

parentPort?.on(
  "message",
  planningOrders((report) => parentPort?.postMessage(report, [])),
);
