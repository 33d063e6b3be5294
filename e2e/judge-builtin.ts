/** Compares offline validation with the API server on built-in kinds. `make judge SEEDS=10`. */
import { parseArgs } from "node:util";

import { testCluster } from "./control-plane/test-cluster.ts";
import { describeBuiltin, differing, summarizeBuiltin } from "./judge/builtin/builtin-summary.ts";
import { judgeBuiltin } from "./judge/builtin/judge-builtin.ts";
import { openReviewContext } from "./judge/judge-server.ts";

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: "string", default: "1" },
      seeds: { type: "string", default: "1" },
      cases: { type: "string", default: "3000" },
      updates: { type: "string", default: "6" },
      kinds: { type: "string", default: "" },
    },
  });
  const cluster = await testCluster();
  const { builtin } = await openReviewContext(cluster);
  const first = Number(values.seed);
  for (const seed of Array.from({ length: Number(values.seeds) }, (_, index) => first + index)) {
    const extent = {
      seed,
      cases: Number(values.cases),
      updates: Number(values.updates),
      folders: ["fixtures", ...positionals],
      kinds: new Set(values.kinds.split(",").filter((kind) => kind !== "")),
    };
    const reviews = await judgeBuiltin(cluster, builtin, extent);
    const { text, falseRefusals } = summarizeBuiltin(reviews);
    const lines = differing(reviews).map(describeBuiltin);
    process.stdout.write(`${[...lines, `seed ${seed}: ${text}`].join("\n")}\n`);
    process.exitCode = falseRefusals.length === 0 ? process.exitCode : 1;
  }
}

await main();
