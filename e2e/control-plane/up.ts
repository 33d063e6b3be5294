/**
 * `make cluster-up`: gets a control plane ready, whatever the state before. `--all` also builds the programs
 * that only some tests need, so that no test has to. `--check` only checks what this machine needs for it.
 */
import { parseArgs } from "node:util";

import { buildablePeers } from "../peers/build-peers.ts";
import { buildMissing, checkPrerequisites } from "./build-missing.ts";
import { runScript } from "./cannot-start.ts";
import { ensureControlPlane, findHealthy } from "./control-plane.ts";
import { buildablePrograms, controlPlanePrograms } from "./program.ts";
import { streamProgress } from "./progress.ts";

const { values } = parseArgs({
  options: { all: { type: "boolean", default: false }, check: { type: "boolean", default: false } },
});

await runScript(async () => {
  const programs = [
    ...buildablePrograms(values.all ? [...controlPlanePrograms, "sample-apiserver"] : controlPlanePrograms),
    ...(values.all ? buildablePeers(["helm", "kubectl"]) : []),
  ];
  checkPrerequisites(programs);
  if (values.check) {
    return;
  }
  const progress = streamProgress(process.stderr, process.env);
  await buildMissing(programs, progress);
  const running = await findHealthy();
  if (running !== undefined) {
    progress.say(`Kubernetes is running already at ${running.server}`);
    return;
  }
  const start = performance.now();
  const { server } = await ensureControlPlane("build", progress);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  progress.say(
    `Kubernetes is running at ${server} after ${seconds} s; to use it: eval "$(make cluster-env)"`,
  );
});
