/** Compares offline validation with the API server on CRDs and custom resources. `make judge SEEDS=10`. */
import { parseArgs } from "node:util";

import { testCluster } from "./control-plane/test-cluster.ts";
import type { Review } from "./judge/review.ts";
import { judgeManifests } from "./judge/judge-manifests.ts";
import { judgeServer } from "./judge/judge-server.ts";
import { describeReview, summarize } from "./judge/summary.ts";

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
  if (values.manifests !== undefined) {
    report(values.manifests, await judgeManifests(cluster, values.manifests));
    return;
  }
  const first = Number(values.seed);
  for (const seed of Array.from({ length: Number(values.seeds) }, (_, index) => first + index)) {
    const startedAt = Date.now();
    const share = Number(values.cases) / 2000;
    const extent = { seed, definitions: Math.ceil(300 * share), stages: Math.ceil(45 * share) };
    const reviews = await judgeServer(cluster, { ...extent, objects: 56, updates: 24, changes: 6 });
    report(`seed ${seed} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`, reviews);
  }
}

function report(what: string, reviews: readonly Review[]): void {
  const { disagreements, text } = summarize(reviews);
  for (const review of disagreements) {
    say(describeReview(review));
  }
  say(`${what}: ${text}`);
  process.exitCode = disagreements.length === 0 ? process.exitCode : 1;
}

await main();
