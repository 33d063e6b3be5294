/**
 * The lock of a release: a Lease. Whether somebody else's hold has run out is judged as client-go's leader
 * election does: by how long we have seen the Lease unchanged by our own clock, since the holder's clock may
 * be wrong.
 */
import { formatTimestamp, parseTimestamp } from "../object/timestamp.ts";
import { field, objectField, stringField, type JsonObject, type JsonValue } from "../object/json.ts";

/** What was seen of a Lease, and when it last changed by our own clock. */
export interface LeaseObservation {
  /** Holder, time of renewal and version: a change of it is a sign of life. */
  readonly stamp: string;
  /** Milliseconds by our clock at the first sight of that stamp. */
  readonly at: number;
}

/** Somebody else holds it. */
export interface HeldLease {
  readonly heldBy: string;
  /** When they took it, as their clock has it; empty where it says nothing. */
  readonly since: string;
  /** Milliseconds until their hold runs out, if they give no further sign of life. */
  readonly expiresIn: number;
}

/** The Lease as it is to be written. */
export interface LeaseFacts {
  readonly name: string;
  readonly namespace: string;
  /** Who we are: unlike anybody else. */
  readonly holder: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** For how long a hold counts without a sign of life. */
  readonly seconds: number;
  /** The Lease as it was read: its version guards the write, and its history goes on. */
  readonly previous?: JsonObject;
}

/** The Lease that takes or renews the hold. */
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

/** The Lease that gives up our hold: the next one need not wait. */
export function releasedLease(lease: JsonObject): JsonObject {
  const spec = Object.entries(objectField(lease, "spec")).filter(([name]) => name !== "acquireTime");
  return { ...lease, spec: { ...Object.fromEntries(spec), holderIdentity: "", leaseDurationSeconds: 1 } };
}

/** Kubernetes counts microseconds in a Lease: `2026-01-02T03:04:05.678000Z`. */
function microTime(now: number): string {
  return formatTimestamp(now).replace("Z", "000Z");
}

/** What is seen of a Lease now. Give the sighting of before along: an unchanged Lease keeps its time. */
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
 * Whether it looks as if somebody holds it, at one glance: by the time of their own clock, which may be
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
 * Whether the lock may be taken: it is free (also when the hold has run out), ours already, or held. `seenAt`
 * is the `at` of the sighting of exactly this Lease. Holders whose name begins with `ended` are processes
 * that have ended: what they held is free.
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
