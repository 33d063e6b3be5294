import { noDirectives } from "../../annotation/directives.ts";
import { fieldOrigin } from "../../manifest/locate-field.ts";
import type { Diagnostic, Related } from "../../object/diagnostic/diagnostic.ts";
import type { Origin } from "../../object/diagnostic/source-text.ts";
import { formatCycle } from "../../object/message-text.ts";
import type { Edge } from "../model/edge.ts";
import type { DroppedEdge } from "./break-cycles.ts";
import { manifestAt, nodeAt, type NodeView } from "../model/order-node.ts";
import type { Placement } from "../place/assign-slots.ts";

/** The file and line of the field or annotation that makes an edge. */
export function edgeOrigin(edge: Edge): Origin {
  return fieldOrigin(edge.by, edge.path, "key");
}

/** Returns one error for each cycle of hard edges, which is the shortest of its component, arrow by arrow. */
export function cycleDiagnostics(
  view: NodeView,
  cycles: readonly (readonly Edge[])[],
): readonly Diagnostic[] {
  return cycles.flatMap((cycle) => {
    const [first] = cycle;
    if (first === undefined) {
      return [];
    }
    const names = [...cycle.map((edge) => keyOf(view, edge.from)), keyOf(view, first.from)];
    return {
      code: "Cycle",
      severity: "error",
      message: `dependency cycle: ${formatCycle(names)}; remove one of the references`,
      ref: keyOf(view, first.from),
      members: cycle.slice(1).map((edge) => keyOf(view, edge.from)),
      origin: edgeOrigin(first),
      related: arrows(view, cycle),
    };
  });
}

const arrowsAtMost = 50;

function arrows(view: NodeView, way: readonly Edge[]): readonly Related[] {
  const left = way.length - arrowsAtMost;
  const reported = way.slice(0, arrowsAtMost).map((edge) => arrow(view, edge));
  return left <= 0 ? reported : [...reported, { message: `and ${left} more dependencies` }];
}

/**
 * Returns one warning for each rule and target whose implicit edges were given up because of a cycle. The
 * author of an optional rule has asked for that.
 */
export function droppedEdgeDiagnostics(
  view: NodeView,
  givenUp: readonly DroppedEdge[],
): readonly Diagnostic[] {
  const unasked = givenUp.filter(({ edge }) => isUnasked(edge));
  return byTarget(unasked, ({ edge }) => edge).map(({ first, count }) => ({
    code: "EdgeGivenUp",
    severity: "warning",
    message: `${keyOf(view, first.edge.from)} would wait for ${keyOf(view, first.edge.to)} (${first.edge.rule}), but ${keyOf(view, first.edge.to)} comes later: this dependency is dropped${andMore(count)}`,
    ref: keyOf(view, first.edge.from),
    origin: edgeOrigin(first.edge),
    related: arrows(view, first.against),
  }));
}

function isUnasked({ rule }: Edge): boolean {
  return rule !== "optional-change-rule";
}

/**
 * Returns the conflicts with explicit placements: errors for hard edges, warnings for what is pulled forward
 * or given up.
 */
export function placementFaults(view: NodeView, placement: Placement): readonly Diagnostic[] {
  return [
    ...placement.contradictions.map((way) => contradiction(view, way)),
    ...liftedFaults(view, placement),
    ...byTarget(placement.givenUp.filter(isUnasked), (edge) => edge).map(({ first, count }) =>
      misplaced(view, first, count),
    ),
  ];
}

function contradiction(view: NodeView, way: readonly Edge[]): Diagnostic {
  const [first] = way;
  const last = way.at(-1);
  const early = first?.from ?? 0;
  const late = last?.to ?? 0;
  return {
    code: "Cycle",
    severity: "error",
    message: `${keyOf(view, early)} waits for ${keyOf(view, late)}, which ${placeOf(view, late)} puts after it (${placeOf(view, early)}): remove the reference, or change one of the two`,
    ref: keyOf(view, early),
    ...(first === undefined ? {} : { origin: edgeOrigin(first) }),
    related: [
      ...arrows(view, way),
      {
        message: `${keyOf(view, late)} → ${keyOf(view, early)}: ${placeOf(view, late)} comes after ${placeOf(view, early)}`,
        origin: placeOrigin(view, late),
      },
    ],
  };
}

function liftedFaults(view: NodeView, placement: Placement): readonly Diagnostic[] {
  // The last edge that lifted a node took it furthest.
  const lifts = new Map(placement.pulledForward.map((edge) => [edge.to, edge]));
  return [...lifts.values()].map((edge) => ({
    code: "PlacementLifted",
    severity: "warning",
    message: `${keyOf(view, edge.to)} asks for ${placeOf(view, edge.to)}, but ${keyOf(view, edge.from)} cannot exist without it: it is applied first`,
    ref: keyOf(view, edge.to),
    origin: placeOrigin(view, edge.to),
    related: [arrow(view, edge)],
  }));
}

function misplaced(view: NodeView, edge: Edge, count: number): Diagnostic {
  const needed = view.nodes[edge.to];
  const asked = needed?.hook != null || needed?.weightWritten === true;
  const dependent = keyOf(view, edge.from);
  const target = keyOf(view, edge.to);
  return {
    code: asked ? "WaitsInVain" : "EdgeGivenUp",
    severity: "warning",
    message: asked
      ? `${dependent} needs ${target} (${edge.rule}), which ${placeOf(view, edge.to)} puts after it: it is applied first and may not become ready${andMore(count)}`
      : `${dependent} is applied before ${target}, which it needs (${edge.rule}): an implicit dependency moves forward only objects that neither run pods nor need any; add a depends-on to move it${andMore(count)}`,
    ref: dependent,
    origin: edgeOrigin(edge),
  };
}

/**
 * Groups edges of one rule to one target, to be reported together: a policy may come after a thousand
 * workloads.
 */
function byTarget<T>(
  found: readonly T[],
  edgeOf: (one: T) => Edge,
): readonly { readonly first: T; readonly count: number }[] {
  const groups = Map.groupBy(found, (one) => `${edgeOf(one).rule} ${edgeOf(one).to}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group.toSorted((left, right) => edgeOf(left).from - edgeOf(right).from);
    return first === undefined ? [] : [{ first, count: group.length }];
  });
}

function andMore(count: number): string {
  return count === 1 ? "" : `; the same for ${count - 1} more`;
}

function arrow(view: NodeView, edge: Edge): Related {
  return {
    message: `${keyOf(view, edge.from)} → ${keyOf(view, edge.to)}: ${edge.rule}`,
    origin: edgeOrigin(edge),
  };
}

function placeOf(view: NodeView, node: number): string {
  const found = nodeAt(view.nodes, node);
  if (found.hook !== null) {
    return `hook ${found.hook} of weight ${found.weight}`;
  }
  return found.stage === "crds" ? "the crds folder" : `weight ${found.weight}`;
}

function placeOrigin(view: NodeView, node: number): Origin {
  const manifest = manifestAt(view, node);
  const { weight, deployOn, hook } = view.set.directives[nodeAt(view.nodes, node).manifest] ?? noDirectives;
  const written = weight ?? deployOn ?? hook;
  return written === null ? manifest.origin : fieldOrigin(manifest, written.path, "key");
}

function keyOf(view: NodeView, node: number): string {
  return manifestAt(view, node).key;
}
