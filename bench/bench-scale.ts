/**
 * `make bench-scale`: measures `converge sync` of the built package with many units beside the controllers of
 * Flux and Argo CD, in turn, on the control plane of the tests; then `converge apply` with one large set
 * beside kapp, Helm and kubectl. `--units 100,500,1000`, `--sets 1000,10000`, `--only converge,argo`,
 * `--rest 60`, `--until "one unit changed"`, `--most 300` (a contender that takes longer for a phase ends).
 * Prints Markdown tables and writes `dist/bench-scale.json`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { streamProgress } from "../e2e/control-plane/progress.ts";
import { buildPeers, scalePeers } from "../e2e/peers/build-peers.ts";
import { benchOnCluster, type ClusterBench } from "./bench-on-cluster.ts";
import { argoContender } from "./scale/argo-contender.ts";
import { convergeContender } from "./scale/converge-contender.ts";
import { fluxContender, fluxWithOneFolder } from "./scale/flux-contender.ts";
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
    most: { type: "string", default: "300" },
  },
});

await benchOnCluster(run);

async function run({ folder, buildConverge, say }: ClusterBench): Promise<void> {
  const { only = "" } = values;
  const parts = only.toLowerCase().split(",");
  const isMeasured = (name: string): boolean => parts.some((part) => name.toLowerCase().includes(part));
  const unitCounts = numbersIn(values.units);
  if (only !== "converge" && unitCounts.length > 0) {
    await buildPeers(streamProgress(process.stderr, process.env), scalePeers);
  }
  const converge = await buildConverge();
  const all = [convergeContender(converge), fluxWithOneFolder, fluxContender, argoContender];
  const figures: PhaseFigures[] = [];
  const sets: SetFigures[] = [];
  const report = (found: PhaseFigures): void => {
    figures.push(found);
    say(`${found.seconds.toFixed(1)} s, ${found.cpuSeconds.toFixed(1)} s CPU`);
    writeFigures({ units: figures, sets });
  };
  for (const units of unitCounts) {
    for (const contender of all.filter(({ name }) => isMeasured(name))) {
      const unavailable = contender.unavailable();
      if (unavailable === undefined) {
        const [rest, longest] = [Number(values.rest), Number(values.most)];
        await benchUnits({ units, contender, rest, longest, until: values.until, report, say });
      } else {
        say(unavailable);
      }
    }
  }
  for (const objects of numbersIn(values.sets)) {
    sets.push(...(await benchSets({ objects, isMeasured, converge, folder, say })));
    writeFigures({ units: figures, sets });
  }
  process.stdout.write([unitsTable(figures), setsTable(sets)].join("\n"));
}

/** Writes what is known so far: a measurement takes an hour or more. */
function writeFigures(figures: object): void {
  const dist = fileURLToPath(new URL("../dist/", import.meta.url));
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(dist, "bench-scale.json"), `${JSON.stringify(figures, null, 2)}\n`);
}

/** The numbers of a list such as `100,1000`; none of `0`. */
function numbersIn(list: string): readonly number[] {
  return list
    .split(",")
    .map(Number)
    .filter((number) => number > 0);
}
