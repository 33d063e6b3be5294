import {
  field,
  type JsonObject,
  type JsonValue,
  objectField,
  stringField,
} from "../../../lib/object/json.ts";
import type { Api } from "../../control-plane/api.ts";

/** Kinds of which a manifest replaces the whole object; the others have fields that only the server sets. */
export const replaced: ReadonlySet<string> = new Set([
  "APIService",
  "CSIDriver",
  "ConfigMap",
  "ClusterRole",
  "ClusterRoleBinding",
  "ControllerRevision",
  "DaemonSet",
  "Deployment",
  "EndpointSlice",
  "Endpoints",
  "FlowSchema",
  "HorizontalPodAutoscaler",
  "Ingress",
  "IngressClass",
  "MutatingAdmissionPolicy",
  "Job",
  "NetworkPolicy",
  "PersistentVolume",
  "PersistentVolumeClaim",
  "PodDisruptionBudget",
  "PriorityClass",
  "PriorityLevelConfiguration",
  "ReplicaSet",
  "ReplicationController",
  "Role",
  "RoleBinding",
  "RuntimeClass",
  "Secret",
  "Service",
  "StatefulSet",
  "StorageClass",
  "ValidatingAdmissionPolicy",
  "VolumeAttributesClass",
]);

/** The object with what only the server sets: the version of the stored one, and generated labels. */
export async function withServerFields(api: Api, path: string, object: JsonObject): Promise<JsonObject> {
  const live: JsonValue = JSON.parse((await api("GET", path)).text);
  const resourceVersion = stringField(field(live, "metadata"), "resourceVersion") ?? "";
  const own = { ...object, metadata: { ...objectField(object, "metadata"), resourceVersion } };
  const spec = objectField(object, "spec");
  const kind = stringField(object, "kind");
  if (kind === "Job") {
    return { ...own, spec: jobSpec(spec, objectField(live, "spec")) };
  }
  return kind === "PersistentVolumeClaim"
    ? { ...own, spec: { ...pick(objectField(live, "spec"), ["storageClassName", "volumeName"]), ...spec } }
    : own;
}

/** The object with the status of the stored one: whether a claim is bound. */
export async function withLiveStatus(api: Api, path: string, object: JsonObject): Promise<JsonObject> {
  const live: JsonValue = JSON.parse((await api("GET", path)).text);
  return { ...object, status: objectField(live, "status") };
}

function pick(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
}

function jobSpec(spec: JsonObject, live: JsonObject): JsonObject {
  const template = objectField(spec, "template");
  const metadata = objectField(template, "metadata");
  const liveLabels = objectField(objectField(objectField(live, "template"), "metadata"), "labels");
  const generated = pick(
    liveLabels,
    Object.keys(liveLabels).filter((key) => /(?:^|\/)(?:job-name|controller-uid)$/.test(key)),
  );
  const labels = { ...generated, ...objectField(metadata, "labels") };
  return {
    ...pick(live, ["selector"]),
    ...spec,
    template: { ...template, metadata: { ...metadata, labels } },
  };
}
