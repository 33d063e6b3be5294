import test from "ava";

import { defines, dependsOn, object, pods } from "../../fixtures/planned.ts";
import type { JsonObject } from "../object/json.ts";
import { metadataOf } from "../object/metadata.ts";
import { planDeletion } from "./plan-deletion.ts";

function order(objects: readonly JsonObject[]): readonly string[] {
  const { groups } = planDeletion(objects, { release: "r", namespace: "default", timeout: 1000 });
  return groups.map((group) => group.objects.map(({ manifest }) => manifest.name).join(" "));
}

const web = "apps/namespaces/default/Deployment/web";
const env = "/namespaces/default/ConfigMap/env";

test("live objects are deleted in the reverse of the order of an apply", (t) => {
  t.deepEqual(
    order([
      object("ConfigMap/env", { namespace: "default" }),
      object("Deployment/web", { namespace: "default", annotations: dependsOn(env) }),
    ]),
    ["web", "env"],
  );
});

test("objects in a dependency cycle are deleted together, and none is left out", (t) => {
  t.deepEqual(
    order([
      object("ConfigMap/env", { namespace: "default", annotations: dependsOn(web) }),
      object("Deployment/web", { namespace: "default", annotations: dependsOn(env) }),
      object("Secret/key", { namespace: "default" }),
    ]).toSorted(),
    ["env web", "key"],
  );
});

test("a dependency outside the release does not prevent a deletion", (t) => {
  const annotations = dependsOn("/namespaces/default/ConfigMap/elsewhere");
  t.deepEqual(order([object("Deployment/web", { namespace: "default", annotations })]), ["web"]);
});

function live(kind: string, namespace: string): JsonObject {
  const place = namespace === "" ? {} : { namespace };
  return { apiVersion: "example.com/v1", kind, metadata: { name: "a", ...place } };
}

test("a custom resource has the scope of the live object, even if its CRD is not deleted", (t) => {
  const { groups } = planDeletion([live("Issuer", "shop"), live("ClusterIssuer", "")], {
    release: "r",
    namespace: "default",
    timeout: 1000,
  });
  t.deepEqual(groups.flatMap((group) => group.objects.map(({ manifest }) => manifest.key)).toSorted(), [
    "example.com/ClusterIssuer/a",
    "example.com/namespaces/shop/Issuer/a",
  ]);
});

test("a Service is deleted after the APIService that refers to it", (t) => {
  const api = object("APIService/v1.example.com", {
    body: {
      spec: { group: "example.com", version: "v1", service: { namespace: "default", name: "backend" } },
    },
  });
  const user = {
    apiVersion: "example.com/v1",
    kind: "Foo",
    metadata: { name: "foo", namespace: "default" },
  };
  t.deepEqual(order([object("Service/backend", { namespace: "default" }), api, user]), [
    "foo",
    "v1.example.com",
    "backend",
  ]);
});

test("a kapp Config in a ConfigMap of the release orders the deletion", (t) => {
  const rule = {
    rules: ["delete before deleting example.com/env"],
    resourceMatchers: [{ apiVersionKindMatcher: { apiVersion: "v1", kind: "Secret" } }],
  };
  const config = { apiVersion: "kapp.k14s.io/v1alpha1", kind: "Config", changeRuleBindings: [rule] };
  const holder = object("ConfigMap/kapp-config", {
    namespace: "default",
    labels: { "kapp.k14s.io/config": "" },
    body: { data: { "config.yml": JSON.stringify(config) } },
  });
  const annotations = { "kapp.k14s.io/change-group": "example.com/env" };
  const member = object("ConfigMap/env", { namespace: "default", annotations });
  const key = object("Secret/key", { namespace: "default" });
  t.deepEqual(order([member, key]), ["env key"]);
  t.deepEqual(order([holder, member, key]), ["kapp-config key", "env"]);
});

const crontabs = object("CustomResourceDefinition/crontabs.example.com", {
  body: defines("example.com", "CronTab"),
});

test("by default, as in kapp, a custom resource is deleted before its CRD, a ServiceAccount before its Namespace", (t) => {
  t.deepEqual(
    order([
      crontabs,
      object("example.com/v1/CronTab/nightly", { namespace: "shop" }),
      object("Namespace/shop"),
      object("ServiceAccount/web", { namespace: "shop" }),
      object("ConfigMap/elsewhere", { namespace: "default" }),
    ]),
    ["nightly elsewhere web", "crontabs.example.com", "shop"],
  );
});

test("as in kapp, a RoleBinding is deleted before its Role, in one group with unrelated objects", (t) => {
  const role = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reader" };
  t.deepEqual(
    order([
      object("Role/reader", { namespace: "default" }),
      object("RoleBinding/web", { namespace: "default", body: { roleRef: role, subjects: [] } }),
      object("Deployment/web", { namespace: "default" }),
    ]),
    ["web web reader"],
  );
});

for (const kind of ["kappctrl.k14s.io/v1alpha1/App", "packaging.carvel.dev/v1alpha1/PackageInstall"]) {
  test(`a ServiceAccount and its permissions are deleted after ${kind} that uses them`, (t) => {
    const role = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "deployer" };
    const subjects = [{ kind: "ServiceAccount", name: "deployer", namespace: "default" }];
    const app = object(`${kind}/shop`, {
      namespace: "default",
      body: { spec: { serviceAccountName: "deployer" } },
    });
    const rest = [
      object("ServiceAccount/deployer", { namespace: "default" }),
      object("Role/deployer", { namespace: "default" }),
      object("RoleBinding/grants", { namespace: "default", body: { roleRef: role, subjects } }),
    ];
    t.deepEqual(order([...rest, app]), ["shop", "grants deployer deployer"]);
    const other = object(`${kind}/shop`, { namespace: "default" });
    t.deepEqual(order([...rest, other]).length, 1);
  });
}

const app = object("kappctrl.k14s.io/v1alpha1/App/shop", {
  namespace: "default",
  body: { spec: { serviceAccountName: "deployer" } },
});
const account = object("ServiceAccount/deployer", { namespace: "default" });
const grants = object("RoleBinding/grants", {
  namespace: "default",
  body: {
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "deployer" },
    subjects: [{ kind: "ServiceAccount", name: "deployer", namespace: "default" }],
  },
});

test("another user of an App's ServiceAccount does not wait for the App", (t) => {
  const body = pods({ serviceAccountName: "deployer" });
  const user = object("Deployment/web", { namespace: "default", body });
  t.deepEqual(order([app, account, user]), ["shop web", "deployer"]);
});

test("a binding to an App's ServiceAccount is deleted after the App, even without the ServiceAccount", (t) => {
  t.deepEqual(order([app, grants]), ["shop", "grants"]);
});

test("with converge.dev/controller: none on an App, its ServiceAccount does not wait for it", (t) => {
  const annotations = { "converge.dev/controller": "none" };
  const alone = { ...app, metadata: { ...metadataOf(app), annotations } };
  t.deepEqual(order([alone, account, grants]), ["shop grants deployer"]);
});

test("a change rule about kapp's default group of CRDs orders a deletion", (t) => {
  const annotations = {
    "kapp.k14s.io/change-rule": "delete after deleting change-groups.kapp.k14s.io/crds",
  };
  t.deepEqual(
    order([
      crontabs,
      object("Deployment/web", { namespace: "default", annotations }),
      object("Secret/a", { namespace: "default" }),
    ]),
    ["crontabs.example.com a", "web"],
  );
});
