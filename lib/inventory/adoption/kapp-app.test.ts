import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { type KappApp, kappOwner, readKappApp } from "./kapp-app.ts";

const spec = {
  labelKey: "kapp.k14s.io/app",
  labelValue: "1795786664413892465",
  lastChange: { finishedAt: "2026-11-27T13:37:47Z", namespaces: ["shop", "data"] },
  usedGKs: [
    { Group: "", Kind: "ConfigMap" },
    { Group: "apps", Kind: "Deployment" },
  ],
};

function recordWith(content: JsonObject, labels: JsonObject = { "kapp.k14s.io/is-app": "" }): JsonObject {
  return {
    kind: "ConfigMap",
    metadata: { name: "web", namespace: "shop", labels },
    data: { spec: JSON.stringify(content) },
  };
}

const app: KappApp = {
  name: "web",
  namespace: "shop",
  labelKey: "kapp.k14s.io/app",
  labelValue: "1795786664413892465",
  groupKinds: [
    { group: "", kind: "ConfigMap" },
    { group: "apps", kind: "Deployment" },
  ],
  namespaces: ["shop", "data"],
  hasEnded: true,
};

test("the record of a kapp app names its label, kinds and namespaces", (t) => {
  t.deepEqual(readKappApp(recordWith(spec)), app);
});

test("an unfinished change of a kapp app is recognized", (t) => {
  for (const lastChange of [{}, { finishedAt: "0001-01-01T00:00:00Z" }]) {
    t.like(readKappApp(recordWith({ ...spec, lastChange })), { hasEnded: false });
  }
});

test("a ConfigMap that is not a kapp record, or has an invalid label selector, is a fault", (t) => {
  const records = [
    recordWith(spec, {}),
    recordWith({ ...spec, labelValue: "1,other" }),
    recordWith({ ...spec, labelKey: "a in (b)" }),
    recordWith({ ...spec, labelKey: "app.kubernetes.io/part-of", labelValue: "argocd" }),
    { ...recordWith(spec), data: { spec: "{" } },
    { ...recordWith(spec), data: {} },
  ];
  for (const record of records) {
    t.deepEqual(readKappApp(record), { fault: "ConfigMap shop/web is not the record of a kapp app" });
  }
});

function labelled(more: JsonObject = {}): JsonObject {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace: "shop", labels: { "kapp.k14s.io/app": app.labelValue }, ...more },
  };
}

function identity(place: string): JsonObject {
  return { annotations: { "kapp.k14s.io/identity": `v1;${place};apps/v1` } };
}

const own = identity("shop/apps/Deployment/web");

test("an object with the app label belongs to the kapp app, a copy or an object of a controller does not", (t) => {
  const { owns } = kappOwner(app);
  t.true(owns(labelled(own)));
  t.false(owns(labelled(identity("shop/apps/Deployment/original"))));
  t.false(owns(labelled({ ...own, ownerReferences: [{ controller: true }] })));
  t.false(owns(labelled({ ...own, labels: { "kapp.k14s.io/app": "1" } })));
});

test("an object that only inherited the app label does not belong to the kapp app", (t) => {
  const { bears, owns } = kappOwner(app);
  const claim = {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name: "data-db-0", namespace: "shop", labels: { "kapp.k14s.io/app": app.labelValue } },
  };
  t.false(bears(claim));
  t.false(owns(claim));
  t.false(owns(labelled({ annotations: { "kapp.k14s.io/identity": "shop/apps/Deployment/web" } })));
});
