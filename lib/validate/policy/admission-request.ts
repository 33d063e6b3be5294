import type { Manifest } from "../../manifest/manifest.ts";
import type { JsonObject } from "../../object/json.ts";
import { groupOf, versionOf } from "../../object/object-ref.ts";
import type { AdmittedObject } from "../admitted/admitted-object.ts";

/** A create or an update as policies see it. */
export interface AdmissionRequest {
  readonly manifest: Manifest;
  readonly operation: "CREATE" | "UPDATE";
  /** The plural of the kind: `deployments`. */
  readonly resource: string;
  readonly object: AdmittedObject;
  readonly old: AdmittedObject | undefined;
  /** The Namespace of the object; null for a cluster-scoped object, undefined if it is not in the set. */
  readonly namespace: JsonObject | null | undefined;
  /** The versions of the resource that the server serves, other than that of the object. */
  readonly otherVersions: readonly string[];
}

/** Returns the variable `request`, without what is not known offline: the user, and the options. */
export function requestValue({ manifest, operation, resource }: AdmissionRequest): JsonObject {
  const { apiVersion, kind, ref } = manifest;
  const group = groupOf(apiVersion);
  const version = versionOf(apiVersion);
  const isNamespace = resource === "namespaces" && group === "";
  return {
    kind: { group, version, kind },
    resource: { group, version, resource },
    requestKind: { group, version, kind },
    requestResource: { group, version, resource },
    name: ref.name,
    ...(ref.namespace === "" && !isNamespace ? {} : { namespace: isNamespace ? ref.name : ref.namespace }),
    operation,
  };
}
