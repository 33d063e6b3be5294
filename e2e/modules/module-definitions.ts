/** The resources of modules in a cluster that tests share. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { exclusively } from "../control-plane/exclusive.ts";
import type { TestCluster } from "../control-plane/test-cluster.ts";

/** The folder of the definitions in the checkout. */
export const moduleDefinitions: string = fileURLToPath(new URL("../../deploy/modules/crd", import.meta.url));

/**
 * Has the cluster know the resources of modules. They stay: they belong to the whole cluster, and tests that
 * run beside this one use them too, so objects in them need names of the test's own.
 */
export async function defineModules(plane: Pick<TestCluster, "kubeconfig">): Promise<void> {
  await exclusively("module-definitions", async () => {
    await kubectl(plane, ["apply", "--server-side", "--force-conflicts", "-k", moduleDefinitions]);
    const ours = ["crd", "--selector=app.kubernetes.io/name=converge-modules"];
    await kubectl(plane, ["wait", "--for=condition=Established", "--timeout=30s", ...ours]);
  });
}

/**
 * Runs a task while no other test has objects of modules: they belong to the whole cluster, and controllers
 * act on whatever they find. The definitions have to be there.
 */
export async function withModulesAlone<Result>(task: () => Promise<Result>): Promise<Result> {
  return exclusively("modules", task);
}

/** What kubectl prints, as administrator. Rejects where it fails, with what it says. */
export async function kubectl(
  { kubeconfig }: Pick<TestCluster, "kubeconfig">,
  words: readonly string[],
): Promise<string> {
  const { stdout } = await promisify(execFile)("kubectl", ["--kubeconfig", kubeconfig, ...words], {
    timeout: 60_000,
  });
  return stdout;
}
