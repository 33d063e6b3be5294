import { orderGraph } from "../order/order-graph.ts";
import type { OrderNode } from "../order/model/order-node.ts";
import { selectNodes } from "../order/select-nodes.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { describeNode, draftGroups, numberGroups, waitsUpwards } from "./build-groups.ts";
import type { PlanGroup, InactiveObject } from "./plan.ts";
import { directivesOf, eventsOf, type PlanningRequest, type PlanInput } from "./plan-request.ts";
import { isOwned } from "./resolve-policy.ts";

/** Groups with the diagnostics of their ordering. */
export interface GroupedPlan {
  readonly groups: readonly PlanGroup[];
  readonly resting: readonly InactiveObject[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns the groups in which a set is applied: CRDs from `crds`, pre-hooks, main objects, post-hooks. */
export function applyGroups(
  survey: PlanInput,
  { action, timeout, hooks = true }: PlanningRequest,
): GroupedPlan {
  const { set } = survey;
  const all = selectNodes(set, eventsOf(action));
  const nodes = hooks
    ? all
    : all.filter(({ hook, manifest }) => hook === null || directivesOf(set, manifest).hook === null);
  const ordering = orderGraph(set, nodes, survey.edges);
  const describe = describeNode(ordering, { survey, timeout, waits: waitsUpwards(survey, ordering) });
  return {
    groups: numberGroups(draftGroups(ordering, ordering.groups, { end: "to", describe })),
    resting: inactiveObjects(survey, nodes),
    diagnostics: ordering.diagnostics,
  };
}

/** Returns the manifests of the set that have no node. */
export function inactiveObjects({ set }: PlanInput, nodes: readonly OrderNode[]): readonly InactiveObject[] {
  const placed = new Set(nodes.map(({ manifest }) => manifest));
  return set.manifests.flatMap((manifest, index) =>
    placed.has(index) ? [] : [{ manifest, owned: isOwned(manifest, directivesOf(set, index)) }],
  );
}
