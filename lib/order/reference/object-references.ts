import type { Manifest } from "../../manifest/manifest.ts";
import {
  field,
  type JsonValue,
  objectField,
  type Path,
  stringField,
  indexedList,
} from "../../object/json.ts";
import { groupOf } from "../../object/object-ref.ts";
import {
  serviceReference,
  clusterReference,
  coreReference,
  type ObjectReference,
  type ReferenceFinder,
} from "./reference.ts";

const rbac = "rbac.authorization.k8s.io";

function bindingReferences(manifest: Manifest): readonly ObjectReference[] {
  const role = field(manifest.value, "roleRef");
  const kind = stringField(role, "kind") ?? "";
  const name = stringField(role, "name") ?? "";
  const namespace = kind === "ClusterRole" ? "" : manifest.ref.namespace;
  return [
    { group: rbac, kind, namespace, name, path: ["roleRef"] },
    ...indexedList(manifest.value, "subjects").flatMap(([index, subject]) =>
      accountOf(manifest, subject, index),
    ),
  ];
}

function accountOf(manifest: Manifest, subject: JsonValue, index: number): readonly ObjectReference[] {
  const namespace = stringField(subject, "namespace") ?? manifest.ref.namespace;
  const name = stringField(subject, "name") ?? "";
  return stringField(subject, "kind") === "ServiceAccount"
    ? [{ group: "", kind: "ServiceAccount", namespace, name, path: ["subjects", index] }]
    : [];
}

function ingressReferences(manifest: Manifest): readonly ObjectReference[] {
  const spec = field(manifest.value, "spec");
  return [
    ...clusterReference("networking.k8s.io", "IngressClass", {
      name: stringField(spec, "ingressClassName"),
      path: ["spec", "ingressClassName"],
    }),
    ...backendReferences(manifest, field(spec, "defaultBackend"), ["spec", "defaultBackend"]),
    ...indexedList(spec, "rules").flatMap(([rule, written]) =>
      indexedList(field(written, "http"), "paths").flatMap(([index, path]) =>
        backendReferences(manifest, field(path, "backend"), [
          "spec",
          "rules",
          rule,
          "http",
          "paths",
          index,
          "backend",
        ]),
      ),
    ),
    ...indexedList(spec, "tls").flatMap(([index, tls]) =>
      coreReference(manifest, {
        kind: "Secret",
        name: stringField(tls, "secretName"),
        path: ["spec", "tls", index, "secretName"],
      }),
    ),
  ];
}

/** v1 has the Service's name in `service.name`, the retired v1beta1 in `serviceName`. */
function backendReferences(
  manifest: Manifest,
  backend: JsonValue | undefined,
  at: Path,
): readonly ObjectReference[] {
  const current = stringField(field(backend, "service"), "name");
  const path = current === undefined ? [...at, "serviceName"] : [...at, "service", "name"];
  return coreReference(manifest, {
    kind: "Service",
    name: current ?? stringField(backend, "serviceName"),
    path,
  });
}

/** The scale target of a HorizontalPodAutoscaler, KEDA's ScaledObject or VerticalPodAutoscaler. */
function scaleTarget(property: string): ReferenceFinder {
  return (manifest) => {
    const target = objectField(field(manifest.value, "spec"), property);
    const name = stringField(target, "name");
    return name === undefined
      ? []
      : [
          {
            group: groupOf(stringField(target, "apiVersion") ?? "apps/v1"),
            kind: stringField(target, "kind") ?? "Deployment",
            namespace: manifest.ref.namespace,
            name,
            path: ["spec", property],
          },
        ];
  };
}

function claimReferences(manifest: Manifest): readonly ObjectReference[] {
  const spec = field(manifest.value, "spec");
  return [
    ...clusterReference("storage.k8s.io", "StorageClass", {
      name: stringField(spec, "storageClassName"),
      path: ["spec", "storageClassName"],
    }),
    ...clusterReference("", "PersistentVolume", {
      name: stringField(spec, "volumeName"),
      path: ["spec", "volumeName"],
    }),
  ];
}

