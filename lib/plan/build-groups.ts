import { adjacency, edgesOf } from "../dag/adjacency.ts";
import { awaitedNodes, type BarredGroup, barriersOf } from "../order/place/barriers.ts";
import type { Edge, ExternalWait } from "../order/model/edge.ts";
import { type OrderedGroup, slotsByNode } from "../order/place/grouping.ts";
import { isUnheld, manifestAt, nodeAt } from "../order/model/order-node.ts";
import type { Ordering } from "../order/order-graph.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { Duration } from "../object/duration.ts";
import { compareText } from "../object/object-ref.ts";
import type { Cause, PlanGroup, PlannedObject, Wait } from "./plan.ts";
import { directivesOf, type PlanInput } from "./plan-request.ts";
import { resolvePolicy } from "./resolve-policy.ts";

/** A group of an ordering with a function that describes its members. */
export interface GroupDraft extends BarredGroup {
  readonly describe: (node: number) => PlannedObject;
}

/** Makes drafts of the groups of an ordering. `end` is the end of an edge that is waited for. */
export function draftGroups(
  ordering: Ordering,
  groups: readonly OrderedGroup[],
  { end, describe }: { readonly end: "to" | "from"; readonly describe: (node: number) => PlannedObject },
): readonly GroupDraft[] {
  const isFreed = (node: number): boolean => isUnheld(ordering.nodes[node]);
  const awaited = awaitedNodes(groups, ordering.edges, { end, isFreed });
  return groups.map((group) => ({ group, describe, isFreed, isAwaited: (node) => awaited.has(node) }));
}

/** Numbers the groups and sets their barriers. */
export function numberGroups(drafts: readonly GroupDraft[]): readonly PlanGroup[] {
  const barriers = barriersOf(drafts);
  return drafts.map(({ group, describe, isFreed }, index) => {
    const { after = [], afterStage = [] } = barriers[index] ?? {};
    return {
      index: index + 1,
      stage: group.stage,
      weight: group.weight,
      after,
      objects: group.nodes.map((node) => ({ ...describe(node), after: isFreed(node) ? afterStage : null })),
    };
  });
}

/** Context for describing an object of the plan, besides its node. */
export interface Describing {
  readonly survey: PlanInput;
  readonly timeout: Duration;
  /** Returns the waits of each node. */
  readonly waits: (node: number) => readonly Wait[];
}

/** Describes the nodes of an ordering as objects of a plan. */
export function describeNode(
  ordering: Ordering,
  { survey, timeout, waits }: Describing,
): (node: number) => PlannedObject {
  const { set } = survey;
  return (index) => {
    const node = nodeAt(ordering.nodes, index);
    const directives = directivesOf(set, node.manifest);
    const mover = ordering.movedFor[index] ?? -1;
    return {
      manifest: set.manifest(node.manifest),
      hook:
        node.hook === null ? null : { event: node.hook, deletePolicy: directives.hook?.deletePolicy ?? [] },
      ...resolvePolicy(set.manifest(node.manifest), directives),
      timeout:
        directives.timeout ??
        (node.hook === null ? chartTimeout(set.manifest(node.manifest)) : undefined) ??
        timeout,
      freed: isUnheld(node),
      movedFor: mover === -1 ? null : manifestAt({ set, nodes: ordering.nodes }, mover).key,
      after: null,
      waitsFor: waits(index),
    };
  };
}

/** The limit for objects of a chart that orders its parts. */
function chartTimeout({ document }: Manifest): Duration | undefined {
  const { chart } = document.source;
  return chart?.isIgnored === false ? chart.timeout : undefined;
}

