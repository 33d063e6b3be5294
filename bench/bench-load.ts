/**
 * `make bench-load`: measures `converge apply` of the built package through a proxy that answers some
 * requests with 429, or delays every write by 50 ms, and prints a table. `--rounds`, `--objects` at most.
 */
import { parseArgs } from "node:util";

import { benchOnCluster } from "./bench-on-cluster.ts";
import { benchLoad } from "./load/load-bench.ts";
import { loadTable } from "./load/load-table.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    objects: { type: "string", default: "1000" },
  },
});

await benchOnCluster(async ({ folder, buildConverge, say }) => {
  const converge = await buildConverge();
  const [rounds, objects] = [Number(values.rounds), Number(values.objects)];
  process.stdout.write(loadTable(await benchLoad({ rounds, objects, converge, folder, say })));
});
