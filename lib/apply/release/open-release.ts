import type { ParentRecord } from "../../inventory/applyset-parent.ts";
import type { ReportedRun } from "../execute/reported-run.ts";
import { RestMapper } from "../model/rest-mapper.ts";
import type { ApplyRequest, PlanTarget } from "../model/release-request.ts";
import { clusterLookups, type LookupRequest, type SetLookups } from "../observe/set-lookups.ts";
import { loadParent, type ReleaseLocation } from "../store/applyset-store.ts";
import { type HelmRelease, openHelmRelease, recordWith } from "../store/helm-release.ts";

/** A release as the cluster knows it, before its set is read. */
export interface OpenedRelease {
  readonly run: Pick<ReportedRun, "context" | "sink">;
  readonly place: ReleaseLocation;
  readonly record: ParentRecord;
  /** The Helm release that it adopts; undefined for none. */
  readonly helm: HelmRelease | undefined;
  /** The action and the namespace that its set is planned for. */
  readonly target: PlanTarget;
  /** Answers the questions of planning from the cluster. */
  readonly lookups: SetLookups;
}

/** The release to open. */
export interface OpenRequest
  extends
    Pick<ApplyRequest, "release" | "namespace" | "adoptHelmRelease">,
    Pick<LookupRequest, "comesElsewhere"> {
  /** The action is a rollback, whatever the record says. */
  readonly isRollback?: boolean;
}

/** Discovers what the cluster serves, reads the record of a release, and determines the action. */
export async function openRelease(
  request: OpenRequest,
  run: Pick<ReportedRun, "context" | "sink">,
): Promise<OpenedRelease> {
  const { context } = run;
  const { cluster, signal } = context;
  const { release, namespace = cluster.namespace, adoptHelmRelease: adopted } = request;
  const [catalog, stored, helm] = await Promise.all([
    cluster.discover({ signal }),
    loadParent({ context, release, namespace }),
    adopted === undefined ? undefined : openHelmRelease({ namespace, ...adopted }, context),
  ]);
  const record = recordWith(stored, helm);
  const kinds = new RestMapper(cluster, catalog);
  const target: PlanTarget = {
    action: request.isRollback === true ? "rollback" : actionFor(record),
    namespace,
    isNamespaced: (kind) => kinds.find(kind)?.namespaced,
  };
  const lookups = clusterLookups({ ...target, comesElsewhere: request.comesElsewhere }, { cluster, signal });
  return { run, place: { context, kinds, release, namespace }, record, helm, target, lookups };
}

function actionFor({ installed }: ParentRecord): "install" | "upgrade" {
  return installed ? "upgrade" : "install";
}
