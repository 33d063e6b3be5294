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
