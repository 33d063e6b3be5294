import test from "ava";

import { configurationPace } from "../../lib/sync/config/follow-configuration.ts";
import { openFleet } from "./fleet.ts";
import { controlledClock } from "./controlled-clock.ts";
import { line } from "./sidecar.ts";
import { configMap, readyAt } from "./sync-site.ts";

test("kubectl waits for a unit, suspends it, resumes it, and requests a run", async (t) => {
  const { repository, configure, beginFleet, kubectl, get, patch } = await openFleet(t);
  configure([{ name: "shop" }]);
  const sidecar = beginFleet();
  const first = await repository.commit({ "shop/env.yaml": configMap("env", { a: "1" }) });
  await readyAt(sidecar, first);
  t.regex(
    await kubectl("wait", "--for=condition=Ready", "unit/shop", "--timeout=60s"),
    /unit.converge.dev\/shop condition met/,
  );
  await kubectl("patch", "unit/shop", "--type=merge", "-p", '{"spec":{"suspend":true}}');
  await sidecar.received(line("state", { phase: "Suspended" }), 0);
  await patch("configmaps/env", { data: { a: "drift" } });
  const second = await repository.commit({ "shop/env.yaml": configMap("env", { a: "2" }) });
  // A requested run does not override the suspension either.
  await kubectl("annotate", "unit/shop", "converge.dev/reconcile=1");
  const place = sidecar.place();
  t.like(await get("configmaps/env"), { data: { a: "drift" } });
  await kubectl("patch", "unit/shop", "--type=merge", "-p", '{"spec":{"suspend":null}}');
  await readyAt(sidecar, second);
  t.like(await get("configmaps/env"), { data: { a: "2" } });
  t.false(
    sidecar
      .log()
      .slice(0, place)
      .some(line("runBegun", { run: 2 })),
  );
  const runs = sidecar.log().filter(line("runBegun")).length;
  await kubectl("annotate", "unit/shop", "--overwrite", "converge.dev/reconcile=2");
  const asked = await sidecar.received(line("runBegun", { reason: "request" }), 0);
  t.is(asked["run"], runs + 1);
  await kubectl("wait", "--for=jsonpath={.status.lastHandledRequest}=2", "unit/shop", "--timeout=60s");
});

test("drift is corrected after requested runs that find nothing to change", async (t) => {
  const { repository, configure, beginFleet, kubectl, at, cluster } = await openFleet(t);
  configure([{ name: "shop" }]);
  const sidecar = beginFleet();
  const commit = await repository.commit({ "shop/env.yaml": configMap("env", { a: "1" }) });
  await readyAt(sidecar, commit);
  for (const request of ["1", "2"]) {
    await kubectl("annotate", "unit/shop", "--overwrite", `converge.dev/reconcile=${request}`);
    const handled = `--for=jsonpath={.status.lastHandledRequest}=${request}`;
    await kubectl("wait", handled, "unit/shop", "--timeout=60s");
    await kubectl("patch", "configmap/env", "--type=merge", "-p", `{"data":{"a":"edited ${request}"}}`);
    await cluster.until(at("configmaps/env"), (map) => map?.data?.["a"] === "1");
  }
  const reasons = sidecar
    .log()
    .filter(line("runBegun"))
    .map((said) => said["reason"]);
  t.deepEqual(reasons, ["start", "request", "drift", "request", "drift"]);
});

test("a unit that the file suspends is left alone until the file resumes it", async (t) => {
  const { repository, configure, beginFleet, get, kubectl } = await openFleet(t);
  const clock = controlledClock({ fastTimers: [configurationPace] });
  const first = await repository.commit({ "shop/env.yaml": configMap("env", { a: "1" }) });
  configure([{ name: "shop", suspend: true }]);
  const sidecar = beginFleet([], clock);
  await sidecar.received(line("state", { phase: "Suspended" }), 0);
  await kubectl("wait", "--for=create", "unit/shop", "--timeout=60s");
  await kubectl("wait", "--for=jsonpath={.status.phase}=Suspended", "unit/shop", "--timeout=60s");
  t.is(await get("configmaps/env"), undefined);
  configure([{ name: "shop" }]);
  await readyAt(sidecar, first);
  configure([{ name: "shop", suspend: true }]);
  await sidecar.received((said) => line("state", { phase: "Suspended", applied: first })(said), 0);
  await repository.commit({ "shop/env.yaml": configMap("env", { a: "2" }) });
  configure([{ name: "shop", suspend: true }, { name: "blog" }]);
  await sidecar.received(line("state", { unit: "blog", phase: "Stalled" }), 0);
  t.like(await get("configmaps/env"), { data: { a: "1" } });
});
