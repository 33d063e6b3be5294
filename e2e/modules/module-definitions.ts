/** The CRDs of modules in a cluster that tests share. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { Client } from "../control-plane/api.ts";
import { exclusively } from "../control-plane/exclusive.ts";
import { readKubeconfig } from "../control-plane/kubeconfig.ts";
import { untilDefined } from "../control-plane/until-defined.ts";
import type { TestCluster } from "../control-plane/test-cluster.ts";

/** The folder of the CRDs in the checkout. */
export const moduleDefinitions: string = fileURLToPath(new URL("../../deploy/modules/crd", import.meta.url));

/**
 * Creates the CRDs of modules. They stay, because they are cluster-scoped and concurrent tests use them too,
 * so objects need names unique to a test.
 */
export async function defineModules(plane: Pick<TestCluster, "kubeconfig">): Promise<void> {
  await exclusively("module-definitions", async () => {
    await kubectl(plane, ["apply", "--server-side", "--force-conflicts", "-k", moduleDefinitions]);
    const ours = ["get", "crd", "--selector=app.kubernetes.io/name=converge-modules", "-o", "name"];
    const client = new Client(readKubeconfig(plane.kubeconfig));
    const names = (await kubectl(plane, ours)).trim().split("\n");
    await Promise.all(names.map(async (name) => untilDefined(client, name.slice(name.indexOf("/") + 1))));
  });
}

/**
 * Runs a task while no other test has objects of modules: they are cluster-scoped, and controllers act on all
 * of them. The CRDs have to exist.
 */
export async function withModulesAlone<Result>(task: () => Promise<Result>): Promise<Result> {
  return exclusively("modules", task);
}

/** The output of kubectl as administrator. Rejects with its error output if it fails. */
export async function kubectl(
  { kubeconfig }: Pick<TestCluster, "kubeconfig">,
  words: readonly string[],
): Promise<string> {
  const { stdout } = await promisify(execFile)("kubectl", ["--kubeconfig", kubeconfig, ...words], {
    timeout: 60_000,
  });
  return stdout;
}
