import test from "ava";

import { object, pods } from "../../../fixtures/planned.ts";
import { manifestFromLive } from "../../manifest/manifest-from-live.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { resolveManifests } from "../../manifest/resolve-manifests.ts";
import type { JsonObject } from "../../object/json.ts";
import { planDeletion } from "../../plan/plan-deletion.ts";
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

/** What is said of the Thing, where these objects are in the cluster and those were sent. */
function said(live: readonly JsonObject[], sent: readonly JsonObject[]): string | undefined {
  return finalizerHints({
    live: new Map(settled(live).map(({ key, value }) => [key, value])),
    sent: settled(sent),
    plan: (objects) => planDeletion(objects, { release: "r", namespace, timeout: 1000 }),
  })("example.com/namespaces/default/Thing/x");
}

const here = object("Deployment/operator", { namespace, body: pods({ serviceAccountName: "operator" }) });

test("a controller that is still there is named, and that applying again mends it", (t) => {
  t.is(
    said([here, thing, ...grants], [operator]),
    "apps/namespaces/default/Deployment/operator of this release may remove it and stays until then; converge apply again mends what it lacks",
  );
});

test("a controller that the release has sent and that is gone is named, and that applying again brings it back", (t) => {
  t.is(
    said([thing, ...grants], [operator]),
    "apps/namespaces/default/Deployment/operator of this release may remove it and is gone: converge apply again brings it back",
  );
  t.is(said([thing], [operator, ...grants]), said([thing, ...grants], [operator]));
});

test("nothing is said where nobody of the release controls the object", (t) => {
  t.is(said([thing, here], [operator]), undefined);
});

/** The hint for an object of the release, and how often a deletion was planned for it. */
function asked(...keys: readonly string[]): {
  readonly hints: readonly (string | undefined)[];
  readonly plans: number;
} {
  let plans = 0;
  const hint = finalizerHints({
    live: new Map(settled([here, thing, ...grants]).map(({ key, value }) => [key, value])),
    sent: [],
    plan: (objects) => {
      plans += 1;
      return planDeletion(objects, { release: "r", namespace, timeout: 1000 });
    },
  });
  return { hints: keys.map((key) => hint(key)), plans };
}

const thingKey = "example.com/namespaces/default/Thing/x";

test("nothing is planned for objects of built-in kinds, whose finalizers Kubernetes removes", (t) => {
  const builtin = [
    "/namespaces/default/ConfigMap/env",
    "/Namespace/shop",
    "apps/namespaces/default/Deployment/web",
  ];
  t.deepEqual(asked(...builtin), { hints: [undefined, undefined, undefined], plans: 0 });
  t.deepEqual(asked("no reference"), { hints: [undefined], plans: 0 });
});

test("a deletion is planned once, however many objects hang", (t) => {
  const { hints, plans } = asked(thingKey, thingKey, "example.com/namespaces/default/Thing/y");
  t.is(plans, 1);
  t.deepEqual(
    hints.map((hint) => hint !== undefined),
    [true, true, false],
  );
});

const second = object("Deployment/assistant", { namespace, body: pods({ serviceAccountName: "operator" }) });

test("of several controllers those are named that are still there, in the order of their references", (t) => {
  t.is(
    said([here, second, thing, ...grants], []),
    "apps/namespaces/default/Deployment/assistant or apps/namespaces/default/Deployment/operator of this release may remove it and stays until then; converge apply again mends what it lacks",
  );
  t.regex(
    said([second, thing, ...grants], [operator]) ?? "",
    /^apps\/namespaces\/default\/Deployment\/assistant of this release may remove it/,
  );
});
