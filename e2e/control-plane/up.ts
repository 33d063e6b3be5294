/**
 * `make cluster-up`: gets a control plane ready, whatever the state before. `--all` also builds the programs
 * that only some tests need, so that no test has to.
 */
import { buildPeers } from "../peers/build-peers.ts";
import { runScript } from "./cannot-start.ts";
import { ensureControlPlane, findHealthy } from "./control-plane.ts";
import { buildPrograms, controlPlanePrograms } from "./program.ts";

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

await runScript(async () => {
  if (process.argv.includes("--all")) {
    await buildPrograms([...controlPlanePrograms, "sample-apiserver"], say);
    await buildPeers(say, ["helm", "kubectl"]);
  }
  const running = await findHealthy();
  if (running !== undefined) {
    say(`the control plane is up already at ${running.server}`);
    return;
  }
  const start = performance.now();
  const { server } = await ensureControlPlane("build", say);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  say(`the control plane is up at ${server} after ${seconds} s; to use it: eval "$(make cluster-env)"`);
});
