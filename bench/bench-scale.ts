/**
 * `make bench-scale`: measures `converge sync` of the built package with many units beside the controllers of
 * Flux, in turn, on the control plane of the tests; then `converge apply` with one large set beside kapp,
 * Helm and kubectl. `--units 100,500,1000`, `--sets 1000,10000`, `--only converge`, `--rest 60`,
 * `--until "one unit changed"`. Prints Markdown tables and writes `dist/bench-scale.json`.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { streamProgress } from "../e2e/control-plane/progress.ts";
import { buildPeers, fluxControllers } from "../e2e/peers/build-peers.ts";
import { benchOnCluster, type ClusterBench } from "./bench-on-cluster.ts";
import { convergeContender } from "./scale/converge-contender.ts";
import { fluxContender } from "./scale/flux-contender.ts";
import { benchUnits, type PhaseFigures } from "./scale/units-bench.ts";
import { benchSets, type SetFigures } from "./scale/sets-bench.ts";
import { setsTable } from "./scale/sets-table.ts";
import { unitsTable } from "./scale/units-table.ts";

const { values } = parseArgs({
  options: {
    units: { type: "string", default: "100,500,1000" },
    sets: { type: "string", default: "1000,10000" },
    only: { type: "string" },
    rest: { type: "string", default: "60" },
    until: { type: "string" },
  },
});

await benchOnCluster(run);

async function run({ folder, buildConverge, say }: ClusterBench): Promise<void> {
  const { only = "" } = values;
  if (only !== "converge") {
    await buildPeers(streamProgress(process.stderr, process.env), fluxControllers);
  }
  const converge = await buildConverge();
  const all = [convergeContender(converge), fluxContender];
  const figures: PhaseFigures[] = [];
  for (const units of numbersIn(values.units)) {
    for (const contender of all.filter(({ name }) => name.toLowerCase().includes(only))) {
      const unavailable = contender.unavailable();
      if (unavailable === undefined) {
        figures.push(
          ...(await benchUnits({ units, contender, rest: Number(values.rest), until: values.until, say })),
        );
      } else {
        say(unavailable);
      }
    }
  }
  const sets: SetFigures[] = [];
  for (const objects of numbersIn(values.sets)) {
    sets.push(...(await benchSets({ objects, only, converge, folder, say })));
  }
  const dist = fileURLToPath(new URL("../dist/", import.meta.url));
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, "bench-scale.json"), `${JSON.stringify({ units: figures, sets }, null, 2)}\n`);
  process.stdout.write([unitsTable(figures), setsTable(sets)].join("\n"));
}

/** The numbers of a list such as `100,1000`; none in an empty one. */
function numbersIn(list: string): readonly number[] {
  return list
    .split(",")
    .filter((word) => word !== "")
    .map(Number);
}
