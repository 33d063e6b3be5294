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

/** The references of a Pod with that spec, without the account that every pod has. */
const refers = test.macro((t, spec: JsonObject, ...expected: readonly string[]) => {
  t.deepEqual(found(podReferences, "Pod/p", { spec }), [account, ...expected]);
});

test("a pod with an empty spec runs as the account named default", refers, {});
test(
  "a pod names its priority class and its runtime class",
  refers,
  { priorityClassName: "high", runtimeClassName: "gvisor" },
  "scheduling.k8s.io/PriorityClass/high at spec.priorityClassName",
  "node.k8s.io/RuntimeClass/gvisor at spec.runtimeClassName",
);
test(
  "a pod names its pull secrets",
  refers,
  { imagePullSecrets: [{ name: "a" }, { name: "" }, { name: "b" }] },
  "/namespaces/default/Secret/a at spec.imagePullSecrets[0].name",
  "/namespaces/default/Secret/b at spec.imagePullSecrets[2].name",
);
test(
  "a pod names the Secrets, ConfigMaps and claims of its volumes",
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
  "sources of a projected volume name a Secret by name, not by secretName",
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
  "an ephemeral volume names the class of its claim, a CSI volume the Secret for publishing it",
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
  "a pod names the claims of its resources, and the templates they are made from",
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
  "containers and init containers name what their environment is read from",
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
  "what is optional counts too: if the set has it, it goes first",
  refers,
  { volumes: [{ configMap: { name: "maybe", optional: true } }] },
  "/namespaces/default/ConfigMap/maybe at spec.volumes[0].configMap.name",
);

test("serviceAccountName is preferred to the older serviceAccount", (t) => {
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
  test(`the pods of ${written} are in spec.template`, ofKind, written, pods({ volumes }), inTemplate);
}
test(
  "the pods of a CronJob are in the template of its Jobs",
  ofKind,
  "batch/v1/CronJob/w",
  { spec: { jobTemplate: pods({ volumes }) } },
  "spec.jobTemplate.spec.template.spec.volumes[0].secret.secretName",
);
test("mounted references leave out the environment, the account and the pull secrets", (t) => {
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
test("a kind of another group with the same name runs no pods", (t) => {
  t.deepEqual(found(mountedReferences, "example.com/v1/Deployment/w", pods({ volumes })), []);
});
