import test from "ava";

import {
  defines,
  dependsOn,
  findings,
  hook,
  object,
  outline,
  planned,
  pods,
  waitsOf,
  weight,
} from "../../fixtures/planned.ts";

const deployment = (name: string): string => `apps/namespaces/default/Deployment/${name}`;
const deleting = { action: "delete" } as const;

test("the main stage is deleted in reverse, dependents before their dependencies", (t) => {
  const result = planned(
    [
      object("StatefulSet/db", { annotations: weight(-1) }),
      object("Deployment/api"),
      object("Deployment/web", { annotations: dependsOn(deployment("api")) }),
      object("Deployment/late", { annotations: weight(1) }),
    ],
    deleting,
  );
  t.deepEqual(outline(result), [
    "main 1: Deployment/late",
    "main 0 < 1: Deployment/web",
    "main 0 < 1: Deployment/api",
    "main -1 < 3: StatefulSet/db",
  ]);
  t.deepEqual(waitsOf(result, "Deployment/api"), ["Deployment/web absent depends-on"]);
  t.deepEqual(waitsOf(result, "Deployment/web"), []);
});

test("an object that only had to be present is deleted after its dependents, without waiting for their end", (t) => {
  const result = planned(
    [
      object("Deployment/web", { body: pods({ volumes: [{ configMap: { name: "env" } }] }) }),
      object("ConfigMap/env"),
    ],
    deleting,
  );
  t.deepEqual(outline(result), ["main 0: Deployment/web ConfigMap/env"]);
  t.deepEqual(waitsOf(result, "ConfigMap/env"), ["Deployment/web deleting reference"]);
});

test("each object of a weight is deleted in the first group that its dependents allow", (t) => {
  const result = planned(
    [
      object("Deployment/api"),
      object("Deployment/web", { annotations: dependsOn(deployment("api")) }),
      object("ConfigMap/alone"),
      object("Deployment/late", { annotations: weight(1) }),
    ],
    deleting,
  );
  t.deepEqual(outline(result), [
    "main 1: Deployment/late",
    "main 0 < 1: Deployment/web ConfigMap/alone",
    "main 0 < 1: Deployment/api",
  ]);
});

test("pre-delete and post-delete hooks run around a deletion and do not move other objects", (t) => {
  const result = planned(
    [
      object("Job/backup", {
        annotations: { ...hook("pre-delete"), ...dependsOn(deployment("db")) },
        body: pods({ serviceAccountName: "backup" }),
      }),
      object("Job/clean", { annotations: hook("post-delete") }),
      object("Job/install", { annotations: hook("pre-install") }),
      object("ServiceAccount/backup"),
      object("Deployment/db"),
    ],
    deleting,
  );
  t.deepEqual(outline(result), [
    "pre 0: Job/backup",
    "main 0 < 1: Deployment/db ServiceAccount/backup",
    "post 0 < 2: Job/clean",
  ]);
});

test("CRDs and then Namespaces are deleted last, and custom resources before their CRD", (t) => {
  const result = planned(
    [
      object("Namespace/shop", { annotations: weight(5) }),
      object("CustomResourceDefinition/things.example.com", { body: defines("example.com", "Thing") }),
      object("example.com/v1/Thing/x", { namespace: "shop" }),
      object("Deployment/web"),
    ],
    deleting,
  );
  t.deepEqual(outline(result), [
    "main 5: Thing/x",
    "main 0 < 1: Deployment/web",
    "main null < 2: CustomResourceDefinition/things.example.com",
    "main null < 3: Namespace/shop",
  ]);
  t.deepEqual(waitsOf(result, "CustomResourceDefinition/things.example.com"), [
    "Thing/x absent custom-resource",
  ]);
  t.deepEqual(waitsOf(result, "Namespace/shop"), ["Thing/x absent namespace"]);
});

test("a dependency of a Namespace is deleted after the Namespace", (t) => {
  const result = planned(
    [
      object("Namespace/shop", { annotations: dependsOn("storage.k8s.io/StorageClass/fast") }),
      object("StorageClass/fast"),
    ],
    deleting,
  );
  t.deepEqual(outline(result), ["main 0: Namespace/shop", "main 0: StorageClass/fast"]);
});

test("a deletion keeps CRDs of a chart's crds folder, with a note", (t) => {
  const result = planned(
    {
      "chart/crds/a.json": [
        object("CustomResourceDefinition/things.example.com", { body: defines("example.com", "Thing") }),
      ],
      "set.json": [object("example.com/v1/Thing/x")],
    },
    deleting,
  );
  t.deepEqual(outline(result), ["main 0: Thing/x"]);
  t.deepEqual(findings(result), ["note CrdKept"]);
});

test("a delete dependency orders only a deletion", (t) => {
  const set = [
    object("Deployment/a", { annotations: { "werf.io/delete-dependency-x": "state=absent,name=b" } }),
    object("Deployment/b"),
  ];
  t.deepEqual(outline(planned(set)), ["main 0: Deployment/a Deployment/b"]);
  t.deepEqual(outline(planned(set, deleting)), ["main 0: Deployment/b", "main 0: Deployment/a"]);
});

test("a Namespace that depends on a CRD is deleted before it", (t) => {
  const result = planned(
    [
      object("Namespace/shop", {
        annotations: dependsOn("apiextensions.k8s.io/CustomResourceDefinition/things.example.com"),
      }),
      object("CustomResourceDefinition/things.example.com", { body: defines("example.com", "Thing") }),
    ],
    deleting,
  );
  t.deepEqual(outline(result), [
    "main 0: Namespace/shop",
    "main null < 1: CustomResourceDefinition/things.example.com",
  ]);
});

test("Namespaces are deleted last even if a webhook matches them", (t) => {
  const rules = [{ operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*"] }];
  const result = planned(
    [
      object("Namespace/app"),
      object("ConfigMap/c"),
      object("ValidatingWebhookConfiguration/all", {
        body: { webhooks: [{ clientConfig: { url: "https://x" }, rules }] },
      }),
    ],
    deleting,
  );
  t.deepEqual(outline(result), [
    "main 0: ConfigMap/c",
    "main 0: ValidatingWebhookConfiguration/all",
    "main null < 2: Namespace/app",
  ]);
});
