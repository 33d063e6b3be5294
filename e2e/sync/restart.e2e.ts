import { join } from "node:path";

import test from "ava";

import { deployment } from "../apply/manifests.ts";
import { writesOf } from "../apply/server-order.ts";
import { testFolder } from "../git/test-folder.ts";
import { openFleet, setWritesOf } from "./fleet.ts";
import { startTestProcess } from "./test-process.ts";
import { line } from "./sidecar.ts";
import { configMap, readyAt } from "./sync-site.ts";

test("a restart without changes only writes Leases", async (t) => {
  const { repository, configure, beginFleet, cluster, requests, namespace } = await openFleet(t);
  configure([
    { name: "shop", recheck: "1s" },
    { name: "blog", recheck: "1s", dependsOn: ["shop"] },
  ]);
  const commit = await repository.commit({
    "shop/env.yaml": configMap("shop"),
    "shop/web.yaml": JSON.stringify(deployment("web")),
    "shop/job.yaml": JSON.stringify({ ...JSON.parse(configMap("hook")), metadata: hookMetadata }),
    "blog/env.yaml": configMap("blog"),
  });
  const words = ["--identity", "sync-0"];
  const first = beginFleet(words);
  await readyAt(first, commit, "blog");
  // It reports what is left when it is stopped.
  await first.stop();
  const path = `/apis/converge.dev/v1/namespaces/${namespace}/units/`;
  const reported = await Promise.all(
    ["shop", "blog"].map(async (name) =>
      cluster.until(`${path}${name}`, (unit) => unit?.status?.["phase"] === "Ready"),
    ),
  );
  const mark = await cluster.auditMark();
  const second = beginFleet(words);
  await readyAt(second, commit, "blog");
  await second.received(line("runEnded", { unit: "shop", reason: "recheck" }), 0);
  await second.received(line("runEnded", { unit: "blog", reason: "recheck" }), 0);
  await second.stop();
  t.deepEqual(
    writesOf(await requests(mark)).filter((write) => !write.includes(" leases/")),
    [],
  );
  const after = await Promise.all(["shop", "blog"].map((name) => cluster.api("GET", `${path}${name}`)));
  t.deepEqual(
    after.map(({ object }) => object?.metadata.resourceVersion),
    reported.map((unit) => unit?.metadata.resourceVersion),
  );
});

const hookMetadata = { name: "hook", annotations: { "helm.sh/hook": "pre-install,pre-upgrade" } };

test("a commit that does not change the set writes none of its objects", async (t) => {
  const { repository, configure, beginFleet, cluster, requests } = await openFleet(t);
  configure([{ name: "shop" }]);
  const sidecar = beginFleet();
  await readyAt(sidecar, await repository.commit({ "shop/env.yaml": configMap("env", { a: "1" }) }));
  const mark = await cluster.auditMark();
  await readyAt(sidecar, await repository.commit({ "README.md": "hello\n" }));
  await sidecar.stop();
  t.deepEqual(setWritesOf(await requests(mark)), []);
});

test("a sidecar killed during a run does not wait for the lock of its earlier process", async (t) => {
  const { repository, configure, beginFleet, cluster, at, file, kubeconfig } = await openFleet(t);
  configure([{ name: "shop" }]);
  const stuck = deployment("web", { pod: { "converge.test/pod": "unready" } });
  await repository.commit({ "shop/web.yaml": JSON.stringify(stuck) });
  const words = ["--identity", "sync-0"];
  const program = join(import.meta.dirname, "../../cmd/converge.mjs");
  const killed = startTestProcess(t, [process.execPath, program, "sync", "--config", file, ...words], {
    folder: testFolder(t),
    env: { KUBECONFIG: kubeconfig },
  });
  await cluster.until(at("apps/deployments/web"), (web) => web?.status?.["updatedReplicas"] === 1);
  await killed.kill();
  const commit = await repository.commit({ "shop/web.yaml": JSON.stringify(deployment("web")) });
  const sidecar = beginFleet(words);
  await readyAt(sidecar, commit);
  t.notRegex(JSON.stringify(sidecar.log()), /another run holds/);
});
