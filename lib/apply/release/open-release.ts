import type { ParentRecord } from "../../inventory/applyset-parent.ts";
import { type Adoption, recordWith } from "../adopt/adoption.ts";
import { openAdoption } from "../adopt/open-adoption.ts";
import type { ReportedRun } from "../execute/reported-run.ts";
import { RestMapper } from "../model/rest-mapper.ts";
import type { ApplyRequest, PlanTarget } from "../model/release-request.ts";
import { clusterLookups, type LookupRequest, type SetLookups } from "../observe/set-lookups.ts";
import { isStored, loadParent, type ReleaseLocation } from "../store/applyset-store.ts";
import { LiveObjectCache } from "../observe/live-object-cache.ts";
import { openWatches } from "../observe/observe-release.ts";
import { membersSelector } from "../../inventory/apply-set.ts";

/** A release as the cluster knows it, before its set is read. */
export interface OpenedRelease {
  readonly run: Pick<ReportedRun, "context" | "sink">;
  readonly place: ReleaseLocation;
  readonly record: ParentRecord;
  /** The owner of another tool that it adopts; undefined for none. */
  readonly adoption: Adoption | undefined;
  /** The action and the namespace that its set is planned for. */
  readonly target: PlanTarget;
  /** Answers the questions of planning from the cluster. */
  readonly lookups: SetLookups;
  /** Its objects, if they are observed already. */
  readonly liveObjects?: LiveObjectCache | undefined;
}

/** The release to open. */
export interface OpenRequest
  extends Pick<ApplyRequest, "release" | "namespace" | "adopt">, Pick<LookupRequest, "comesElsewhere"> {
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
  const { release, namespace = cluster.namespace, adopt } = request;
  const discovered = cluster.discover({ signal }).then((catalog) => new RestMapper(cluster, catalog));
  const [kinds, stored, adoption] = await Promise.all([
    discovered,
    loadParent({ context, release, namespace }),
    adopt === undefined ? undefined : openAdoption(adopt, { context, namespace, kinds: discovered }),
  ]);
  const record = recordWith(stored, adoption);
  const target: PlanTarget = {
    action: request.isRollback === true ? "rollback" : actionFor(record),
    namespace,
    isNamespaced: (kind) => kinds.find(kind)?.namespaced,
  };
  const lookups = clusterLookups({ ...target, comesElsewhere: request.comesElsewhere }, { cluster, signal });
  return { run, place: { context, kinds, release, namespace }, record, adoption, target, lookups };
}

/**
 * Opens a release, and observes the objects that it has by its record from then on, while its set is read and
 * planned, until it is disposed.
 */
export async function openObserved(
  request: OpenRequest,
  run: Pick<ReportedRun, "context" | "sink">,
): Promise<OpenedRelease & Disposable> {
  const opened = await openRelease(request, run);
  // In a sidecar the watches that units share hold these objects already.
  const liveObjects = request.comesElsewhere === undefined ? observe(opened) : undefined;
  return { ...opened, liveObjects, [Symbol.dispose]: () => liveObjects?.close() };
}

function observe({ place: { kinds }, record, run: { context } }: OpenedRelease): LiveObjectCache {
  const liveObjects = new LiveObjectCache(context, membersSelector(record.id));
  if (isStored(record)) {
    // Whatever fails is repeated when the release is decided, and reported then.
    openWatches(record, { kinds, liveObjects, context }).catch(() => {});
  }
  return liveObjects;
}

function actionFor({ installed }: ParentRecord): "install" | "upgrade" {
  return installed ? "upgrade" : "install";
}
