import { orderNodes } from "../graph/ordering.ts";
import { hookNodes, objectNodes } from "../graph/taking-part.ts";
import type { Diagnostic } from "../object/diagnostic.ts";
import { describer, draftGroups, numberGroups, waitsUpwards } from "./assembly.ts";
import type { PlanGroup } from "./plan.ts";
import { eventsOf, type PlanningRequest, type Survey } from "./planning.ts";

/** Groups with what ordering them found. */
export interface Rollout {
  readonly groups: readonly PlanGroup[];
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
    diagnostics: ordering.diagnostics,
  };
}
