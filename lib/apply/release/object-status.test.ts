import test from "ava";

import type { UndoneObject } from "../../inventory/parent-state.ts";
import type { JsonObject } from "../../object/json.ts";
import type { ReadinessState } from "../../readiness/readiness.ts";
import { objectStatuses } from "./object-status.ts";

const key = "/namespaces/shop/ConfigMap/env";

function env(annotations: JsonObject = {}): JsonObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "env", namespace: "shop", annotations } };
}

/** The record after a failed run with these objects. */
function after(...undone: readonly Partial<UndoneObject>[]): Parameters<typeof objectStatuses>[0] {
  const usual = { key, operation: "apply", actuation: "Failed", reconcile: "Skipped", message: "refused" };
  const lastRun = { at: 0, action: "upgrade", verdict: "failed", more: 0 };
  return {
    finished: new Map(),
    lastRun: { ...lastRun, undone: undone.map((one) => ({ ...usual, ...one })) },
  };
}

const present = new Map([[key, env()]]);
const absent = new Map<string, JsonObject>();

/** The first status in a line: `Succeeded Pending 1 of 3`. */
function reported(
  record: Parameters<typeof objectStatuses>[0],
  objects: ReadonlyMap<string, JsonObject>,
  state: ReadinessState = "Current",
): string | undefined {
  const judge = () => ({ state, reason: "Because", message: "it says so" });
  const [first] = objectStatuses(record, { objects, sent: [], judge });
  return first && `${first.actuation} ${first.reconcile} ${first.message}`;
}

test("an object that did not fail in the last run counts as applied, with its current readiness", (t) => {
  t.is(reported(after(), present), "Succeeded Succeeded ");
  t.is(reported(after(), present, "InProgress"), "Succeeded Pending it says so");
  t.is(reported(after(), present, "Failed"), "Succeeded Failed it says so");
  t.is(reported(after(), present, "Terminating"), "Succeeded Pending it says so");
  t.is(reported(after(), present, "Suspended"), "Succeeded Suspended it says so");
});

test("an object with a failed write is reported with the failure and its current readiness", (t) => {
  t.is(reported(after({}), present), "Failed Succeeded refused");
  t.is(reported(after({}), present, "InProgress"), "Failed Pending refused; it says so");
});

test("an object that timed out in the last run is reported with its current readiness", (t) => {
  t.is(reported(after({ actuation: "Succeeded", reconcile: "Timeout" }), present), "Succeeded Succeeded ");
});

test("an object that was not pruned is reported as to prune", (t) => {
  t.is(
    reported(after({ operation: "prune", actuation: "Skipped" }), present),
    "Skipped Succeeded to prune: refused",
  );
});

test("an object that the last run could not create is shown although it does not exist", (t) => {
  t.is(reported(after({}), absent), "Failed Skipped refused");
  t.is(reported(after({ operation: "prune" }), absent), undefined);
});

test("unknown states from another version of converge are treated as failures", (t) => {
  t.is(reported(after({ actuation: "Vanished", reconcile: "Odd" }), absent), "Failed Failed refused");
  t.is(reported(after({ key: "no reference" }), absent), undefined);
});

test("a Job that was removed by its TTL counts as completed", (t) => {
  const finished = new Map([["batch/namespaces/shop/Job/migrate", "hash"]]);
  t.is(
    reported({ finished }, absent),
    "Succeeded Succeeded the Job has completed and was removed by its ttl",
  );
});

test("the status shows why an object is kept when the release is deleted, and objects are sorted", (t) => {
  const objects = new Map([[key, env({ "helm.sh/resource-policy": "keep" })]]);
  const record = after({ key: "/namespaces/shop/ConfigMap/a" });
  const statuses = objectStatuses(record, { objects, sent: [], judge: () => undefined });
  t.deepEqual(
    statuses.map(({ target, reconcile, kept }) => [target.name, reconcile, kept]),
    [
      ["a", "Skipped", undefined],
      ["env", "Pending", "helm.sh/resource-policy: keep"],
    ],
  );
});

test("an object of the newest revision that does not exist is reported as missing", (t) => {
  const ref = { group: "", kind: "ConfigMap", namespace: "shop", name: "env" };
  const statuses = objectStatuses(after(), { objects: new Map(), sent: [ref], judge: () => undefined });
  t.deepEqual(
    statuses.map(({ target, reconcile, message }) => [target.key, reconcile, message]),
    [["/namespaces/shop/ConfigMap/env", "Failed", "it is not in the cluster: converge apply recreates it"]],
  );
});

const web = { group: "apps", kind: "Deployment", namespace: "shop", name: "web" };
const webKey = "apps/namespaces/shop/Deployment/web";

test("an object of the newest revision is listed once, with its known status", (t) => {
  const sent = [web, { group: "", kind: "ConfigMap", namespace: "shop", name: "env" }];
  const reportedOf = (record: Parameters<typeof objectStatuses>[0]): readonly string[] =>
    objectStatuses(record, { objects: present, sent, judge: () => undefined }).map(
      ({ target, actuation, reconcile }) => `${target.name} ${actuation} ${reconcile}`,
    );
  t.deepEqual(reportedOf(after()), ["env Succeeded Pending", "web Succeeded Failed"]);
  t.deepEqual(reportedOf(after({ key: webKey })), ["env Succeeded Pending", "web Failed Skipped"]);
  t.deepEqual(reportedOf({ finished: new Map([[webKey, "hash"]]) }), [
    "env Succeeded Pending",
    "web Succeeded Succeeded",
  ]);
});

test("a Job that completed before and failed in the last run is reported as failed", (t) => {
  const record = { ...after({ key: webKey }), finished: new Map([[webKey, "hash"]]) };
  const statuses = objectStatuses(record, { objects: absent, sent: [], judge: () => undefined });
  t.deepEqual(
    statuses.map(({ actuation, message }) => `${actuation} ${message}`),
    ["Failed refused"],
  );
});

test("a key in the record that is not a valid reference is skipped", (t) => {
  t.is(reported({ finished: new Map([["no reference", "hash"]]) }, absent), undefined);
});

test("an object with an unknown readiness is pending", (t) => {
  const [first] = objectStatuses(after(), { objects: present, sent: [], judge: () => undefined });
  t.like(first, { reconcile: "Pending", message: "its state is unknown" });
});

test("an object with the readiness NotFound is failed, with Unknown it is pending", (t) => {
  t.is(reported(after(), present, "NotFound"), "Succeeded Failed it says so");
  t.is(reported(after(), present, "Unknown"), "Succeeded Pending it says so");
});
