/** The time that a plan is expected to take, by the time that each of its objects takes to become ready. */
import { builtinKind } from "../object/builtin/builtin-kind.ts";
import type { Duration } from "../object/duration.ts";
import { barriersWith, findBarriers } from "./barrier-numbers.ts";
import { type Plan, type PlannedObject, plannedObjects, untilRank } from "./plan.ts";

/** One object on a critical path. */
export interface ScheduledStep {
  /** The reference of the object. */
  readonly key: string;
  readonly took: Duration;
}

/** The expected times of one object. */
export interface ExpectedTimes {
  /** From its write until it is ready. */
  readonly took: Duration;
  /** From then until everything that waits for it is ready. */
  readonly after: Duration;
}

/** The expected course of a run, as if each object were written the moment that the plan allows it. */
export interface Schedule {
  readonly total: Duration;
  /** The objects that determine it, the first one first; their times add up to it. */
  readonly path: readonly ScheduledStep[];
  /** The number of workloads and custom resources without a known time: they count as 0. */
  readonly unknown: number;
  /** The times of each object, in the order of the plan. */
  readonly times: readonly ExpectedTimes[];
}

/** The parts of a plan that its schedule depends on. */
type Order = Pick<Plan, "groups">;

/**
 * Returns the expected course of a run. `tookOf` returns undefined for an object of which nothing is known.
 * Objects of the stage `fail` are left out. Nothing waits for one that is not blocking, so it takes no time.
 * Complexity: linear in the objects and their waits.
 */
export function makeSchedule(plan: Order, tookOf: (object: PlannedObject) => Duration | undefined): Schedule {
  const nodes = nodesOf(plan, tookOf);
  const last = forward(nodes);
  return {
    total: last?.end ?? 0,
    path: pathTo(last, nodes),
    unknown: nodes.filter(({ isKnown, object }) => !isKnown && mayTakeLong(object)).length,
    times: backward(nodes),
  };
}

/** Returns the keys of the objects whose time counts. */
export function awaitedKeys(plan: Plan): ReadonlySet<string> {
  const keys = new Set(plannedObjects(plan).map(({ key }) => key));
  for (const { manifest, treatment } of plan.groups.flatMap(({ objects }) => objects)) {
    if (treatment.isNonBlocking) {
      keys.delete(manifest.key);
    }
  }
  return keys;
}

/** One object in one place of the plan. */
interface Node {
  readonly object: PlannedObject;
  readonly took: Duration;
  readonly isKnown: boolean;
  /** Barriers whose objects are ready before, and those that it is part of. */
  readonly barriers: readonly number[];
  readonly memberOf: readonly number[];
  /** Earlier nodes that are ready before, and those that are only written before. */
  readonly ready: readonly number[];
  readonly written: readonly number[];
  start: Duration;
  end: Duration;
  /** The node whose end is the start of this one. */
  from: number | undefined;
}

function nodesOf(
  { groups }: Order,
  tookOf: (object: PlannedObject) => Duration | undefined,
): readonly Node[] {
  const nodes: Node[] = [];
  const byKey = new Map<string, number>();
  const barriersOf = findBarriers({ groups });
  for (const group of groups) {
    const { stage, objects } = group;
    const barriers = barriersOf(group);
    for (const object of objects) {
      const isAwaited = stage !== "fail" && !object.treatment.isNonBlocking;
      const took = isAwaited ? tookOf(object) : 0;
      // A hook of two events is waited for where it ran last.
      const waits = object.waitsFor.flatMap(({ on, until }) => {
        const node = byKey.get(on);
        return node === undefined ? [] : [{ node, isReady: untilRank[until] === 0 }];
      });
      nodes.push({
        object,
        took: took ?? 0,
        isKnown: took !== undefined,
        barriers: stage === "fail" ? [] : (object.after ?? barriers),
        memberOf: barriersWith(object, group),
        ready: waits.filter(({ isReady }) => isReady).map(({ node }) => node),
        written: waits.filter(({ isReady }) => !isReady).map(({ node }) => node),
        start: 0,
        end: 0,
        from: undefined,
      });
      byKey.set(object.manifest.key, nodes.length - 1);
    }
  }
  return nodes;
}

/** Sets start and end of each node. Returns the node that ends last, the first of several. */
function forward(nodes: readonly Node[]): Node | undefined {
  const lastOf = new Map<number, number>();
  const endOf = (index: number | undefined): Duration => (index === undefined ? 0 : (nodes[index]?.end ?? 0));
  let last: Node | undefined;
  for (const [index, node] of nodes.entries()) {
    const ends = [...node.ready, ...node.barriers.map((group) => lastOf.get(group))];
    const written = node.written.map((other) => nodes[other]?.from);
    node.from = [...ends, ...written].reduce(
      (latest, other) => (endOf(other) > endOf(latest) ? other : latest),
      undefined,
    );
    node.start = endOf(node.from);
    node.end = node.start + node.took;
    for (const group of node.memberOf.filter((each) => node.end > endOf(lastOf.get(each)))) {
      lastOf.set(group, index);
    }
    last = last === undefined || node.end > last.end ? node : last;
  }
  return last;
}

function pathTo(last: Node | undefined, nodes: readonly Node[]): readonly ScheduledStep[] {
  const path: ScheduledStep[] = [];
  for (let node = last; node !== undefined; node = node.from === undefined ? undefined : nodes[node.from]) {
    if (node.took > 0) {
      path.push({ key: node.object.manifest.key, took: node.took });
    }
  }
  return path.toReversed();
}

/** The times of each node, from the last to the first, so that whatever waits for a node is known before. */
function backward(nodes: readonly Node[]): readonly ExpectedTimes[] {
  const after = new Map<number, Duration>();
  const sinceWritten = new Map<number, Duration>();
  const afterGroup = new Map<number, Duration>();
  const times: ExpectedTimes[] = [];
  for (const [index, { took, memberOf, ready, written, barriers }] of [...nodes.entries()].toReversed()) {
    const rest = Math.max(after.get(index) ?? 0, ...memberOf.map((group) => afterGroup.get(group) ?? 0));
    const whole = Math.max(took + rest, sinceWritten.get(index) ?? 0);
    raise(after, ready, whole);
    raise(sinceWritten, written, whole);
    raise(afterGroup, barriers, whole);
    times.push({ took, after: rest });
  }
  return times.toReversed();
}

function raise(times: Map<number, Duration>, keys: readonly number[], least: Duration): void {
  for (const key of keys) {
    times.set(key, Math.max(times.get(key) ?? 0, least));
  }
}

const withPods: ReadonlySet<string> = new Set([
  "/Pod",
  "/ReplicationController",
  "apps/DaemonSet",
  "apps/Deployment",
  "apps/ReplicaSet",
  "apps/StatefulSet",
  "batch/Job",
]);

/** Other built-in kinds are ready at once, or nearly so. */
function mayTakeLong({ manifest: { ref } }: PlannedObject): boolean {
  return withPods.has(`${ref.group}/${ref.kind}`) || builtinKind(ref.group, ref.kind) === undefined;
}

/** The state of one object of a run in progress. */
export interface StepState extends ExpectedTimes {
  /** Milliseconds since it was written; undefined if it was not. */
  readonly elapsed: Duration | undefined;
}

/**
 * Returns the expected time until the end of a run, by the objects that are not ready yet. One that takes
 * longer than expected may be ready at any moment.
 */
export function remainingTime(unfinished: Iterable<StepState>): Duration {
  let longest = 0;
  for (const { took, after, elapsed = 0 } of unfinished) {
    longest = Math.max(longest, Math.max(took - elapsed, 0) + after);
  }
  return longest;
}