/** The waits of each node for what it needs, ready or present, and for the cluster. */
export function waitsUpwards(survey: PlanInput, ordering: Ordering): (node: number) => readonly Wait[] {
  const { set } = survey;
  const { nodes, edges } = ordering;
  const needs = adjacency(nodes.length, edges, "from");
  const external = externalWaits(survey, ordering);
  return (node) => {
    const outside = external(node);
    const inside = sorted(edges, edgesOf(needs, node), "to").map((edge) => ({
      on: manifestAt({ set, nodes }, edge.to).key,
      until: edge.until,
      rule: edge.rule,
      external: false,
      cause: causeOf(edge),
    }));
    return inside.length === 0 ? outside : [...inside, ...outside];
  };
}

/**
 * The waits of each node for those that need it: until they are gone, or until they are being deleted if they
 * only needed it to be present.
 */
export function waitsDownwards(survey: PlanInput, ordering: Ordering): (node: number) => readonly Wait[] {
  const { set } = survey;
  const { nodes, edges } = ordering;
  const users = adjacency(nodes.length, edges, "to");
  return (node) =>
    withoutImplied(sorted(edges, edgesOf(users, node), "from")).map((edge) => ({
      on: manifestAt({ set, nodes }, edge.from).key,
      until: edge.until === "present" ? "deleting" : "absent",
      rule: edge.rule,
      external: false,
      cause: causeOf(edge),
    }));
}

function causeOf({ by, path, reason }: Edge): Cause {
  return { manifest: by, path, ...(reason === undefined ? {} : { reason }) };
}

/** Edges to a node, without those to users that have to be gone anyway. */
function withoutImplied(edges: readonly Edge[]): readonly Edge[] {
  const gone = new Set(edges.filter(({ until }) => until !== "present").map(({ from }) => from));
  return gone.size === 0 ? edges : edges.filter(({ from, until }) => until !== "present" || !gone.has(from));
}

/** The edges of a node by the name of the other end, which is the order of node numbers. */
function sorted(edges: readonly Edge[], ids: Int32Array, end: "from" | "to"): readonly Edge[] {
  const own: Edge[] = [];
  for (const id of ids) {
    const edge = edges[id];
    if (edge !== undefined) {
      own.push(edge);
    }
  }
  return own.toSorted((left, right) => left[end] - right[end] || compareText(left.rule, right.rule));
}

function externalWaits(
  { externals }: PlanInput,
  { nodes, groups }: Ordering,
): (node: number) => readonly Wait[] {
  if (externals.length === 0) {
    return () => [];
  }
  const slotOf = slotsByNode(groups);
  const byManifest = Map.groupBy(externals, (wait) => wait.from);
  const holding = new Map<number, ExternalWait[]>();
  nodes.forEach((node, index) => {
    const waits = byManifest.get(node.manifest) ?? [];
    const held = waits.filter((wait) => wait.holdsGroup && !isUnheld(node));
    if (held.length > 0) {
      const slot = slotOf.get(index) ?? -1;
      holding.set(slot, [...(holding.get(slot) ?? []), ...held]);
    }
  });
  // Built once per slot, not once per object: a weight may hold thousands.
  const shared = new Map([...holding].map(([slot, waits]) => [slot, asWaits(waits)]));
  return (index) => {
    const node = nodeAt(nodes, index);
    const { manifest, hook } = node;
    const isHeld = !isUnheld(node) && hook === null;
    const own = (byManifest.get(manifest) ?? []).filter((wait) => !isHeld || !wait.holdsGroup);
    const held = isHeld ? (shared.get(slotOf.get(index) ?? -1) ?? []) : [];
    // Thousands may be held by the same thousands: usually they can share one list.
    return own.length === 0 ? held : [...asWaits(own), ...held];
  };
}

function asWaits(externals: readonly ExternalWait[]): readonly Wait[] {
  return [...new Map(externals.map((wait) => [`${wait.on} ${wait.until}`, wait])).values()]
    .toSorted((left, right) => compareText(left.on, right.on))
    .map(({ on, until, rule, by, path }) => ({
      on,
      until,
      rule,
      external: true,
      cause: { manifest: by, path },
    }));
}
