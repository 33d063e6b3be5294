import test from "ava";

import { noServer, offlineRun } from "../../../fixtures/offline-run.ts";
import { targetOf } from "../../../fixtures/recorded-run.ts";
import { AccessError } from "../../client/model/api-error.ts";
import { actuations, reconciles } from "../model/event.ts";
import type { ObjectStatus } from "./object-status.ts";
import { isHealthy, type ReleaseStatus, statusOfRelease } from "./status-release.ts";

const target = targetOf("/namespaces/shop/ConfigMap/env");
const good: ObjectStatus = { target, actuation: "Succeeded", reconcile: "Succeeded", message: "" };

function status(objects: readonly ObjectStatus[], refusals: readonly string[] = []): ReleaseStatus {
  return { release: "web", namespace: "shop", installed: true, objects, refusals };
}

test("a release is healthy if all objects are written, and ready or suspended", (t) => {
  t.true(isHealthy(status([])));
  t.true(isHealthy(status([good, good])));
  const healthy = actuations.flatMap((actuation) =>
    reconciles.filter((reconcile) => isHealthy(status([good, { ...good, actuation, reconcile }]))),
  );
  t.deepEqual(healthy, ["Succeeded", "Suspended"]);
});

test("a release with objects that may not be listed is not healthy", (t) => {
  t.false(isHealthy(status([good], ["secrets is forbidden"])));
});

test("kept objects and the result of the last run do not affect the health of a release", (t) => {
  const lastRun = { at: 0, action: "upgrade", verdict: "failed", undone: [], more: 0 };
  t.true(
    isHealthy({ ...status([{ ...good, kept: "converge.dev/prune: keep" }]), lastRun, installed: false }),
  );
});

test("reading the status of a release fails if the server is unreachable", async (t) => {
  const request = { release: "web", namespace: undefined, readiness: "converge" } as const;
  await t.throwsAsync(statusOfRelease(request, offlineRun().context), {
    instanceOf: AccessError,
    message: noServer,
  });
});