function statefulSetReferences(manifest: Manifest): readonly ObjectReference[] {
  const spec = field(manifest.value, "spec");
  return [
    ...coreReference(manifest, {
      kind: "Service",
      name: stringField(spec, "serviceName"),
      path: ["spec", "serviceName"],
    }),
    ...indexedList(spec, "volumeClaimTemplates").flatMap(([index, claim]) =>
      clusterReference("storage.k8s.io", "StorageClass", {
        name: stringField(field(claim, "spec"), "storageClassName"),
        path: ["spec", "volumeClaimTemplates", index, "spec", "storageClassName"],
      }),
    ),
  ];
}

function accountReferences(manifest: Manifest): readonly ObjectReference[] {
  return indexedList(manifest.value, "imagePullSecrets").flatMap(([index, secret]) =>
    coreReference(manifest, {
      kind: "Secret",
      name: stringField(secret, "name"),
      path: ["imagePullSecrets", index, "name"],
    }),
  );
}

/** A token Secret whose account does not exist yet is deleted by the token controller. */
function tokenReferences(manifest: Manifest): readonly ObjectReference[] {
  const annotation = "kubernetes.io/service-account.name";
  const metadata = field(manifest.value, "metadata");
  return coreReference(manifest, {
    kind: "ServiceAccount",
    name: stringField(objectField(metadata, "annotations"), annotation),
    path: ["metadata", "annotations", annotation],
  });
}

function webhookReferences(manifest: Manifest): readonly ObjectReference[] {
  return indexedList(manifest.value, "webhooks").flatMap(([index, webhook]) => {
    const service = serviceReference(field(webhook, "clientConfig"));
    const path: Path = ["webhooks", index, "clientConfig", "service"];
    return service === undefined ? [] : [{ group: "", kind: "Service", ...service, path }];
  });
}

function apiServiceReferences(manifest: Manifest): readonly ObjectReference[] {
  const service = serviceReference(field(manifest.value, "spec"));
  return service === undefined ? [] : [{ group: "", kind: "Service", ...service, path: ["spec", "service"] }];
}

function policyReferences(manifest: Manifest): readonly ObjectReference[] {
  const policy = manifest.kind.replace(/Binding$/, "");
  return clusterReference("admissionregistration.k8s.io", policy, {
    name: stringField(field(manifest.value, "spec"), "policyName"),
    path: ["spec", "policyName"],
  });
}

/** The references of each kind, by group and kind. Pods are in `pod-references.ts`. */
export const objectReferences: ReadonlyMap<string, ReferenceFinder> = new Map<string, ReferenceFinder>([
  [`${rbac}/RoleBinding`, bindingReferences],
  [`${rbac}/ClusterRoleBinding`, bindingReferences],
  ["networking.k8s.io/Ingress", ingressReferences],
  ["extensions/Ingress", ingressReferences],
  ["autoscaling/HorizontalPodAutoscaler", scaleTarget("scaleTargetRef")],
  ["keda.sh/ScaledObject", scaleTarget("scaleTargetRef")],
  ["autoscaling.k8s.io/VerticalPodAutoscaler", scaleTarget("targetRef")],
  ["/PersistentVolumeClaim", claimReferences],
  ["/PersistentVolume", claimReferences],
  ["apps/StatefulSet", statefulSetReferences],
  ["/ServiceAccount", accountReferences],
  ["/Secret", tokenReferences],
  ["admissionregistration.k8s.io/ValidatingWebhookConfiguration", webhookReferences],
  ["admissionregistration.k8s.io/MutatingWebhookConfiguration", webhookReferences],
  ["admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding", policyReferences],
  ["admissionregistration.k8s.io/MutatingAdmissionPolicyBinding", policyReferences],
  ["apiregistration.k8s.io/APIService", apiServiceReferences],
]);
