/**
 * Reports the status of a release: what the last run did not finish, and how far the cluster has reconciled
 * each object.
 */
import { ApiError } from "../../client/model/api-error.ts";
import { latestOf } from "../../inventory/history.ts";
import type { LastRun } from "../../inventory/parent-state.ts";
import type { ParentRecord } from "../../inventory/applyset-parent.ts";
import { readManifests } from "../../manifest/parse-manifests.ts";
import type { JsonObject } from "../../object/json.ts";
import type { ObjectRef } from "../../object/object-ref.ts";
import { lastingAmong } from "../../plan/lasting-among.ts";
import type { HealthRuleSources, ReadinessMode } from "../../readiness/readiness.ts";
import { judgeLiveObjects } from "../judge/judge-live-objects.ts";
import { RestMapper } from "../model/rest-mapper.ts";
import { type KnownObjects, type ObjectStatus, objectStatuses } from "./object-status.ts";
import { listOwned } from "../observe/owned-objects.ts";
import { isStored, loadParent, type ReleaseLocation } from "../store/applyset-store.ts";
import { loadRevision, sourcesOf } from "../store/revision-store.ts";
import type { RunContext } from "../model/run-context.ts";

/** The release, and the rules by which its objects are judged. */
export interface StatusRequest {
  readonly release: string;
  /** Undefined for the namespace of the context. */
  readonly namespace: string | undefined;
  readonly readiness: ReadinessMode;
  /** Health rules read from data; the built-in table by default. */
  readonly healthRules?: HealthRuleSources;
}

/** The status of a release. */
export interface ReleaseStatus {
  readonly release: string;
  readonly namespace: string;
  /** The number of its newest revision. */
  readonly revision?: number;
  /** Whether a run of it has ever succeeded. */
  readonly installed: boolean;
  readonly lastRun?: LastRun;
  /** Sorted by reference. */
  readonly objects: readonly ObjectStatus[];
  /** The server's messages where it did not let objects be listed: those are missing above. */
  readonly refusals: readonly string[];
}

/**
 * The current status of a release; undefined if there is none. Everything is read once, nothing is watched.
 */
export async function statusOfRelease(
  { release, namespace, readiness, healthRules }: StatusRequest,
  context: RunContext,
): Promise<ReleaseStatus | undefined> {
  const { cluster, signal } = context;
  const kinds = new RestMapper(cluster, await cluster.discover({ signal }));
  const home = namespace ?? cluster.namespace;
  const record = await loadParent({ context, release, namespace: home });
  if (!isStored(record)) {
    return undefined;
  }
  const [{ objects, refusals }, sent = []] = await Promise.all([
    listOwned(record, { context, kinds }),
    objectsSent(record, { context, kinds, release, namespace: home }),
  ]);
  const judging = { mode: readiness, healthRules };
  const judged = await judgeLiveObjects([...objects.values()], { context, kinds, judging });
  const found = { objects, sent, refusals, judge: (object: JsonObject) => judged.get(object) };
  return composeStatus({ release, namespace: home, record }, found);
}

/** The name and the record of a release. */
interface NamedRecord {
  readonly release: string;
  readonly namespace: string;
  readonly record: ParentRecord;
}

/** Returns the status of a release from its record and what is known of its objects. */
export function composeStatus(
  { release, namespace, record }: NamedRecord,
  { refusals, ...known }: KnownObjects & Pick<ReleaseStatus, "refusals">,
): ReleaseStatus {
  const revision = latestOf(record.history)?.number;
  return {
    release,
    namespace,
    ...(revision === undefined ? {} : { revision }),
    installed: record.installed,
    ...(record.lastRun === undefined ? {} : { lastRun: record.lastRun }),
    // Objects that could not be listed are not known to be missing.
    objects: objectStatuses(record, { ...known, sent: refusals.length === 0 ? known.sent : [] }),
    refusals,
  };
}

/** The objects that the newest revision has sent and that should exist; undefined if it cannot be read. */
export async function objectsSent(
  { history }: ParentRecord,
  place: ReleaseLocation,
): Promise<readonly ObjectRef[] | undefined> {
  const latest = latestOf(history);
  if (latest === undefined) {
    return [];
  }
  try {
    const content = await loadRevision(latest, place);
    if ("fault" in content) {
      return undefined;
    }
    const read = sourcesOf(latest.number, content).flatMap((source) => readManifests(source).objects);
    const lasting = lastingAmong(read, place.namespace, (kind) => place.kinds.find(kind)?.namespaced);
    return lasting.map(({ ref }) => ref);
  } catch (error) {
    if (error instanceof ApiError) {
      return undefined;
    }
    throw error;
  }
}

/** Reports whether all of a release has been written, and is ready or suspended. */
export function isHealthy({ objects, refusals }: ReleaseStatus): boolean {
  return (
    refusals.length === 0 &&
    objects.every(
      ({ actuation, reconcile }) =>
        actuation === "Succeeded" && (reconcile === "Succeeded" || reconcile === "Suspended"),
    )
  );
}
