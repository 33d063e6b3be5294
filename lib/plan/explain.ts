import { compareText } from "../object/object-ref.ts";
import type { Origin } from "../object/diagnostic/source-text.ts";
import type { RuleName, Until } from "../order/model/edge.ts";
import { formatBarrier, formatPath } from "./format-reason.ts";
import { barrierMembers, findBarriers } from "./barrier-numbers.ts";
import {
  positionFor,
  indexPositions,
  type Position,
  type PositionIndex,
  type Plan,
  type PlanGroup,
  type PlannedObject,
  type Wait,
  untilRank,
  originOf,
} from "./plan.ts";

/** A step of the chain that `--why` prints: `from` comes after `on`. */
export interface WhyStep {
  readonly from: string;
  readonly on: string;
  /** `barrier` if only the order of stages, weights or hooks separates them. */
  readonly rule: RuleName | "barrier";
  readonly until: Until;
  /**
   * The field, annotation or barrier behind the step: `config.kubernetes.io/depends-on`,
   * `spec.template.spec.serviceAccountName`, `weight 0 before weight 5`.
   */
  readonly because: string;
  readonly origin: Origin | null;
}

/**
 * Returns the chain that puts an object where it is. From the object back, each step goes to what decides its
 * group: the dependency in the latest group (ties: ready before present, then by name), or the barrier of
 * stage, weight or hook order if that holds it longer. The chain ends at an object that waits for nothing, or
 * outside the set.
 *
 * Empty for an object that waits for nothing and for one that the plan does not have. Complexity: O(objects +
 * waits of the chain).
 */
export function explain(plan: Plan, ref: string): readonly WhyStep[] {
  const order = orderOf(plan);
  const steps: WhyStep[] = [];
  const seen = new Set<Position>();
  let here = order.positionIndex.get(ref)?.[0];
  while (here !== undefined && !seen.has(here)) {
    seen.add(here);
    const decision = decide(order, here);
    if (decision === undefined) {
      break;
    }
    steps.push(stepOf(plan, here, decision));
    here = decision.to;
  }
  return steps;
}

/** A plan with what explanations of it look up. */
interface PlanOrder {
  readonly plan: Plan;
  readonly positionIndex: PositionIndex;
  readonly barriersOf: (group: PlanGroup) => readonly number[];
}

function orderOf(plan: Plan): PlanOrder {
  return { plan, positionIndex: indexPositions(plan), barriersOf: findBarriers(plan) };
}

/**
 * The reason why an object waits: an edge, or the barrier before its group (`wait` is undefined). `to` is
 * undefined if the other object is outside the set.
 */
interface Decision {
  readonly on: string;
  readonly to: Position | undefined;
  readonly wait: Wait | undefined;
}

function decide(order: PlanOrder, here: Position): Decision | undefined {
  const candidates = [...edgeDecisions(order.positionIndex, here), ...barrierDecision(order, here)];
  return candidates.reduce<Decision | undefined>(
    (best, candidate) => (best === undefined || compareDecisions(candidate, best) < 0 ? candidate : best),
    undefined,
  );
}

function edgeDecisions(positionIndex: PositionIndex, here: Position | undefined): readonly Decision[] {
  return here === undefined
    ? []
    : here.object.waitsFor.map((wait) => ({
        on: wait.on,
        to: wait.external ? undefined : positionFor(positionIndex, wait.on),
        wait,
      }));
}

function barrierDecision(order: PlanOrder, here: Position): readonly Decision[] {
  const latest = barriersBefore(here, order).reduce(
    (last, barrier) => (Math.abs(barrier) > Math.abs(last) ? barrier : last),
    0,
  );
  const [to] = barrierMembers(latest, order.plan);
  return to === undefined ? [] : [{ on: to.object.manifest.key, to, wait: undefined }];
}

/** The barriers that hold the object back. */
function barriersBefore(here: Position | undefined, { barriersOf }: PlanOrder): readonly number[] {
  return here === undefined ? [] : (here.object.after ?? barriersOf(here.group));
}

