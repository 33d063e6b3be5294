import type { Manifest } from "../../manifest/manifest.ts";
import { field, type JsonValue, type Path, stringField, indexedList } from "../../object/json.ts";
import { accountOf, podSpecPath, podTemplate } from "../index/workload.ts";
import { clusterReference, coreReference, type ObjectReference } from "./reference.ts";

/**
 * The references of a workload's pods: accounts, Secrets, ConfigMaps, claims and classes (PodSpec, v1).
 * Optional ones too: if the set contains them, they go first.
 */
export function podReferences(manifest: Manifest): readonly ObjectReference[] {
  const spec = field(podTemplate(manifest), "spec");
  const at = podSpecPath(manifest);
  return [
    ...classesAndAccount(manifest, spec, at),
    ...indexedList(spec, "imagePullSecrets").flatMap(([index, secret]) =>
      coreReference(manifest, {
        kind: "Secret",
        name: stringField(secret, "name"),
        path: [...at, "imagePullSecrets", index, "name"],
      }),
    ),
    ...mountedReferences(manifest),
    ...indexedList(spec, "resourceClaims").flatMap(([index, claim]) =>
      claimReferences(manifest, claim, [...at, "resourceClaims", index]),
    ),
    ...["initContainers", "containers"].flatMap((list) =>
      indexedList(spec, list).flatMap(([index, container]) =>
        containerReferences(manifest, container, [...at, list, index]),
      ),
    ),
  ];
}

/** The references of a workload's pods that are mounted as volumes. */
export function mountedReferences(manifest: Manifest): readonly ObjectReference[] {
  const at = [...podSpecPath(manifest), "volumes"];
  return indexedList(field(podTemplate(manifest), "spec"), "volumes").flatMap(([index, volume]) =>
    volumeReferences(manifest, volume, [...at, index]),
  );
}

function classesAndAccount(
  manifest: Manifest,
  spec: JsonValue | undefined,
  at: Path,
): readonly ObjectReference[] {
  return [
    ...coreReference(manifest, { kind: "ServiceAccount", ...accountOf(manifest) }),
    ...clusterReference("scheduling.k8s.io", "PriorityClass", {
      name: stringField(spec, "priorityClassName"),
      path: [...at, "priorityClassName"],
    }),
    ...clusterReference("node.k8s.io", "RuntimeClass", {
      name: stringField(spec, "runtimeClassName"),
      path: [...at, "runtimeClassName"],
    }),
  ];
}

/**
 * The field of a volume (or of a projected source) → the kind that it references, and the fields with the
 * name.
 */
const volumeSources = [
  { source: "secret", kind: "Secret", names: ["secretName", "name"] },
  { source: "configMap", kind: "ConfigMap", names: ["name"] },
  { source: "persistentVolumeClaim", kind: "PersistentVolumeClaim", names: ["claimName"] },
] as const;

function volumeReferences(manifest: Manifest, volume: JsonValue, at: Path): readonly ObjectReference[] {
  const ephemeral = ["ephemeral", "volumeClaimTemplate", "spec", "storageClassName"];
  return [
    ...sourceReferences(manifest, volume, at),
    ...indexedList(field(volume, "projected"), "sources").flatMap(([index, source]) =>
      sourceReferences(manifest, source, [...at, "projected", "sources", index]),
    ),
    ...clusterReference("storage.k8s.io", "StorageClass", {
      name: stringField(
        ephemeral.slice(0, -1).reduce<JsonValue | undefined>((value, name) => field(value, name), volume),
        "storageClassName",
      ),
      path: [...at, ...ephemeral],
    }),
    ...coreReference(manifest, {
      kind: "Secret",
      name: stringField(field(field(volume, "csi"), "nodePublishSecretRef"), "name"),
      path: [...at, "csi", "nodePublishSecretRef", "name"],
    }),
  ];
}

function sourceReferences(manifest: Manifest, holder: JsonValue, at: Path): readonly ObjectReference[] {
  return volumeSources.flatMap(({ source, kind, names }) =>
    names.flatMap((name) =>
      coreReference(manifest, {
        kind,
        name: stringField(field(holder, source), name),
        path: [...at, source, name],
      }),
    ),
  );
}

function claimReferences(manifest: Manifest, claim: JsonValue, at: Path): readonly ObjectReference[] {
  const { namespace } = manifest.ref;
  return [
    ["resourceClaimName", "ResourceClaim"] as const,
    ["resourceClaimTemplateName", "ResourceClaimTemplate"] as const,
  ].flatMap(([property, kind]) => {
    const name = stringField(claim, property);
    return name === undefined
      ? []
      : [{ group: "resource.k8s.io", kind, namespace, name, path: [...at, property] }];
  });
}

const envSources = [
  { source: "configMapKeyRef", kind: "ConfigMap" },
  { source: "secretKeyRef", kind: "Secret" },
] as const;
const envFromSources = [
  { source: "configMapRef", kind: "ConfigMap" },
  { source: "secretRef", kind: "Secret" },
] as const;

function containerReferences(manifest: Manifest, container: JsonValue, at: Path): readonly ObjectReference[] {
  return [
    ...indexedList(container, "env").flatMap(([index, variable]) =>
      envSources.flatMap(({ source, kind }) =>
        coreReference(manifest, {
          kind,
          name: stringField(field(field(variable, "valueFrom"), source), "name"),
          path: [...at, "env", index, "valueFrom", source, "name"],
        }),
      ),
    ),
    ...indexedList(container, "envFrom").flatMap(([index, from]) =>
      envFromSources.flatMap(({ source, kind }) =>
        coreReference(manifest, {
          kind,
          name: stringField(field(from, source), "name"),
          path: [...at, "envFrom", index, source, "name"],
        }),
      ),
    ),
  ];
}
