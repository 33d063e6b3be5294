import type { Resource } from "../../client/model/cluster.ts";
import { formatDuration } from "../../object/duration.ts";
import { field, type JsonObject, objectField, stringField } from "../../object/json.ts";
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

/** On a unit: a new value asks for a run at once. */
export const requestAnnotation = "converge.dev/reconcile";

/** Where a unit is told of, and by which sidecar. */
export interface UnitHome {
  readonly namespace: string;
  readonly sync: string;
  /** Of units that name none. */
  readonly releaseNamespace: string;
}

/**
 * The custom resource of a unit without its status. It says nothing about `suspend` unless that is
 * configured: others may.
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
      dependsOn: [...new Set(unit.dependsOn)],
      interval: formatDuration(unit.interval),
      prune: unit.prune,
      onRemove: unit.onRemove,
      ...(unit.suspend ? { suspend: true } : {}),
      ...(serviceAccount === undefined
        ? {}
        : { serviceAccount: { namespace: serviceAccount.namespace, name: serviceAccount.name } }),
    },
  };
}

/** What is remembered of a unit for the day when it is configured no more. */
export function keepsObject(
  { release, namespace, onRemove, serviceAccount }: Unit,
  home: UnitHome,
): JsonObject {
  return {
    release,
    namespace: namespace ?? home.releaseNamespace,
    onRemove,
    ...(serviceAccount === undefined ? {} : { serviceAccount: { ...serviceAccount } }),
  };
}

/**
 * What a unit that is configured no more has kept. Its status tells, which none but a sidecar may write: by
 * its spec anybody who may make units could have any release deleted. One that was never told of keeps what
 * it has.
 */
export function leftUnit(object: JsonObject): OrphanedUnit {
  const keeps = objectField(objectField(object, "status"), "keeps");
  const account = objectField(keeps, "serviceAccount");
  const name = stringField(account, "name");
  return {
    name: stringField(objectField(object, "metadata"), "name") ?? "",
    release: stringField(keeps, "release") ?? "",
    namespace: stringField(keeps, "namespace") ?? "",
    onRemove: field(keeps, "onRemove") === "delete" ? "delete" : "orphan",
    ...(name === undefined
      ? {}
      : { serviceAccount: { namespace: stringField(account, "namespace") ?? "", name } }),
  };
}

/**
 * `https://user:secret@host/path?token=x` → `https://host/path`. The user of an ssh address is no secret, and
 * stays.
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
