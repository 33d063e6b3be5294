import { type Ordering, orderGraph } from "../order/order-graph.ts";
import { asKappDefaults, isOfKapp } from "../order/place/kapp-order.ts";
import type { Compatibility } from "../order/model/edge.ts";
import { isHardEdge } from "../order/cycle/edge-priority.ts";
import { asWaves } from "../order/place/wave-order.ts";
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
  readonly waves?: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns the groups in which a set is applied: CRDs from `crds`, pre-hooks, main objects, post-hooks. */
export function applyGroups(
  survey: PlanInput,
  { action, timeout, compat, hooks = true }: PlanningRequest,
): GroupedPlan {
  const { set } = survey;
  const all = selectNodes(set, eventsOf(action));
  const nodes = hooks
    ? all
    : all.filter(({ hook, manifest }) => hook === null || directivesOf(set, manifest).hook === null);
  const ordering = orderAs(compat, survey, nodes);
  const describe = describeNode(ordering, { survey, timeout, waits: waitsUpwards(survey, ordering) });
  return {
    groups: numberGroups(draftGroups(ordering, ordering.groups, { end: "to", describe })),
    ...(compat === undefined ? wavesOf(survey, nodes) : {}),
    resting: inactiveObjects(survey, nodes),
    diagnostics: ordering.diagnostics,
  };
}

/** Orders the nodes as the edges allow, or as another tool does. */
function orderAs(
  compat: Compatibility | undefined,
  { set, edges }: PlanInput,
  nodes: readonly OrderNode[],
): Ordering {
  if (compat === "argocd") {
    const waveOf = (manifest: number): number => directivesOf(set, manifest).weight?.value ?? 0;
    const hard = edges.filter(({ rule }) => isHardEdge(rule));
    return orderGraph(set, asWaves(nodes, waveOf), { edges: hard, compat });
  }
  if (compat === "kapp") {
    const placed = asKappDefaults(nodes, edges, set.manifests);
    return orderGraph(set, placed, { edges: edges.filter(isOfKapp), compat });
  }
  return orderGraph(set, nodes, { edges });
}

/** The number of waves in which Argo CD would apply the nodes, if any of them has one. */
function wavesOf({ set }: PlanInput, nodes: readonly OrderNode[]): Pick<GroupedPlan, "waves"> {
  const weights = nodes.map(({ manifest }) => directivesOf(set, manifest).weight);
  if (!weights.some((weight) => weight?.isWave === true)) {
    return {};
  }
  return { waves: new Set(nodes.map(({ stage }, index) => `${stage} ${weights[index]?.value ?? 0}`)).size };
}

/** Returns the manifests of the set that have no node. */
export function inactiveObjects({ set }: PlanInput, nodes: readonly OrderNode[]): readonly InactiveObject[] {
  const placed = new Set(nodes.map(({ manifest }) => manifest));
  return set.manifests.flatMap((manifest, index) =>
    placed.has(index) ? [] : [{ manifest, owned: isOwned(manifest, directivesOf(set, index)) }],
  );
}
