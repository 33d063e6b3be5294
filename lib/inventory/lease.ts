/**
 * The lock of a release: a Lease. Expiry of another holder's Lease is judged as in client-go's leader
 * election: by how long we have observed it unchanged by our own clock, since the holder's clock may be
 * wrong.
 */
import { formatTimestamp, parseTimestamp } from "../object/timestamp.ts";
import { field, objectField, stringField, type JsonObject, type JsonValue } from "../object/json.ts";

/** An observation of a Lease, and when it last changed by our own clock. */
export interface LeaseObservation {
  /** Holder, time of renewal and version: a change means the holder is alive. */
  readonly stamp: string;
  /** Milliseconds by our clock when that stamp was first observed. */
  readonly at: number;
}

/** The lock is held by another process. */
export interface HeldLease {
  readonly heldBy: string;
  /** The time it was acquired, by the holder's clock; empty if not stated. */
  readonly since: string;
  /** Milliseconds until it expires, unless it is renewed. */
  readonly expiresIn: number;
}

/** The content of a Lease. */
export interface LeaseFacts {
  readonly name: string;
  readonly namespace: string;
  /** Our identity, unique among all holders. */
  readonly holder: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The lease duration: seconds without renewal until it expires. */
  readonly seconds: number;
  /** The Lease as it was read: its version guards the write, and its history is continued. */
  readonly previous?: JsonObject;
}

/** The Lease that acquires or renews the lock. */
export function leaseObject(facts: LeaseFacts): JsonObject {
  const spec = objectField(facts.previous, "spec");
  const isOurs = stringField(spec, "holderIdentity") === facts.holder;
  const transitions = field(spec, "leaseTransitions");
  const before = typeof transitions === "number" ? transitions : 0;
  const acquired = isOurs ? stringField(spec, "acquireTime") : undefined;
  const version = stringField(field(facts.previous, "metadata"), "resourceVersion");
  return {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: {
      name: facts.name,
      namespace: facts.namespace,
      labels: { "app.kubernetes.io/managed-by": "converge" },
      ...(version === undefined ? {} : { resourceVersion: version }),
    },
    spec: {
      holderIdentity: facts.holder,
      leaseDurationSeconds: facts.seconds,
      acquireTime: acquired ?? microTime(facts.now),
      renewTime: microTime(facts.now),
      leaseTransitions: isOurs || facts.previous === undefined ? before : before + 1,
    },
  };
}

/** The Lease that releases the lock: the next holder need not wait. */
export function releasedLease(lease: JsonObject): JsonObject {
  const spec = Object.entries(objectField(lease, "spec")).filter(([name]) => name !== "acquireTime");
  return { ...lease, spec: { ...Object.fromEntries(spec), holderIdentity: "", leaseDurationSeconds: 1 } };
}

/** Kubernetes uses microseconds in a Lease: `2026-01-02T03:04:05.678000Z`. */
function microTime(now: number): string {
  return formatTimestamp(now).replace("Z", "000Z");
}

/** Observes a Lease. Pass the previous observation: an unchanged Lease keeps its time. */
export function observeLease(
  lease: JsonObject,
  before: LeaseObservation | undefined,
  now: number,
): LeaseObservation {
  const spec = objectField(lease, "spec");
  const parts: readonly (JsonValue | undefined)[] = [
    field(spec, "holderIdentity"),
    field(spec, "renewTime"),
    field(field(lease, "metadata"), "resourceVersion"),
  ];
  const stamp = JSON.stringify(parts);
  return before?.stamp === stamp ? before : { stamp, at: now };
}

/**
 * Reports whether the Lease seems to be held, from a single observation: by the holder's clock, which may be
 * wrong.
 */
export function seemsHeld(lease: JsonObject | undefined, now: number): boolean {
  const spec = objectField(lease, "spec");
  const renewed = parseTimestamp(stringField(spec, "renewTime")) ?? -Infinity;
  const seconds = field(spec, "leaseDurationSeconds");
  const isNamed = (stringField(spec, "holderIdentity") ?? "") !== "";
  return isNamed && typeof seconds === "number" && now < renewed + seconds * 1000;
}

/**
 * Whether the lock may be acquired: it is free (or expired), already ours, or held. `seenAt` is the `at` of
 * the observation of exactly this Lease. Holders whose name begins with `ended` are processes that have
 * ended: their locks are free.
 */
export function judgeLease(
  lease: JsonObject | undefined,
  facts: {
    readonly holder: string;
    readonly ended?: string | undefined;
    readonly now: number;
    readonly seenAt: number;
  },
): "free" | "ours" | HeldLease {
  const spec = objectField(lease, "spec");
  const heldBy = stringField(spec, "holderIdentity") ?? "";
  if (heldBy === "") {
    return "free";
  }
  if (heldBy === facts.holder) {
    return "ours";
  }
  if (facts.ended !== undefined && heldBy.startsWith(facts.ended)) {
    return "free";
  }
  const seconds = field(spec, "leaseDurationSeconds");
  const expiresIn = facts.seenAt + (typeof seconds === "number" ? seconds : 0) * 1000 - facts.now;
  return expiresIn <= 0 ? "free" : { heldBy, since: stringField(spec, "acquireTime") ?? "", expiresIn };
}
