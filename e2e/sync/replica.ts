import { setImmediate as nextTurn } from "node:timers/promises";

import { type ManualClock, manualClock } from "../../fixtures/manual-clock.ts";
import type { Cluster } from "../../lib/client/model/cluster.ts";
import type { Clock } from "../../lib/async/clock.ts";
import { objectField, stringField } from "../../lib/object/json.ts";
import { formatTimestamp } from "../../lib/object/timestamp.ts";
import { joinMembers } from "../../lib/sync/membership/join-membership.ts";
import { unitsAnnotation } from "../../lib/sync/membership/advertised-units.ts";
import { memberLeaseName } from "../../lib/sync/membership/member-lease.ts";
import type { Members } from "../../lib/sync/membership/members.ts";

const noon = Date.UTC(2026, 0, 2, 12);

/** The units that replicas share here. */
export const replicatedUnits: readonly string[] = Array.from({ length: 40 }, (_, index) => `unit-${index}`);

/** A replica whose clock only the test advances. */
export interface Replica {
  readonly identity: string;
  readonly members: Members;
  readonly notices: readonly string[];
  readonly kept: () => readonly string[];
  /** Closes its connections, as if it had been killed; it must not be used any more. */
  readonly die: () => Promise<void>;
  /** Advances the clock without waiting for anything. */
  readonly pass: (milliseconds: number) => void;
  /** Sets the clock forward or back. */
  readonly jump: (milliseconds: number) => void;
  /** The renewal time that its Lease gets if it is renewed now. */
  readonly time: () => string;
  /** Resolves once it has received that renewal of a Lease, with the units that the Lease lists. */
  readonly saw: (lease: string, time: string) => Promise<void>;
  /** Resolves once none of its writes and lists is pending. */
  readonly idle: () => Promise<void>;
  /** Resolves once the condition holds; checked after every event that it receives. */
  readonly until: (condition: () => boolean) => Promise<void>;
}

/** The configuration of a replica. */
export interface ReplicaSetup {
  readonly namespace: string;
  readonly identity: string;
  readonly units?: readonly string[];
}

/** A cluster whose pending requests and received events are recorded. */
interface Sinks {
  readonly cluster: Cluster;
  readonly saw: Replica["saw"];
  readonly idle: Replica["idle"];
}

/**
 * Wraps the cluster to record the events that a replica has received, so that tests do not depend on timing.
 */
function withSinks(cluster: Cluster): Sinks {
  const seen = new Map<string, string>();
  const listeners = new Set<() => void>();
  const writing = new Set<Promise<unknown>>();
  const watch: Cluster["watch"] = (selection, emit) =>
    cluster.watch(selection, (event) => {
      emit(event);
      if (event.type === "seen") {
        const name = stringField(objectField(event.object, "metadata"), "name") ?? "";
        const isReported = objectField(objectField(event.object, "metadata"), "annotations")[unitsAnnotation];
        const time = stringField(objectField(event.object, "spec"), "renewTime") ?? "";
        seen.set(name, isReported === undefined ? "" : time);
        listeners.forEach((listener) => listener());
      }
    });
  const noted = async <Done>(write: Promise<Done>): Promise<Done> => {
    writing.add(write);
    return write.finally(() => writing.delete(write));
  };
  return {
    cluster: {
      ...cluster,
      watch,
      apply: async (...words) => noted(cluster.apply(...words)),
      list: async (...words) => noted(cluster.list(...words)),
      delete: async (...words) => noted(cluster.delete(...words)),
    },
    idle: async () => {
      while (writing.size > 0) {
        await Promise.allSettled(writing);
        await nextTurn();
      }
    },
    saw: async (lease, time) => when(listeners, () => seen.get(lease) === time),
  };
}

/** Resolves once the condition holds, which is checked whenever the listeners are called. */
async function when(
  listeners: { readonly add: (listener: () => void) => unknown },
  condition: () => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (condition()) {
        resolve();
      }
    };
    listeners.add(look);
    look();
  });
}

/** A manual clock that can also be set. */
function setClock(): { readonly manual: ManualClock; readonly clock: Clock; readonly jump: Replica["jump"] } {
  const manual = manualClock(noon);
  let offset = 0;
  const sleep = async (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      manual.after(milliseconds, resolve);
    });
  return {
    manual,
    clock: { now: () => manual.now() + offset, after: manual.after, sleep },
    jump: (milliseconds) => {
      offset += milliseconds;
    },
  };
}

/** Joins a replica to the others of a sidecar in a namespace, with its configuration. */
export function joinReplica(
  opened: Cluster,
  { namespace, identity, units = replicatedUnits }: ReplicaSetup,
): Replica {
  const { cluster, saw, idle } = withSinks(opened);
  const { manual, clock, jump } = setClock();
  const notices: string[] = [];
  const members = joinMembers({
    context: { cluster, clock, random: () => 0.5, signal: new AbortController().signal },
    namespace,
    sync: "main",
    identity,
    emit: (event) => {
      if (event.type === "notice") {
        notices.push(`${event.level}: ${event.message}`);
      }
    },
  });
  void members.configure(units);
  return {
    identity,
    members,
    notices,
    saw,
    idle,
    jump,
    die: async () => opened.close(),
    kept: () => replicatedUnits.filter((unit) => members.keeps(unit)),
    pass: manual.pass,
    time: () => formatTimestamp(clock.now()).replace("Z", "000Z"),
    until: async (condition) => when({ add: members.onChange }, condition),
  };
}

/** The name of its Lease. */
export function leaseOf({ identity }: Replica): string {
  return memberLeaseName({ sync: "main", identity });
}

/**
 * Advances all clocks by five seconds, in which each replica renews its Lease and receives those of the
 * others.
 */
export async function step(replicas: readonly Replica[]): Promise<void> {
  for (const replica of replicas) {
    replica.pass(5000);
  }
  await seeEachOther(replicas);
}

/** Resolves once each replica has received the latest writes of the others, and the responses to its own. */
export async function seeEachOther(replicas: readonly Replica[]): Promise<void> {
  await Promise.all(
    replicas.flatMap((replica) => replicas.map(async (other) => replica.saw(leaseOf(other), other.time()))),
  );
  await Promise.all(replicas.map(async ({ idle }) => idle()));
}
