import test from "ava";

import { dependsOn, object } from "../../fixtures/planned.ts";
import type { JsonObject } from "../object/json.ts";
import { planDeletion } from "./plan-deletion.ts";

function order(objects: readonly JsonObject[]): readonly string[] {
  const { groups } = planDeletion(objects, { release: "r", namespace: "default", timeout: 1000 });
  return groups.map((group) => group.objects.map(({ manifest }) => manifest.name).join(" "));
}

const web = "apps/namespaces/default/Deployment/web";
const env = "/namespaces/default/ConfigMap/env";

test("live objects go in the reverse of the order in which they came", (t) => {
  t.deepEqual(
    order([
      object("ConfigMap/env", { namespace: "default" }),
      object("Deployment/web", { namespace: "default", annotations: dependsOn(env) }),
    ]),
    ["web", "env"],
  );
});

test("objects in a knot go first, and none is left out", (t) => {
  t.deepEqual(
    order([
      object("ConfigMap/env", { namespace: "default", annotations: dependsOn(web) }),
      object("Deployment/web", { namespace: "default", annotations: dependsOn(env) }),
      object("Secret/key", { namespace: "default" }),
    ]).toSorted(),
    ["env web", "key"],
  );
});

test("what leads out of the release does not keep it from going", (t) => {
  const annotations = dependsOn("/namespaces/default/ConfigMap/elsewhere");
  t.deepEqual(order([object("Deployment/web", { namespace: "default", annotations })]), ["web"]);
});

function live(kind: string, namespace: string): JsonObject {
  const place = namespace === "" ? {} : { namespace };
  return { apiVersion: "example.com/v1", kind, metadata: { name: "a", ...place } };
}

test("a custom resource is found where it is, also when its definition stays", (t) => {
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

test("a Service outlives what has the API server call it", (t) => {
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

test("the Config of kapp in a ConfigMap that is deleted too orders the deletion", (t) => {
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
