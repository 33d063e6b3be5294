import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { argoBusy, argoOwner, argoRemaining, argoResources, argoTracking, wasSynced } from "./argo-app.ts";

const argo = { name: "web", namespace: "argocd" };
const tracking = argoTracking(argo, undefined);

function tracked(id: string, labels: JsonObject = {}): JsonObject {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name: "env",
      namespace: "shop",
      labels,
      annotations: { "argocd.argoproj.io/tracking-id": id },
    },
  };
}

const labelled: JsonObject = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "env", namespace: "shop", labels: { "app.kubernetes.io/instance": "web" } },
};
const listing: JsonObject = {
  status: { resources: [{ version: "v1", kind: "ConfigMap", namespace: "shop", name: "env" }] },
};

test("an object with the tracking annotation of an Application belongs to it, a copy does not", (t) => {
  const { bears, owns } = argoOwner(argo, tracking, undefined);
  t.true(owns(tracked("web:/ConfigMap:shop/env")));
  t.false(bears(tracked("other:/ConfigMap:shop/env")));
  t.false(bears(tracked("web:/ConfigMap:shop/original")), "a copy of the annotation");
});

test("the instance label counts only on objects in the status of the Application", (t) => {
  t.true(argoOwner(argo, tracking, listing).owns(labelled));
  t.false(argoOwner(argo, tracking, undefined).owns(labelled));
  t.false(
    argoOwner(argo, tracking, listing).owns(
      tracked("other:/ConfigMap:shop/env", { "app.kubernetes.io/instance": "web" }),
    ),
  );
});

test("an object of an Application that another tool marks too is not owned", (t) => {
  const shared = tracked("web:/ConfigMap:shop/env", { "kapp.k14s.io/app": "1" });
  const { bears, owns } = argoOwner(argo, tracking, undefined);
  t.deepEqual([bears(shared), owns(shared)], [true, false]);
  t.false(owns(tracked("web:/ConfigMap:shop/env", { "applyset.kubernetes.io/part-of": "x" })));
});

test("the tracking name of an Application includes its namespace if Argo CD runs in another one", (t) => {
  const away = { name: "web", namespace: "team" };
  const object = { data: { "application.instanceLabelKey": "example.com/app" } };
  t.deepEqual(argoTracking(away, { object, namespace: "argocd" }), {
    names: ["team_web"],
    labelKey: "example.com/app",
  });
  t.deepEqual(argoTracking(away, { object: {}, namespace: "team" }).names, ["web"]);
  t.deepEqual(argoTracking(away, undefined).names, ["web", "team_web"]);
});

test("hooks and incomplete entries in the status are not objects of an Application", (t) => {
  const resources = [
    { group: "batch", version: "v1", kind: "Job", name: "migrate", hook: true },
    { group: "apps", version: "v1", kind: "Deployment", namespace: "shop", name: "web" },
    { kind: "ConfigMap" },
    null,
  ];
  t.deepEqual(argoResources({ status: { resources } }), [
    { group: "apps", kind: "Deployment", namespace: "shop", name: "web" },
  ]);
  t.deepEqual(argoResources({ status: "broken" }), []);
});

/** Checks the message that refuses an Application; undefined if it may be adopted. */
const refuses = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, app: JsonObject, expected: RegExp | undefined) {
    t.regex(argoBusy(app, argo) ?? "", expected ?? /^$/);
  },
});

const automated = { spec: { syncPolicy: { automated: {} } } };
const set = { kind: "ApplicationSet", name: "all" };
test(refuses, "an Application with manual sync may be adopted", { spec: { syncPolicy: {} } }, undefined);
test(
  refuses,
  "an Application with automatic sync is refused, even without sync settings",
  automated,
  /^Argo CD application argocd\/web still syncs itself: turn that off with argocd app set argocd\/web --sync-policy none/,
);
test(
  refuses,
  "an Application with disabled automatic sync may be adopted",
  { spec: { syncPolicy: { automated: { enabled: false } } } },
  undefined,
);
test(
  refuses,
  "the refusal of a generated Application names its ApplicationSet",
  { ...automated, metadata: { ownerReferences: [set] } },
  /change the template of ApplicationSet all/,
);
test(
  refuses,
  "an Application with a requested operation is refused",
  { operation: { sync: {} } },
  /operation in progress/,
);
test(
  refuses,
  "an Application with a terminating operation is refused",
  { status: { operationState: { phase: "Terminating" } } },
  /operation in progress/,
);
test(
  refuses,
  "an Application that is being deleted is refused",
  { metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" } },
  /is being deleted/,
);

test("the commands to delete an Application without its objects depend on its finalizer", (t) => {
  t.is(
    argoRemaining({}, argo),
    "Argo CD still has application argocd/web. To delete it without its objects: argocd app delete argocd/web --cascade=false, or kubectl -n argocd delete application web",
  );
  const finalizers = ["resources-finalizer.argocd.argoproj.io/background"];
  const remaining = argoRemaining({ metadata: { finalizers, ownerReferences: [set] } }, argo);
  t.regex(
    remaining,
    /deletes what it still tracks\. ApplicationSet all would create it again.*"finalizers":null/,
  );
});

test("an Application counts as synced if it lists resources or a history", (t) => {
  t.false(wasSynced({ status: {} }));
  t.true(wasSynced(listing));
  t.true(wasSynced({ status: { history: [{ id: 0 }] } }));
});
