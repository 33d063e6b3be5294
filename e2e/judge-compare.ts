/**
 * `make judge-compare SEEDS=3 FOLDER=path`: compares what `converge compare` reports about edits of manifests
 * with the effects of applying them. Objects of the fixtures, of the samples of `make judge` and of FOLDER
 * are applied, edited in many ways and applied again, on the control plane of the tests. Prints every
 * disagreement, and exits with code 1 if there is one.
 */
import { parseArgs } from "node:util";

import { runScript } from "./control-plane/cannot-start.ts";
import { testCluster, type TestCluster } from "./control-plane/test-cluster.ts";
import { readResources } from "./judge/builtin/builtin-corpus.ts";
import { readBundles } from "./judge/compare/compare-corpus.ts";
import { type ComparedEdit, describeEdit, summarizeEdits, verdictOf } from "./judge/compare/compared-edit.ts";
import { judgeEdits } from "./judge/compare/judge-edits.ts";
import { acceptedBundles, type EditContext, placeholder } from "./judge/compare/try-edits.ts";
import { openReviewContext } from "./judge/judge-server.ts";
import { inParallel } from "./judge/workers.ts";

/** Sets that are judged at the same time. */
const atOnce = 4;

async function openContext(cluster: TestCluster, folders: readonly string[]): Promise<EditContext> {
  const { builtin } = await openReviewContext(cluster);
  const resources = await readResources(cluster.api, placeholder);
  const { minor } = builtin;
  const context = { cluster, bundles: readBundles(folders, builtin), resources, minor };
  return { ...context, bundles: await acceptedBundles(context) };
}

await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seeds: { type: "string", default: "1" },
      seed: { type: "string", default: "1" },
      cases: { type: "string", default: "50" },
      case: { type: "string" },
    },
  });
  const context = await openContext(await testCluster(), ["fixtures", ...positionals]);
  const numbers =
    values.case === undefined
      ? Array.from({ length: Number(values.cases) }, (_, index) => index)
      : [Number(values.case)];
  const all: ComparedEdit[] = [];
  for (let seed = Number(values.seed); seed < Number(values.seed) + Number(values.seeds); seed += 1) {
    const edits = await inParallel(numbers, atOnce, async (number) => {
      const { edits: found, failed } = await judgeEdits(context, seed, number);
      if (failed.length > 0) {
        process.stdout.write(
          `seed ${String(seed)}, case ${String(number)} has errors: ${failed.join("; ")}\n`,
        );
      }
      for (const edit of found.filter((one) => verdictOf(one) !== "same")) {
        process.stdout.write(`seed ${String(seed)}, case ${String(number)}: ${describeEdit(edit)}\n`);
      }
      return found;
    });
    process.stdout.write(`seed ${String(seed)}: ${summarizeEdits(edits.flat())}\n`);
    all.push(...edits.flat());
  }
  process.exitCode = all.every((edit) => verdictOf(edit) === "same") ? 0 : 1;
});
