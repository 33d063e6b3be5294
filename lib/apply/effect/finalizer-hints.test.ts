import test from "ava";

import { restMapperOf } from "../../../fixtures/offline-session.ts";
import { object, pods } from "../../../fixtures/planned.ts";
import { manifestFromLive, type Manifest } from "../../manifest/manifest.ts";
import { resolveManifests } from "../../manifest/resolve-manifests.ts";
import type { JsonObject } from "../../object/json.ts";
import { metadataOf } from "../../object/metadata.ts";
import { planDeletion } from "../../plan/plan-deletion.ts";
import type { Listener } from "../observe/live-object-cache.ts";
import { finalizerHints } from "./finalizer-hints.ts";

const namespace = "default";
const operator = object("Deployment/operator", { body: pods({ serviceAccountName: "operator" }) });
const rules = [{ apiGroups: ["example.com"], resources: ["things"], verbs: ["update"] }];
const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "operator" };
const subjects = [{ kind: "ServiceAccount", name: "operator", namespace }];
const grants = [
  object("Role/operator", { namespace, body: { rules } }),
  object("RoleBinding/operator", { namespace, body: { roleRef, subjects } }),
];
const thing = object("example.com/v1/Thing/x", { namespace });

function settled(objects: readonly JsonObject[]): readonly Manifest[] {
  return resolveManifests(
    objects.map((each) => manifestFromLive(each)),
    namespace,
  ).manifests;
}

const finalizer = "example.com/cleanup";
const things = restMapperOf("example.com/v1 Thing").require({ group: "example.com", kind: "Thing" }, "v1");
const place = { resource: things, namespace, name: "x" };
const held = { ...thing, metadata: { name: "x", namespace, finalizers: [finalizer] } };

/** Hints for these live and sent objects, and a function that changes a live one. */
function hintsFor(live: readonly JsonObject[], sent: readonly JsonObject[] = []) {
  const listeners: Listener[] = [];
  let plans = 0;
  const hints = finalizerHints({
    live: new Map(settled(live).map(({ key, value }) => [key, value])),
    sent: settled(sent),
    plan: (objects) => {
      plans += 1;
      return planDeletion(objects, { release: "r", namespace, timeout: 1000 });
    },
    liveObjects: {
      listen: (_, listener) => {
        listeners.push(listener);
        return () => {};
      },
    },
  });
  const change = (seen: JsonObject, isGone: boolean): void => {
    for (const listener of listeners) {
      listener(seen, isGone);
    }
  };
  return { hints, change, plans: () => plans };
}

/** The hint for the Thing if these objects are in the cluster and those were sent. */
function hintOf(
  live: readonly JsonObject[],
  sent: readonly JsonObject[],
  hanging = held,
): string | undefined {
  return hintsFor(live, sent)
    .hints.textFor(hanging, place)
    ?.replace(/;? ?to give up.*/, "");
}

const here = object("Deployment/operator", { namespace, body: pods({ serviceAccountName: "operator" }) });

test("the hint names an existing controller of the finalizer, and that applying again repairs it", (t) => {
  t.is(
    hintOf([here, thing, ...grants], [operator]),
    "apps/namespaces/default/Deployment/operator of this release may remove it and is kept until then; if it lacks something, run converge apply again",
  );
});

test("the hint names a deleted controller of the finalizer, and that applying again recreates it", (t) => {
  t.is(
    hintOf([thing, ...grants], [operator]),
    "apps/namespaces/default/Deployment/operator of this release may remove it but no longer exists: converge apply recreates it",
  );
  t.is(hintOf([thing], [operator, ...grants]), hintOf([thing, ...grants], [operator]));
});

test("the hint names no controller if no workload of the release controls the object", (t) => {
  t.is(hintOf([thing, here], [operator]), "");
});

test("the ServiceAccount of a kapp App and its bindings are not named as controllers", (t) => {
  const app = object("kappctrl.k14s.io/v1alpha1/App/x", {
    namespace,
    body: { spec: { serviceAccountName: "operator" } },
  });
  const hanging = { ...app, metadata: { ...metadataOf(app), finalizers: ["kapp-ctrl.k14s.io/delete"] } };
  const account = object("ServiceAccount/operator", { namespace });
  const text = hintsFor([app, account, ...grants]).hints.textFor(hanging, place);
  t.regex(text ?? "", /^to give up what it is for: kubectl patch /);
});

test("finalizers of built-in kinds, which Kubernetes removes, get no hint", (t) => {
  const { hints, plans } = hintsFor([here, thing, ...grants]);
  for (const kind of ["v1/ConfigMap/env", "v1/Namespace/shop", "apps/v1/Deployment/web"]) {
    const builtin = object(kind, { namespace });
    const metadata = { name: "x", namespace, finalizers: ["kubernetes"] };
    t.is(hints.textFor({ ...builtin, metadata }, place), undefined);
  }
  t.is(plans(), 0);
});

test("the deletion is planned once for the hints of several terminating objects", (t) => {
  const { hints, plans } = hintsFor([here, thing, ...grants]);
  const texts = [held, held, thing].map((each) => hints.textFor(each, place));
  t.is(plans(), 1);
  t.deepEqual(
    texts.map((text) => text !== undefined),
    [true, true, false],
  );
});

test("the hint names a controller without ready pods, and the command that removes the finalizer", (t) => {
  const idle = { ...here, status: { replicas: 1 } };
  const { hints, change } = hintsFor([idle, thing, ...grants]);
  t.is(
    hints.textFor(held, place),
    `apps/namespaces/default/Deployment/operator of this release may remove it but has no ready pods; to give up what it is for: kubectl patch things.example.com x -n default --type=json -p='[{"op":"test","path":"/metadata/finalizers/0","value":"example.com/cleanup"},{"op":"remove","path":"/metadata/finalizers/0"}]'`,
  );
  let changes = 0;
  hints.listen(held, () => {
    changes += 1;
  });
  change({ ...here, status: { replicas: 1, readyReplicas: 1 } }, false);
  t.regex(hints.textFor(held, place) ?? "", /is kept until then/);
  change(here, true);
  t.regex(hints.textFor(held, place) ?? "", /no longer exists: converge apply recreates it; to give up/);
  t.is(changes, 2);
});

test("a workload with the name of the finalizer's field manager is named as its controller", (t) => {
  const managedFields = [
    { manager: "operator", fieldsV1: { "f:metadata": { "f:finalizers": { [`v:"${finalizer}"`]: {} } } } },
  ];
  const marked = { ...held, metadata: { ...held.metadata, managedFields } };
  t.regex(
    hintOf([here, thing], [], marked) ?? "",
    /^apps.*Deployment\/operator of this release may remove it/,
  );
  t.is(hintOf([here, thing], [], held), "");
});

const second = object("Deployment/assistant", { namespace, body: pods({ serviceAccountName: "operator" }) });

test("only existing controllers of several are named, in the order of their references", (t) => {
  t.is(
    hintOf([here, second, thing, ...grants], []),
    "apps/namespaces/default/Deployment/assistant or apps/namespaces/default/Deployment/operator of this release may remove it and is kept until then; if it lacks something, run converge apply again",
  );
  t.regex(
    hintOf([second, thing, ...grants], [operator]) ?? "",
    /^apps\/namespaces\/default\/Deployment\/assistant of this release may remove it/,
  );
});
