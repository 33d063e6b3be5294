/**
 * `make judge-order TOOL=argocd CASES=60 SEED=1 FOLDER=path`: compares the order in which `converge apply
 * --compat=TOOL` writes random sets with the order in which kapp, or the sync engine of Argo CD, writes them.
 * For Argo CD, sets of one rule each and those of FOLDER come first. Exits with code 1 on a difference.
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
import { judgeOrders } from "./judge/order-verdict.ts";
import { buildPeers } from "./peers/build-peers.ts";

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      tool: { type: "string", default: "kapp" },
      cases: { type: "string", default: "60" },
      seed: { type: "string", default: "1" },
      folder: { type: "string" },
      only: { type: "string" },
    },
  });
  const wanted = { cases: Number(values.cases), seed: values.seed, only: values.only };
  const isOfArgo = values.tool === "argocd";
  await buildPeers(streamProgress(process.stderr, process.env), [isOfArgo ? "argo-engine" : "kapp"]);
  const cluster = await testCluster();
  const folder = mkdtempSync(join(tmpdir(), "converge-judge-"));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const engine = isOfArgo ? new ArgoEngine(cluster.kubeconfig) : undefined;
  stack.defer(() => engine?.end());
  const cases =
    engine === undefined
      ? kappCases(wanted, { cluster, folder })
      : argoCases({ ...wanted, manifests: values.folder }, { cluster, folder, engine });
  const isSame = await judgeOrders(cases, (line) => void process.stdout.write(`${line}\n`));
  process.exitCode = isSame ? 0 : 1;
});
