import { writeFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import { readManifests } from "../../lib/manifest/parse-manifests.ts";
import { writeKubeconfig } from "../control-plane/kubeconfig.ts";
import { untilBound } from "../control-plane/until-allowed.ts";
import { testFolder } from "../git/test-folder.ts";
import { type Fleet, openFleet } from "./fleet.ts";
import { controlledClock } from "./controlled-clock.ts";
import { beginSidecar, line, textOf } from "./sidecar.ts";
import { configMap, readyAt } from "./sync-site.ts";

/** Grants the permissions that `converge rbac` prints for a set. Resolves once they are in force. */
async function grant(fleet: Fleet, set: string, words: readonly string[]): Promise<void> {
  const home = ["--release", "shop", "-n", fleet.namespace, "--namespaced"];
  const { code, stdout, stderr } = await fleet.run(["rbac", fleet.write(set), ...home, ...words]);
  if (code !== 0) {
    throw new Error(stderr);
  }
  const file = `${fleet.file}.rbac.yaml`;
  writeFileSync(file, stdout);
  await fleet.kubectl("apply", "-f", file);
  const { objects } = readManifests({ name: file, text: stdout });
  await untilBound(
    fleet.cluster.api,
    objects.map(({ value }) => value),
  );
}

test("a unit acts as its service account, and succeeds once that has the permissions of converge rbac", async (t) => {
  const fleet = await openFleet(t);
  const { repository, configure, beginFleet, create, get, namespace } = fleet;
  await create("serviceaccounts", { metadata: { name: "deployer" } });
  configure([{ name: "shop", namespace, serviceAccount: "deployer" }]);
  const set = configMap("env");
  const commit = await repository.commit({ "shop/env.yaml": set });
  const clock = controlledClock();
  const sidecar = beginFleet([], clock);
  const failed = await sidecar.received((said) => line("state")(said) && said["retryAt"] !== undefined, 0);
  t.regex(
    textOf(failed),
    new RegExp(
      `system:serviceaccount:${namespace}:deployer.*cannot|cannot.*system:serviceaccount:${namespace}:deployer`,
    ),
  );
  t.is(await get("configmaps/env"), undefined);
  await grant(fleet, set, ["--service-account", "deployer"]);
  const at = Date.parse(textOf(failed, "retryAt"));
  clock.wake(({ due }) => Math.abs(due - at) <= 2);
  await readyAt(sidecar, commit);
});

test("with the permissions printed for a sidecar that impersonates another account, nothing is forbidden", async (t) => {
  const fleet = await openFleet(t);
  const { repository, configure, create, cluster, namespace, patch, at, file } = fleet;
  for (const name of ["converge", "deployer"]) {
    await create("serviceaccounts", { metadata: { name } });
  }
  const set = configMap("env", { a: "1" });
  await grant(fleet, set, ["--sync", "--service-account", "converge", "--act-as", "deployer"]);
  const issued = await create("serviceaccounts/converge/token", { spec: { expirationSeconds: 3600 } });
  const token = String(issued.status?.["token"]);
  const { server, ca } = cluster;
  const kubeconfig = writeKubeconfig(join(testFolder(t), "kubeconfig"), { server, ca, token, namespace });
  configure([{ name: "shop", namespace, serviceAccount: "deployer", recheck: "1s" }]);
  const commit = await repository.commit({ "shop/env.yaml": set });
  const mark = await cluster.auditMark();
  const sidecar = beginSidecar(t, ["--config", file], { kubeconfig });
  await readyAt(sidecar, commit);
  await patch("configmaps/env", { data: { a: "drift" } });
  await cluster.until(at("configmaps/env"), (map) => map?.data?.["a"] === "1");
  await sidecar.received(line("runEnded", { reason: "recheck" }), 0);
  await sidecar.stop();
  const ours = (await cluster.auditSince(mark)).filter(
    ({ user }) => user.username === `system:serviceaccount:${namespace}:converge`,
  );
  t.deepEqual(
    ours
      .filter(({ responseStatus }) => responseStatus?.code === 403)
      .map(({ verb, requestURI }) => `${verb} ${requestURI}`),
    [],
  );
  const writers = ours
    .filter(({ verb, objectRef }) => verb === "patch" && objectRef?.resource === "configmaps")
    .map(({ impersonatedUser }) => impersonatedUser?.username);
  t.deepEqual([...new Set(writers)], [`system:serviceaccount:${namespace}:deployer`]);
});
