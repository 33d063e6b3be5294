import type { Directives } from "../annotation/directives.ts";
import type { Edge } from "../order/model/edge.ts";
import { type Ordering, orderGraph } from "../order/order-graph.ts";
import { reverseGroups } from "../order/place/reversed-groups.ts";
import type { ManifestIndex } from "../order/index/manifest-index.ts";
import { manifestAt } from "../order/model/order-node.ts";
import { isHardEdge } from "../order/cycle/edge-priority.ts";
import { eventsAround, hookNodes, objectNodes } from "../order/select-nodes.ts";
import { isCrd, isFromCrdsFolder } from "../manifest/crd.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { nameOrigin } from "../manifest/locate-field.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import {
  describeNode,
  draftGroups,
  type GroupDraft,
  numberGroups,
  waitsDownwards,
  waitsUpwards,
} from "./build-groups.ts";
import { eventsOf, type PlanningRequest, type PlanInput } from "./plan-request.ts";
import type { PlannedObject } from "./plan.ts";
import { inactiveObjects, type GroupedPlan } from "./apply-groups.ts";
import { isOwned } from "./resolve-policy.ts";

/**
 * Returns the groups in which a set is deleted: the hooks before, the main stage in reverse, the hooks after.
 * The hooks pull nothing ahead, since everything exists. CRDs and then Namespaces go last, unless something
 * else may only go after them; CRDs from `crds` are kept, and with them the custom resources of other
 * releases.
 */
export function deletionGroups(survey: PlanInput, request: PlanningRequest): GroupedPlan {
  const { set } = survey;
  const { action, timeout, part } = request;
  const members = part === "hooks" ? [] : objectNodes(set, part === "members" ? () => true : goesAway);
  const main = orderGraph(set, members, { edges: [...survey.edges, ...survey.deleteEdges] });
  const running = part === "members" ? [] : hookNodes(set, eventsOf(action));
  const hooks = orderGraph(set, running, survey);
  const last = goingLast(set, main);
  // An object does not wait for one that goes last anyway and merely used it.
  const kept = main.edges.filter(
    (edge) => isHardEdge(edge.rule) || !last.has(edge.from) || last.has(edge.to),
  );
  // In reverse, no object is moved: one that was pulled ahead of its users simply goes after them.
  const unmoved = { ...main, movedFor: main.movedFor.map(() => -1), edges: kept };
  const isLastDefinition = (node: number): boolean => isCrd(manifestAt({ set, nodes: main.nodes }, node));
  const lastPlace = (node: number): number => (isLastDefinition(node) ? 1 : 2);
  const backwards = reverseGroups({
    ordering: main,
    edges: kept,
    delayOf: (node) => (last.has(node) ? lastPlace(node) : 0),
  });
  const described = describeNode(unmoved, { survey, timeout, waits: waitsDownwards(survey, unmoved) });
  // Whatever a release has in a cluster belongs to it, whatever its annotations say by now.
  const goAway = (node: number): PlannedObject => ({ ...described(node), owned: true });
  const run = describeNode(hooks, { survey, timeout, waits: waitsUpwards(survey, hooks) });
  const around = draftGroups(hooks, hooks.groups, { end: "to", describe: run });
  const drafts: readonly GroupDraft[] = [
    ...around.filter(({ group }) => group.stage === "pre"),
    ...draftGroups(unmoved, backwards, { end: "from", describe: goAway }),
    ...around.filter(({ group }) => group.stage === "post"),
  ];
  return {
    groups: numberGroups(renumberSlots(drafts)),
    resting: part === undefined ? inactiveObjects(survey, [...members, ...running]) : [],
    diagnostics: [
      ...main.diagnostics,
      ...hooks.diagnostics,
      ...(part === undefined ? keptDefinitions(set) : []),
    ],
  };
}

/**
 * Reports whether a deletion finds the object in the cluster: it belongs to the release, and is not only a
 * hook of deletions.
 */
function goesAway(manifest: Manifest, directives: Directives): boolean {
  const events = eventsAround(manifest, directives);
  const isThere =
    events.length === 0 ||
    (directives.deployOn?.main ?? []).length > 0 ||
    events.some((event) => event !== "pre-delete" && event !== "post-delete");
  return isThere && isOwned(manifest, directives);
}

/** CRDs and Namespaces that nothing else has to outlive. */
function goingLast(set: ManifestIndex, main: Ordering): ReadonlySet<number> {
  const last = new Set(
    [...main.nodes.keys()].filter((node) => {
      const { ref } = manifestAt({ set, nodes: main.nodes }, node);
      return (
        isCrd(manifestAt({ set, nodes: main.nodes }, node)) || (ref.group === "" && ref.kind === "Namespace")
      );
    }),
  );
  // Only hard edges keep something from going last; a Namespace goes before a CRD that it depends on.
  const needed = Map.groupBy(
    main.edges.filter((edge) => isHardEdge(edge.rule)),
    (edge: Edge) => edge.from,
  );
  const goesBefore = (node: number, other: number): boolean =>
    !last.has(other) ||
    (isCrd(manifestAt({ set, nodes: main.nodes }, other)) &&
      !isCrd(manifestAt({ set, nodes: main.nodes }, node)));
  let size = -1;
  while (size !== last.size) {
    size = last.size;
    for (const node of last) {
      if ((needed.get(node) ?? []).some((edge) => goesBefore(node, edge.to))) {
        last.delete(node);
      }
    }
  }
  return last;
}

/**
 * Numbers the slots of three orderings consecutively: what matters is only where one ends and the next
 * starts.
 */
function renumberSlots(drafts: readonly GroupDraft[]): readonly GroupDraft[] {
  let slot = 0;
  return drafts.map((draft, index) => {
    const previous = drafts[index - 1];
    if (
      previous !== undefined &&
      (previous.describe !== draft.describe || previous.group.slot !== draft.group.slot)
    ) {
      slot += 1;
    }
    return { ...draft, group: { ...draft.group, slot } };
  });
}

function keptDefinitions(set: ManifestIndex): readonly Diagnostic[] {
  return set.manifests
    .filter((manifest) => isFromCrdsFolder(manifest))
    .map((manifest) => ({
      code: "CrdKept",
      severity: "note",
      message: `${manifest.key} is from the crds folder of a chart and is kept: other releases may use it`,
      ref: manifest.key,
      origin: nameOrigin(manifest),
    }));
}
