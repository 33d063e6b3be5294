import { orderNodes } from "../graph/ordering.ts";
import type { OrderNode } from "../graph/order-node.ts";
import { nodesOf } from "../graph/taking-part.ts";
import type { Diagnostic } from "../object/diagnostic.ts";
import { describer, draftGroups, numberGroups, waitsUpwards } from "./assembly.ts";
import type { PlanGroup, RestingObject } from "./plan.ts";
import { directivesOf, eventsOf, type PlanningRequest, type Survey } from "./planning.ts";
import { isOwned } from "./treated.ts";

/** Groups with what ordering them found. */
export interface Rollout {
  readonly groups: readonly PlanGroup[];
  readonly resting: readonly RestingObject[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The groups in which a set goes up: definitions from `crds`, pre-hooks, main objects, post-hooks. */
export function rollOut(survey: Survey, { action, timeout, hooks = true }: PlanningRequest): Rollout {
  const { set } = survey;
  const all = nodesOf(set, eventsOf(action));
  const nodes = hooks
    ? all
    : all.filter(({ hook, manifest }) => hook === null || directivesOf(set, manifest).hook === null);
  const ordering = orderNodes(set, nodes, survey.edges);
  const describe = describer(ordering, { survey, timeout, waits: waitsUpwards(survey, ordering) });
  return {
    groups: numberGroups(draftGroups(ordering, ordering.groups, { end: "to", describe })),
    resting: restingOf(survey, nodes),
    diagnostics: ordering.diagnostics,
  };
}

/** The manifests of the set that no node stands for. */
export function restingOf({ set }: Survey, nodes: readonly OrderNode[]): readonly RestingObject[] {
  const placed = new Set(nodes.map(({ manifest }) => manifest));
  return set.manifests.flatMap((manifest, index) =>
    placed.has(index) ? [] : [{ manifest, owned: isOwned(manifest, directivesOf(set, index)) }],
  );
}
