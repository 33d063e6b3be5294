/**
 * `make judge-order TOOL=argocd CASES=60 SEED=1 FOLDER=path`: compares the order in which `converge apply
 * --compat=TOOL` writes random sets with the order in which kapp, or the sync engine of Argo CD, writes them.
 * Sets of one rule each (for Argo CD) and those made of the manifests in FOLDER come first. `--results FILE`:
 * where each result is stored; the sets in it are not judged again. `--layouts 5`: the number
 * of sets of each file in FOLDER. `--jobs 3`: the number of sets at the same time. Exits with code 1 on a
 * difference.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { runScript } from "./control-plane/cannot-start.ts";
import { streamProgress } from "./control-plane/progress.ts";
import { testCluster } from "./control-plane/test-cluster.ts";
import { argoCases } from "./judge/argo/judge-argo.ts";
import { ArgoEngine } from "./judge/argo/argo-engine.ts";
import { kappCases } from "./judge/kapp/judge-kapp.ts";
import { openResults } from "./judge/order/order-results.ts";
import { judgeOrders } from "./judge/order/order-verdict.ts";
import { buildPeers } from "./peers/build-peers.ts";

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      tool: { type: "string", default: "kapp" },
      cases: { type: "string", default: "60" },
      seed: { type: "string", default: "1" },
      folder: { type: "string" },
      only: { type: "string" },
      results: { type: "string" },
      layouts: { type: "string", default: "1" },
      jobs: { type: "string", default: "1" },
    },
  });
  const { seed, only, folder: manifests } = values;
  const selection = { cases: Number(values.cases), seed, only, manifests, layouts: Number(values.layouts) };
  const atOnce = Number(values.jobs);
  const isOfArgo = values.tool === "argocd";
  await buildPeers(streamProgress(process.stderr, process.env), [isOfArgo ? "argo-engine" : "kapp"]);
  const cluster = await testCluster();
  const folder = mkdtempSync(join(tmpdir(), "converge-judge-"));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const engines = isOfArgo ? Array.from({ length: atOnce }, () => new ArgoEngine(cluster.kubeconfig)) : [];
  for (const engine of engines) {
    stack.defer(() => engine.end());
  }
  const cases = isOfArgo
    ? argoCases(selection, { cluster, folder, engines: [...engines] })
    : kappCases(selection, { cluster, folder });
  const isSame = await judgeOrders(cases, {
    print: (line) => void process.stdout.write(`${line}\n`),
    atOnce,
    ...openResults(values.results),
  });
  process.exitCode = isSame ? 0 : 1;
});
