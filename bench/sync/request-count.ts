import type { AuditEvent } from "../../e2e/control-plane/audit-log.ts";

const changing: ReadonlySet<string> = new Set(["create", "update", "patch", "delete", "deletecollection"]);

/** The requests of one user to the server, by type. */
export interface RequestCount {
  /** Renewals of the Leases of replicas. */
  readonly renewals: number;
  /** All other writes. */
  readonly writes: readonly AuditEvent[];
  readonly lists: readonly AuditEvent[];
  /** Watches that were started. */
  readonly watches: readonly AuditEvent[];
  readonly others: readonly AuditEvent[];
}

/** The requests of a user among all; the user is impersonated, so nothing else has that name. */
export function countRequests(events: readonly AuditEvent[], user: string): RequestCount {
  const own = events.filter(({ impersonatedUser }) => impersonatedUser?.username === user);
  const once = own.filter(({ verb, stage }) => verb !== "watch" && stage !== "ResponseStarted");
  return {
    renewals: once.filter(isRenewal).length,
    writes: once.filter((event) => isWrite(event) && !isRenewal(event)),
    lists: once.filter(({ verb }) => verb === "list"),
    // One that starts to answer has two events, one that is refused has only the last.
    watches: own.filter(
      ({ verb, stage, responseStatus }) =>
        verb === "watch" && (stage === "ResponseStarted" || (responseStatus?.code ?? 0) >= 400),
    ),
    others: once.filter((event) => !isWrite(event) && event.verb !== "list"),
  };
}

function isRenewal({ verb, objectRef }: AuditEvent): boolean {
  const isOfReplica = objectRef?.name?.startsWith("converge-sync-") === true;
  return verb === "patch" && objectRef?.resource === "leases" && isOfReplica;
}

function isWrite({ verb }: AuditEvent): boolean {
  return changing.has(verb);
}

/** Summarizes requests, the most frequent first: `20 patch units/status, 3 create events`. */
export function requestWords(events: readonly AuditEvent[], most = 6): string {
  const kinds = Map.groupBy(events, ({ verb, objectRef, requestURI }) =>
    objectRef === undefined
      ? `${verb} ${requestURI.split("?")[0]}`
      : `${verb} ${[objectRef.resource, objectRef.subresource].filter(Boolean).join("/")}`,
  );
  return [...kinds]
    .toSorted(([, left], [, right]) => right.length - left.length)
    .slice(0, most)
    .map(([words, { length }]) => `${length} ${words}`)
    .join(", ");
}

/**
 * The times at which the server received and finished a request, in milliseconds since 1970, with a fraction.
 */
export function timesOf({ requestReceivedTimestamp, stageTimestamp }: AuditEvent): {
  readonly received: number;
  readonly done: number;
} {
  return { received: timeOf(requestReceivedTimestamp), done: timeOf(stageTimestamp) };
}

/** Parses a timestamp; `Date.parse` reads milliseconds only, and the log has microseconds. */
function timeOf(text: string): number {
  const [, whole = "", fraction = ""] = /^(.*?)(?:\.(\d+))?Z$/.exec(text) ?? [];
  return Date.parse(`${whole}Z`) + Number(`0.${fraction === "" ? "0" : fraction}`) * 1000;
}
