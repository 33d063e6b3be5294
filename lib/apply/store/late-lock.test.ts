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

test("a run without a write takes no lock, and releasing it has no effect", async (t) => {
  const lock = lateLock();
  await t.notThrowsAsync(lock.release());
  t.false(lock.isDemanded);
  t.false(lock.lost.aborted);
});

test("if the lock cannot be acquired, every demand for it fails with the same error", async (t) => {
  const lock = lateLock();
  const demands = await Promise.allSettled([lock.demand(), lock.demand()]);
  const reasons = demands.map((demand) =>
    demand.status === "rejected" ? (demand.reason as unknown) : "taken",
  );
  t.true(reasons.every((reason) => reason instanceof AccessError && reason.message === noServer));
  t.is(new Set(reasons).size, 1);
  t.true(lock.isDemanded);
});

test("releasing a lock that could not be acquired causes no error", async (t) => {
  const lock = lateLock();
  await t.throwsAsync(lock.demand());
  await t.notThrowsAsync(lock.release());
});

test("the lock is not acquired for a write after the end of the run", async (t) => {
  const lock = lateLock();
  await lock.release();
  await t.throwsAsync(lock.demand(), { message: "the run has ended" });
  t.false(lock.isDemanded);
});
