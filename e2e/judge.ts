/** Compares what converge says of definitions and custom resources with what the API server says. `make judge SEEDS=10`. */
import { parseArgs } from "node:util";

import { testCluster } from "./control-plane/test-cluster.ts";
import { judgeServer } from "./judge/judge-server.ts";
import { describeHearing, summarize } from "./judge/summary.ts";

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      seeds: { type: "string", default: "1" },
      cases: { type: "string", default: "2000" },
      manifests: { type: "string" },
    },
  });
  const cluster = await testCluster();
  const first = Number(values.seed);
  let differing = 0;
  for (const seed of Array.from({ length: Number(values.seeds) }, (_, index) => first + index)) {
    const startedAt = Date.now();
    const share = Number(values.cases) / 2000;
    const hearings = await judgeServer(cluster, {
      seed,
      definitions: Math.ceil(300 * share),
      stages: Math.ceil(30 * share),
      objects: 40,
      updates: 20,
      changes: 6,
    });
    const summary = summarize(hearings);
    for (const hearing of summary.disagreements) {
      say(describeHearing(hearing));
    }
    say(`seed ${seed}: ${summary.text} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
    differing += summary.disagreements.length;
  }
  process.exitCode = differing === 0 ? 0 : 1;
}

await main();
