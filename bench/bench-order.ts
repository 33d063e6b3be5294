/**
 * `make bench-order`: measures how long sets of other tools take on the control plane of the tests, until
 * everything is ready, beside their critical path: `converge apply` of the built package in its own order and
 * in that of the other tool, and kapp. `--scale 5`: how many times as long as written pods take. Prints a
 * Markdown table and writes `dist/bench-order.json`. Exits with code 1 if the own order takes more than 1.1
 * times the critical path.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { benchOnCluster } from "./bench-on-cluster.ts";
import { benchOrders, orderTable } from "./order/order-bench.ts";

const { values } = parseArgs({
  options: {
    scale: { type: "string", default: "5" },
  },
});

/** The greatest share of the critical path that a run may take. */
const most = 1.1;

await benchOnCluster(async ({ folder, buildConverge, say }) => {
  const converge = await buildConverge();
  const figures = await benchOrders({ converge, folder, scale: Number(values.scale), say });
  const dist = fileURLToPath(new URL("../dist/", import.meta.url));
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, "bench-order.json"), `${JSON.stringify(figures, null, 2)}\n`);
  process.stdout.write(orderTable(figures));
  process.exitCode = figures.some(({ converge: own, critical }) => own > most * critical) ? 1 : 0;
});
