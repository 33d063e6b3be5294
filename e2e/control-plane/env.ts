/**
 * `make cluster-env`: prints shell commands that make the control plane the cluster of the shell, and of the
 * tests.
 */
import { CannotStart, runScript } from "./cannot-start.ts";
import { findHealthy } from "./control-plane.ts";

await runScript(async () => {
  const running = await findHealthy();
  if (running === undefined) {
    throw new CannotStart("no control plane is running: make cluster-up");
  }
  const path = `'${running.kubeconfig.replaceAll("'", String.raw`'\''`)}'`;
  process.stdout.write(`export KUBECONFIG=${path} CONVERGE_E2E_KUBECONFIG=${path}\n`);
});
