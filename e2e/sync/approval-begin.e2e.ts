/** When a unit with `approval: manual` has begun a commit, and has used an approval. */
import test from "ava";

import { type JsonObject, objectField, stringField } from "../../lib/object/json.ts";
import { colorOf, openApproval, statusOf } from "./approval-site.ts";
import { type ControlledClock, controlledClock } from "./controlled-clock.ts";
import { configMap, readyAt } from "./sync-site.ts";

const windows = [{ schedule: "0 10 * * *", duration: "4h", timeZone: "UTC" }];
const hour = 3_600_000;

/** A clock two hours before the window closes. */
function openWindow(): ControlledClock {
  const clock = controlledClock();
  clock.set(Date.UTC(2027, 0, 4, 12) - clock.now());
  return clock;
}

function commitIn(status: JsonObject): string | undefined {
  return stringField(objectField(status, "appliedRevision"), "commit");
}

test("a plan that is approved after the window closed waits for the next window, even after a restart", async (t) => {
  const site = await openApproval(t, { windows });
  const clock = openWindow();
  const first = await site.commit("blue");
  const sidecar = site.beginFleet([], clock);
  const installed = await site.planned();
  await site.approve(installed);
  await readyAt(sidecar, first);
  const second = await site.commit("green");
  const digest = await site.planned(installed);
  t.is((await sidecar.stop()).code, 0);
  clock.set(4 * hour);
  await site.approve(digest);
  site.beginFleet([], clock);
  const wait = `waits for a window to apply ${second.slice(0, 12)}`;
  const isWaiting = ({ phase, waitsFor }: JsonObject): boolean =>
    phase === "Ready" && typeof waitsFor === "string" && waitsFor.startsWith(wait);
  t.is(commitIn(statusOf(await site.reported(isWaiting))), first);
  t.is(colorOf(await site.get("configmaps/env")), "blue");
});

test("a commit without writes stays applied when the window closes", async (t) => {
  const site = await openApproval(t);
  const configure = (ring: JsonObject): void => {
    const source = { url: site.repository.url, ref: "main", path: "shop" };
    const units = [{ name: "shop", approval: "manual", ring: "all", source, interval: "1s" }];
    const rings = [{ name: "all", ...ring }];
    site.configure(
      JSON.stringify({ apiVersion: "converge.dev/v1", kind: "Sync", name: "fleet", rings, units }),
    );
  };
  configure({});
  const first = await site.commit("blue");
  const sidecar = site.beginFleet();
  await site.approve(await site.planned());
  await readyAt(sidecar, first);
  const manifest = `${configMap("env", { color: "blue" })}\n---\n# nothing`;
  const second = await site.repository.commit({ "shop/env.yaml": manifest });
  await site.reported((status) => commitIn(status) === second);
  configure({ windows: [{ schedule: "0 0 29 2 *", duration: "1h" }] });
  const third = await site.commit("green");
  await site.reported(({ waitsFor }) => JSON.stringify(waitsFor ?? "").includes(third.slice(0, 12)));
  await site.kubectl("annotate", "unit/shop", "converge.dev/reconcile=now");
  const status = statusOf(await site.reported(({ lastHandledRequest }) => lastHandledRequest === "now"));
  t.is(commitIn(status), second);
});

test("an approval is not used up by a run that does not acquire the lock", async (t) => {
  const site = await openApproval(t);
  await site.commit("blue");
  const now = "2020-01-01T00:00:00.000000Z";
  await site.create("coordination.k8s.io/leases", {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { name: "converge-shop" },
    spec: { holderIdentity: "other", leaseDurationSeconds: 3600, acquireTime: now, renewTime: now },
  });
  site.beginFleet(["--lock-timeout", "1s"]);
  await site.approve(await site.planned());
  t.is(statusOf(await site.reported(({ phase }) => phase === "Failed"))["approvedPlan"], undefined);
  t.deepEqual(await site.writes(), []);
});
