import test from "ava";

import { manifestsOf } from "../../../fixtures/ordered-set.ts";
import { object, pods } from "../../../fixtures/planned.ts";
import type { JsonObject } from "../../object/json.ts";
import { formatRef } from "../../object/object-ref.ts";
import { formatPath } from "../../plan/format-reason.ts";
import { mountedReferences, podReferences } from "./pod-references.ts";

type Finder = typeof podReferences;

function found(finder: Finder, written: string, body: JsonObject): readonly string[] {
  return manifestsOf([object(written, { body })]).flatMap((manifest) =>
    finder(manifest).map((one) => `${formatRef(one)} at ${formatPath(one.path)}`),
  );
}

const account = "/namespaces/default/ServiceAccount/default at spec.serviceAccount";

/** The references of a Pod with that spec, without the ServiceAccount that every pod has. */
const refers = test.macro((t, spec: JsonObject, ...expected: readonly string[]) => {
  t.deepEqual(found(podReferences, "Pod/p", { spec }), [account, ...expected]);
});

test("a pod with an empty spec refers to the ServiceAccount default", refers, {});
test(
  "a pod refers to its PriorityClass and RuntimeClass",
  refers,
  { priorityClassName: "high", runtimeClassName: "gvisor" },
  "scheduling.k8s.io/PriorityClass/high at spec.priorityClassName",
  "node.k8s.io/RuntimeClass/gvisor at spec.runtimeClassName",
);
test(
  "a pod refers to its image pull secrets",
  refers,
  { imagePullSecrets: [{ name: "a" }, { name: "" }, { name: "b" }] },
  "/namespaces/default/Secret/a at spec.imagePullSecrets[0].name",
  "/namespaces/default/Secret/b at spec.imagePullSecrets[2].name",
);
test(
  "a pod refers to the Secrets, ConfigMaps and PersistentVolumeClaims of its volumes",
  refers,
  {
    volumes: [
      { name: "a", secret: { secretName: "tls" } },
      { name: "b", configMap: { name: "env" } },
      { name: "c", persistentVolumeClaim: { claimName: "data" } },
      { name: "d", emptyDir: {} },
      { name: "e", hostPath: { path: "/var" } },
    ],
  },
  "/namespaces/default/Secret/tls at spec.volumes[0].secret.secretName",
  "/namespaces/default/ConfigMap/env at spec.volumes[1].configMap.name",
  "/namespaces/default/PersistentVolumeClaim/data at spec.volumes[2].persistentVolumeClaim.claimName",
);
test(
  "a projected volume refers to a Secret by name, not by secretName",
  refers,
  {
    volumes: [
      {
        projected: {
          sources: [
            { serviceAccountToken: { path: "token" } },
            { secret: { name: "a" } },
            { configMap: { name: "b" } },
          ],
        },
      },
    ],
  },
  "/namespaces/default/Secret/a at spec.volumes[0].projected.sources[1].secret.name",
  "/namespaces/default/ConfigMap/b at spec.volumes[0].projected.sources[2].configMap.name",
);
test(
  "an ephemeral volume refers to its StorageClass, a CSI volume to its nodePublishSecretRef",
  refers,
  {
    volumes: [
      { ephemeral: { volumeClaimTemplate: { spec: { storageClassName: "fast" } } } },
      { csi: { driver: "d", nodePublishSecretRef: { name: "publish" } } },
    ],
  },
  "storage.k8s.io/StorageClass/fast at spec.volumes[0].ephemeral.volumeClaimTemplate.spec.storageClassName",
  "/namespaces/default/Secret/publish at spec.volumes[1].csi.nodePublishSecretRef.name",
);
test(
  "a pod refers to its ResourceClaims and ResourceClaimTemplates",
  refers,
  {
    resourceClaims: [
      { name: "gpu", resourceClaimName: "shared" },
      { name: "nic", resourceClaimTemplateName: "own" },
    ],
  },
  "resource.k8s.io/namespaces/default/ResourceClaim/shared at spec.resourceClaims[0].resourceClaimName",
  "resource.k8s.io/namespaces/default/ResourceClaimTemplate/own at spec.resourceClaims[1].resourceClaimTemplateName",
);
test(
  "containers and init containers refer to the ConfigMaps and Secrets of env and envFrom",
  refers,
  {
    initContainers: [{ env: [{ name: "A", valueFrom: { configMapKeyRef: { name: "a", key: "k" } } }] }],
    containers: [
      {
        env: [
          { name: "PLAIN", value: "x" },
          { name: "FIELD", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
          { name: "B", valueFrom: { secretKeyRef: { name: "b", key: "k" } } },
        ],
        envFrom: [{ prefix: "P_", configMapRef: { name: "c" } }, { secretRef: { name: "d" } }],
      },
    ],
  },
  "/namespaces/default/ConfigMap/a at spec.initContainers[0].env[0].valueFrom.configMapKeyRef.name",
  "/namespaces/default/Secret/b at spec.containers[0].env[2].valueFrom.secretKeyRef.name",
  "/namespaces/default/ConfigMap/c at spec.containers[0].envFrom[0].configMapRef.name",
  "/namespaces/default/Secret/d at spec.containers[0].envFrom[1].secretRef.name",
);
test(
  "an optional ConfigMap volume is a reference too",
  refers,
  { volumes: [{ configMap: { name: "maybe", optional: true } }] },
  "/namespaces/default/ConfigMap/maybe at spec.volumes[0].configMap.name",
);

test("serviceAccountName has precedence over the deprecated serviceAccount", (t) => {
  t.deepEqual(found(podReferences, "Pod/p", { spec: { serviceAccountName: "new", serviceAccount: "old" } }), [
    "/namespaces/default/ServiceAccount/new at spec.serviceAccountName",
  ]);
  t.deepEqual(found(podReferences, "Pod/p", { spec: { serviceAccount: "old" } }), [
    "/namespaces/default/ServiceAccount/old at spec.serviceAccount",
  ]);
});

const volumes = [{ secret: { secretName: "tls" } }];
const ofKind = test.macro((t, written: string, body: JsonObject, path: string) => {
  t.deepEqual(found(mountedReferences, written, body), [`/namespaces/default/Secret/tls at ${path}`]);
});
const inTemplate = "spec.template.spec.volumes[0].secret.secretName";
for (const written of ["Deployment/w", "StatefulSet/w", "DaemonSet/w", "Job/w", "ReplicationController/w"]) {
  test(`the pod spec of ${written} is in spec.template`, ofKind, written, pods({ volumes }), inTemplate);
}
test(
  "the pod spec of a CronJob is in its jobTemplate",
  ofKind,
  "batch/v1/CronJob/w",
  { spec: { jobTemplate: pods({ volumes }) } },
  "spec.jobTemplate.spec.template.spec.volumes[0].secret.secretName",
);
test("mounted references exclude env, the ServiceAccount and image pull secrets", (t) => {
  const spec = {
    serviceAccountName: "a",
    imagePullSecrets: [{ name: "b" }],
    containers: [{ envFrom: [{ secretRef: { name: "c" } }] }],
    volumes: [{ configMap: { name: "d" } }],
  };
  t.deepEqual(found(mountedReferences, "Pod/p", { spec }), [
    "/namespaces/default/ConfigMap/d at spec.volumes[0].configMap.name",
  ]);
});
test("a kind named Deployment in another API group has no pod references", (t) => {
  t.deepEqual(found(mountedReferences, "example.com/v1/Deployment/w", pods({ volumes })), []);
});
