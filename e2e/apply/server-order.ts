/** The order of events, as the API server has logged it. */
import type { LiveObject } from "../control-plane/api.ts";
import type { AuditEvent } from "../control-plane/audit-log.ts";

/** One request of converge, as the server has logged it. */
export interface Request {
  readonly verb: string;
  /** `deployments/web`; a collection is `deployments/`. */
  readonly object: string;
  readonly code: number;
  readonly isDryRun: boolean;
}

/** The finished requests of converge among all. */
export function requestsOf(events: readonly AuditEvent[]): readonly Request[] {
  return events
    .filter(
      ({ userAgent, stage }) => userAgent?.startsWith("converge/") === true && stage !== "ResponseStarted",
    )
    .map(({ verb, objectRef, responseStatus, requestURI }) => ({
      verb,
      object: `${objectRef?.resource ?? ""}/${objectRef?.name ?? ""}`,
      code: responseStatus?.code ?? 0,
      isDryRun: requestURI.includes("dryRun=All"),
    }));
}

/** The writes that took effect: `patch deployments/web`. */
export function writesOf(requests: readonly Request[]): readonly string[] {
  return requests
    .filter(({ verb, code, isDryRun }) => isWrite(verb) && code < 300 && !isDryRun)
    .map(({ verb, object }) => `${verb} ${object}`);
}

/** The writes of objects, without those of the lock, of the record of the release and of its revisions. */
export function objectWritesOf(requests: readonly Request[]): readonly string[] {
  return writesOf(requests).filter((write) => !/ (?:leases|secrets)\/converge[-.]/.test(write));
}

function isWrite(verb: string): boolean {
  return ["create", "update", "patch", "delete", "deletecollection"].includes(verb);
}

/**
 * The resource version of an object: etcd numbers all writes to the cluster in one sequence, whatever the
 * kind. For an object that was not written after its creation, it orders the creation.
 */
export function moment(object: LiveObject | undefined): number {
  if (object === undefined) {
    throw new Error("the object is not there");
  }
  return Number(object.metadata.resourceVersion);
}
