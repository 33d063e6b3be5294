import { orderNodes } from "../graph/ordering.ts";
import type { OrderNode } from "../graph/order-node.ts";
import { hookNodes, isFromCrdsFolder, objectNodes } from "../graph/taking-part.ts";
import type { Diagnostic } from "../object/diagnostic.ts";
import { describer, draftGroups, numberGroups, waitsUpwards } from "./assembly.ts";
import type { PlanGroup, RestingObject } from "./plan.ts";
import { directivesOf, eventsOf, type PlanningRequest, type Survey } from "./planning.ts";
import { treated } from "./treated.ts";

/** Groups with what ordering them found. */
export interface Rollout {
  readonly groups: readonly PlanGroup[];
  readonly resting: readonly RestingObject[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The groups in which a set goes up: definitions from `crds`, pre-hooks, main objects, post-hooks. */
export function rollOut(survey: Survey, { action, timeout }: PlanningRequest): Rollout {
  const nodes = [...objectNodes(survey.set), ...hookNodes(survey.set, eventsOf(action))];
  const ordering = orderNodes(
    survey.set,
    nodes.toSorted((left, right) => left.manifest - right.manifest),
    survey.edges,
  );
  const describe = describer(ordering, { survey, timeout, waits: waitsUpwards(survey, ordering) });
  return {
    groups: numberGroups(draftGroups(ordering, ordering.groups, { end: "to", describe })),
    resting: restingOf(survey, nodes),
    diagnostics: ordering.diagnostics,
  };
}

/** The manifests of the set that no node stands for. */
function restingOf({ set }: Survey, nodes: readonly OrderNode[]): readonly RestingObject[] {
  const placed = new Set(nodes.map(({ manifest }) => manifest));
  return set.manifests.flatMap((manifest, index) => {
    const place = { isHook: directivesOf(set, index).hook !== null, fromCrds: isFromCrdsFolder(manifest) };
    return placed.has(index)
      ? []
      : [{ manifest, owned: treated(manifest, directivesOf(set, index), place).owned }];
  });
}
