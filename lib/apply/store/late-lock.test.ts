import test from "ava";

import { noServer, offlineRun, servedKinds } from "../../../fixtures/offline-run.ts";
import { AccessError } from "../../client/model/api-error.ts";
import { newParent } from "../../inventory/applyset-parent.ts";
import { LateLock } from "./late-lock.ts";

function lateLock(): LateLock {
  const kinds = servedKinds(["coordination.k8s.io/v1/Lease"]);
  const place = { context: offlineRun().context, kinds, release: "web", namespace: "shop" };
  return new LateLock(place, { record: newParent("web", "shop"), timeout: 1000 });
}

test("a run that has nothing to write takes no lock, and has none to release", async (t) => {
  const lock = lateLock();
  await t.notThrowsAsync(lock.release());
  t.false(lock.isDemanded);
  t.false(lock.lost.aborted);
});

test("a lock that cannot be taken lets nothing be written, by whichever object it is demanded", async (t) => {
  const lock = lateLock();
  const demands = await Promise.allSettled([lock.demand(), lock.demand()]);
  const reasons = demands.map((demand) =>
    demand.status === "rejected" ? (demand.reason as unknown) : "taken",
  );
  t.true(reasons.every((reason) => reason instanceof AccessError && reason.message === noServer));
  t.is(new Set(reasons).size, 1);
  t.true(lock.isDemanded);
});

test("a lock that could not be taken is released without an error", async (t) => {
  const lock = lateLock();
  await t.throwsAsync(lock.demand());
  await t.notThrowsAsync(lock.release());
});

test("a lock is not taken for a write that comes after the end of the run", async (t) => {
  const lock = lateLock();
  await lock.release();
  await t.throwsAsync(lock.demand(), { message: "the run has ended" });
  t.false(lock.isDemanded);
});
