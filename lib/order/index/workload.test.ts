import test from "ava";

import { manifestsOf } from "../../../fixtures/ordered-set.ts";
import { object, pods } from "../../../fixtures/planned.ts";
import { BugError } from "../../object/bug-error.ts";
import type { JsonObject } from "../../object/json.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { accountOf, isWorkload, podSpecPath, podTemplate, runsNoPods } from "./workload.ts";

function manifestOf(written: string, body: JsonObject = {}): Manifest {
  const [manifest] = manifestsOf([object(written, { body })]);
  if (manifest === undefined) {
    throw new BugError(`${written} is not read`);
  }
  return manifest;
}

const templated = ["spec", "template", "spec"];
for (const [written, path] of [
  ["Pod/p", ["spec"]],
  ["ReplicationController/p", templated],
  ["Deployment/p", templated],
  ["StatefulSet/p", templated],
  ["DaemonSet/p", templated],
  ["apps/v1/ReplicaSet/p", templated],
  ["extensions/v1beta1/Deployment/p", templated],
  ["extensions/v1beta1/DaemonSet/p", templated],
  ["extensions/v1beta1/ReplicaSet/p", templated],
  ["Job/p", templated],
  ["batch/v1/CronJob/p", ["spec", "jobTemplate", "spec", "template", "spec"]],
] as const) {
  test(`${written} is a workload with its pod spec at ${path.join(".")}`, (t) => {
    const manifest = manifestOf(written);
    t.true(isWorkload(manifest));
    t.deepEqual(podSpecPath(manifest), path);
    t.false(runsNoPods(manifest));
  });
}

for (const written of [
  "ConfigMap/p",
  "v1/PodTemplate/p",
  "example.com/v1/Pod/p",
  "apps/v1/ControllerRevision/p",
]) {
  test(`${written} is not a workload`, (t) => {
    const manifest = manifestOf(written);
    t.false(isWorkload(manifest));
    t.is(podTemplate(manifest), undefined);
    t.deepEqual(podSpecPath(manifest), []);
  });
}

test("the pod template of a Pod is the Pod itself, that of any other workload is in its spec", (t) => {
  const body = pods({ hostNetwork: true }, { app: "web" });
  t.like(podTemplate(manifestOf("Deployment/web", body)), {
    metadata: { labels: { app: "web" } },
    spec: { hostNetwork: true },
  });
  t.like(podTemplate(manifestOf("Pod/web", { spec: { hostNetwork: true } })), { kind: "Pod" });
  t.is(podTemplate(manifestOf("Deployment/web")), undefined);
});

const runsAs = test.macro((t, spec: JsonObject, name: string, property: string) => {
  t.deepEqual(accountOf(manifestOf("Deployment/web", pods(spec))), {
    name,
    path: ["spec", "template", "spec", property],
  });
});
test(
  "pods run as the ServiceAccount in serviceAccountName",
  runsAs,
  { serviceAccountName: "a" },
  "a",
  "serviceAccountName",
);
test(
  "pods run as the ServiceAccount in the deprecated field serviceAccount",
  runsAs,
  { serviceAccount: "b" },
  "b",
  "serviceAccount",
);
test(
  "serviceAccountName has precedence over serviceAccount",
  runsAs,
  { serviceAccountName: "a", serviceAccount: "b" },
  "a",
  "serviceAccountName",
);
test(
  "pods without a ServiceAccount run as the ServiceAccount default",
  runsAs,
  {},
  "default",
  "serviceAccount",
);

for (const written of [
  "Namespace/x",
  "ConfigMap/x",
  "Secret/x",
  "ServiceAccount/x",
  "Service/x",
  "PersistentVolumeClaim/x",
  "Role/x",
  "ClusterRoleBinding/x",
  "PriorityClass/x",
  "StorageClass/x",
  "NetworkPolicy/x",
  "Ingress/x",
  "policy/v1/PodDisruptionBudget/x",
  "HorizontalPodAutoscaler/x",
  "APIService/x",
  "ValidatingWebhookConfiguration/x",
  "CustomResourceDefinition/xs.example.com",
]) {
  test(`${written} starts no pods`, (t) => {
    t.true(runsNoPods(manifestOf(written)));
  });
}
for (const written of ["example.com/v1/Database/x", "serving.knative.dev/v1/Service/x", "Job/x"]) {
  test(`${written} may start pods`, (t) => {
    t.false(runsNoPods(manifestOf(written)));
  });
}
