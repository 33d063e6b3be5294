import type { Resource } from "../../client/model/cluster.ts";
import { formatDuration } from "../../object/duration.ts";
import { field, type JsonObject, objectField, sameJson, stringField } from "../../object/json.ts";
import { nameOf } from "../../object/metadata.ts";
import { syncLabel } from "../membership/member-lease.ts";
import type { Unit } from "../unit/unit.ts";
import type { OrphanedUnit } from "./status-port.ts";

/** The kind of the custom resources of units, as `deploy/crd` defines it. */
export const unitKind: Resource = {
  group: "converge.dev",
  version: "v1",
  kind: "Unit",
  plural: "units",
  namespaced: true,
  verbs: [],
};

/** Annotation on a unit: a new value requests a run at once. */
export const requestAnnotation = "converge.dev/reconcile";

/** Annotation on a unit: a new value requests the newest revision, whatever its ring and windows are. */
export const promoteAnnotation = "converge.dev/promote";

/** Annotation on a unit: the digest of the plan that may be applied. */
export const approveAnnotation = "converge.dev/approve";

/** The namespaces of a unit, and its sidecar. */
export interface UnitHome {
  readonly namespace: string;
  readonly sync: string;
  /** The namespace of units that name none. */
  readonly releaseNamespace: string;
}

/**
 * Builds the custom resource of a unit without its status. `suspend` is left out unless it is configured:
 * others may set it.
 */
export function unitObject(unit: Unit, home: UnitHome): JsonObject {
  const { source, serviceAccount } = unit;
  return {
    apiVersion: "converge.dev/v1",
    kind: "Unit",
    metadata: {
      name: unit.name,
      namespace: home.namespace,
      labels: { "app.kubernetes.io/managed-by": "converge", [syncLabel]: home.sync },
    },
    spec: {
      source: { url: withoutCredentials(source.url), ref: source.ref, path: source.path },
      release: unit.release,
      namespace: unit.namespace ?? home.releaseNamespace,
      ...(unit.cluster === undefined ? {} : { cluster: unit.cluster.name }),
      ...(unit.ring === undefined ? {} : { ring: unit.ring }),
      dependsOn: [...new Set(unit.dependsOn)],
      interval: formatDuration(unit.interval),
      prune: unit.prune,
      onRemove: unit.onRemove,
      ...(unit.approval === undefined ? {} : { approval: unit.approval }),
      ...(unit.suspend ? { suspend: true } : {}),
      ...(serviceAccount === undefined
        ? {}
        : { serviceAccount: { namespace: serviceAccount.namespace, name: serviceAccount.name } }),
    },
  };
}

/** The part of a unit that determines its possible revisions. */
export interface Sourced {
  readonly source: Pick<Unit["source"], "url" | "ref">;
}

/** Returns the repository and ref of a unit as its status shows them. */
export function sourceObject({ source: { url, ref } }: Sourced): JsonObject {
  return { url: withoutCredentials(url), ref };
}

/**
 * Reports whether the revisions of a status are of another repository or ref than the unit has now. A status
 * that does not name them is of an earlier version.
 */
export function isOfOtherSource(status: JsonObject, source: JsonObject): boolean {
  const stored = field(status, "source");
  return stored !== undefined && !sameJson(stored, source);
}

/**
 * Returns what is remembered of a unit for when it is no longer configured. The policy for objects in another
 * cluster is stored beside the name of the cluster: an older CRD prunes both, so that no release of the same
 * name in this cluster is deleted instead.
 */
export function keepsObject(
  { release, namespace, onRemove, serviceAccount, cluster }: Unit,
  home: UnitHome,
): JsonObject {
  return {
    release,
    namespace: namespace ?? home.releaseNamespace,
    ...(cluster === undefined
      ? { onRemove }
      : { onRemove: "orphan", cluster: { name: cluster.name, onRemove } }),
    ...(serviceAccount === undefined ? {} : { serviceAccount: { ...serviceAccount } }),
  };
}

/**
 * Returns what a unit that is no longer configured has kept, by its status, which only a sidecar may write:
 * by its spec anyone who may create units could have any release deleted. A unit without such a status keeps
 * its objects.
 */
export function leftUnit(object: JsonObject): OrphanedUnit {
  const keeps = objectField(objectField(object, "status"), "keeps");
  const account = objectField(keeps, "serviceAccount");
  const name = stringField(account, "name");
  const place = objectField(keeps, "cluster");
  const cluster = stringField(place, "name");
  return {
    name: nameOf(object),
    release: stringField(keeps, "release") ?? "",
    namespace: stringField(keeps, "namespace") ?? "",
    onRemove: field(cluster === undefined ? keeps : place, "onRemove") === "delete" ? "delete" : "orphan",
    ...(cluster === undefined ? {} : { cluster }),
    ...(name === undefined
      ? {}
      : { serviceAccount: { namespace: stringField(account, "namespace") ?? "", name } }),
  };
}

/**
 * Strips the credentials from a URL: `https://user:secret@host/path?token=x` → `https://host/path`. The user
 * of an ssh URL is not a secret, and stays.
 */
export function withoutCredentials(url: string): string {
  const [, scheme = "", userinfo = "", rest = ""] =
    /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*@)?(.*)$/is.exec(url) ?? [];
  if (scheme === "") {
    return url;
  }
  const isSsh = /^ssh:|\+ssh:/i.test(scheme);
  const user = isSsh ? userinfo.replace(/:.*@$/s, "@") : "";
  return `${scheme}${user}${rest.replace(/[?#].*$/s, "")}`;
}
