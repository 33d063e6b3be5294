import test from "ava";

import { openTestRepository } from "../git/test-repository.ts";
import { startOwnApiServer } from "./own-api-server.ts";
import { beginSidecar, line } from "./sidecar.ts";
import { configMap, readyAt } from "./sync-site.ts";
import { defineUnits } from "./reported-unit.ts";

test("after an API server dies and comes back, new commits are applied and drift is detected", async (t) => {
  const { kubeconfig, client, kill, start } = await startOwnApiServer(t);
  await defineUnits({ kubeconfig });
  const repository = await openTestRepository(t);
  const words = ["--repo", repository.url, "--path", "deploy", "--interval", "1s", "--release", "shop"];
  const sidecar = beginSidecar(t, words, { kubeconfig });
  await readyAt(sidecar, await repository.commit({ "deploy/env.yaml": configMap("env", { a: "1" }) }));
  await kill();
  const commit = await repository.commit({ "deploy/env.yaml": configMap("env", { a: "2" }) });
  // A member without its Lease is assigned no units.
  await sidecar.received(line("members", { keeps: [] }), 0);
  await start();
  await readyAt(sidecar, commit);
  const path = "/api/v1/namespaces/default/configmaps/env";
  t.like((await client.api("GET", path)).object, { data: { a: "2" } });
  await client.api("PATCH", path, { data: { a: "drift" } });
  await client.until(path, (map) => map?.data?.["a"] === "2");
  const unit = "/apis/converge.dev/v1/namespaces/default/units/shop";
  await client.until(unit, (found) => found?.status?.["phase"] === "Ready");
  t.is((await sidecar.stop()).code, 0);
});
