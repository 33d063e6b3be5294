import test from "ava";

import { deployment } from "../apply/manifests.ts";
import { openFleet } from "./fleet.ts";
import { configMap, readyAt } from "./sync-site.ts";

test("kubectl shows what the run of a unit waits for until the run ends", async (t) => {
  const { repository, configure, beginFleet, cluster, namespace } = await openFleet(t);
  configure([{ name: "shop" }]);
  const stuck = deployment("web", { pod: { "converge.test/pod": "unready" } });
  await repository.commit({
    "shop/env.yaml": configMap("env"),
    "shop/web.yaml": JSON.stringify(stuck),
  });
  const sidecar = beginFleet();
  const path = `/apis/converge.dev/v1/namespaces/${namespace}/units/shop`;
  await cluster.until(path, (unit) =>
    /^applies main@[0-9a-f]{12}; waits for Deployment web: 0 of 1 /.test(String(unit?.status?.["message"])),
  );
  const commit = await repository.commit({ "shop/web.yaml": JSON.stringify(deployment("web")) });
  await readyAt(sidecar, commit);
  const ready = await cluster.until(path, (unit) => unit?.status?.["phase"] === "Ready");
  t.regex(String(ready?.status?.["message"]), /^main@[0-9a-f]{12}: 2 objects/);
});
