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

test("a release is healthy if every object is written, and ready or suspended", (t) => {
  t.true(isHealthy(status([])));
  t.true(isHealthy(status([good, good])));
  const healthy = actuations.flatMap((actuation) =>
    reconciles.filter((reconcile) => isHealthy(status([good, { ...good, actuation, reconcile }]))),
  );
  t.deepEqual(healthy, ["Succeeded", "Suspended"]);
});

test("a release of which not everything may be listed is not known to be healthy", (t) => {
  t.false(isHealthy(status([good], ["secrets is forbidden"])));
});

test("what is kept, and how the last run ended, is no matter of health", (t) => {
  const lastRun = { at: 0, action: "upgrade", verdict: "failed", undone: [], more: 0 };
  t.true(
    isHealthy({ ...status([{ ...good, kept: "converge.dev/prune: keep" }]), lastRun, installed: false }),
  );
});

test("without a server there is no status, and no claim that the release does not exist", async (t) => {
  const request = { release: "web", namespace: undefined, readiness: "converge" } as const;
  await t.throwsAsync(statusOfRelease(request, offlineRun().context), {
    instanceOf: AccessError,
    message: noServer,
  });
});