function compareDecisions(left: Decision, right: Decision): number {
  return (
    (right.to?.group.index ?? 0) - (left.to?.group.index ?? 0) ||
    rankOf(left) - rankOf(right) ||
    compareText(left.on, right.on)
  );
}

/** An edge to the group of the barrier says more than the barrier does. */
function rankOf(decision: Decision): number {
  return decision.wait === undefined ? 2 : untilRank[decision.wait.until];
}

function stepOf(plan: Plan, here: Position, decision: Decision): WhyStep {
  const { on, to, wait } = decision;
  const from = here.object.manifest.key;
  if (wait !== undefined) {
    const because = wait.cause.reason ?? formatPath(wait.cause.path);
    return { from, on, rule: wait.rule, until: wait.until, because, origin: originOf(wait.cause) };
  }
  const because = to === undefined ? "" : formatBarrier(to.group, here.group);
  // The main stage of a deletion deletes; the hooks around it run as they always do.
  const until = plan.action === "delete" && to?.group.stage === "main" ? "absent" : "ready";
  return { from, on, rule: "barrier", until, because, origin: null };
}

/**
 * Returns the shortest chain that makes `ref` come after `other`, from `ref` back; undefined if it does not.
 * Barriers of stage, weight and hook order are steps only if edges alone do not separate the two, and as few
 * as possible.
 *
 * Complexity: O(objects + waits + barriers).
 */
export function explainAfter(plan: Plan, ref: string, other: string): readonly WhyStep[] | undefined {
  const order = orderOf(plan);
  const { positionIndex } = order;
  const start = positionIndex.get(ref)?.at(-1);
  const seen = new Set([start?.object]);
  const crossed = new Set<number>();
  let wave: Arrival[] = start === undefined ? [] : [{ at: start, on: ref, last: undefined }];
  while (wave.length > 0) {
    const reached = followEdges(wave, positionIndex, seen);
    const goal = reached.find((arrival) => arrival.on === other && arrival.last !== undefined);
    if (goal !== undefined) {
      return chainOf(plan, goal);
    }
    wave = crossBarriers(order, reached, crossed).filter(({ at }) => !seen.has(at?.object));
    for (const arrival of wave) {
      seen.add(arrival.at?.object);
    }
  }
  return undefined;
}

/** An object that the search has reached, and the step that led to it. `at` is undefined outside the set. */
interface Arrival {
  readonly at: Position | undefined;
  readonly on: string;
  readonly last: { readonly before: Arrival; readonly decision: Decision } | undefined;
}

/** All objects that edges alone reach from the arrivals, nearest first. */
function followEdges(
  wave: readonly Arrival[],
  positionIndex: PositionIndex,
  seen: Set<PlannedObject | undefined>,
): readonly Arrival[] {
  const reached = [...wave];
  // The list grows while it is walked: it is the queue of the search.
  for (const before of reached) {
    for (const decision of edgeDecisions(positionIndex, before.at)) {
      if (decision.to === undefined || !seen.has(decision.to.object)) {
        seen.add(decision.to?.object);
        reached.push(arrive(before, decision));
      }
    }
  }
  return reached;
}

/** The objects of all groups one barrier before any of the arrivals. */
function crossBarriers(order: PlanOrder, reached: readonly Arrival[], crossed: Set<number>): Arrival[] {
  const beyond: Arrival[] = [];
  for (const before of reached) {
    for (const barrier of barriersBefore(before.at, order)) {
      for (const to of crossed.has(barrier) ? [] : barrierMembers(barrier, order.plan)) {
        beyond.push(arrive(before, { on: to.object.manifest.key, to, wait: undefined }));
      }
      crossed.add(barrier);
    }
  }
  return beyond;
}

function arrive(before: Arrival, decision: Decision): Arrival {
  return { at: decision.to, on: decision.on, last: { before, decision } };
}

function chainOf(plan: Plan, goal: Arrival): readonly WhyStep[] {
  const steps: WhyStep[] = [];
  for (let { last } = goal; last !== undefined; { last } = last.before) {
    if (last.before.at !== undefined) {
      steps.push(stepOf(plan, last.before.at, last.decision));
    }
  }
  return steps.toReversed();
}
