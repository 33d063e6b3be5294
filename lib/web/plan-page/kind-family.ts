import type { ObjectRef } from "../../object/object-ref.ts";

/** The purpose of an object, shown as a colour on the page. */
export type Family = "workload" | "config" | "network" | "access" | "storage" | "api" | "other";

const byKind: ReadonlyMap<string, Family> = new Map([
  ["/Pod", "workload"],
  ["/ReplicationController", "workload"],
  ["/ConfigMap", "config"],
  ["/Secret", "config"],
  ["/Service", "network"],
  ["/Endpoints", "network"],
  ["/ServiceAccount", "access"],
  ["/PersistentVolume", "storage"],
  ["/PersistentVolumeClaim", "storage"],
]);

const byGroup: ReadonlyMap<string, Family> = new Map([
  ["apps", "workload"],
  ["batch", "workload"],
  ["networking.k8s.io", "network"],
  ["gateway.networking.k8s.io", "network"],
  ["discovery.k8s.io", "network"],
  ["rbac.authorization.k8s.io", "access"],
  ["storage.k8s.io", "storage"],
  ["apiextensions.k8s.io", "api"],
  ["apiregistration.k8s.io", "api"],
  ["admissionregistration.k8s.io", "api"],
]);

/** Returns the family of an object by its kind, or else by its group. */
export function familyOf(ref: ObjectRef): Family {
  return byKind.get(`${ref.group}/${ref.kind}`) ?? byGroup.get(ref.group) ?? "other";
}
