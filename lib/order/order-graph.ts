/**
 * Orders a set: nodes and edges in, groups out. Cycles are resolved or reported, every node gets its slot,
 * every slot is cut into groups. This file is independent of dialects and of the form of a plan.
 */
import type { Manifest } from "../manifest/manifest.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { compareText } from "../object/object-ref.ts";
import { cycleDiagnostics, droppedEdgeDiagnostics, placementFaults } from "./cycle/conflict-diagnostics.ts";
import type { Compatibility, Edge } from "./model/edge.ts";
import { compareInWave, withWaveOrder } from "./place/wave-order.ts";
import { breakCycles } from "./cycle/break-cycles.ts";
import { groupNodes, type OrderedGroup } from "./place/grouping.ts";
import { manifestAt, type OrderNode } from "./model/order-node.ts";
import { assignSlots } from "./place/assign-slots.ts";
import { compareKinds } from "./place/creation-order.ts";
import type { ManifestIndex } from "./index/manifest-index.ts";
import { isHardEdge, isNeededToStart } from "./cycle/edge-priority.ts";
import { edgesBetween } from "./select-nodes.ts";
import { runsNoPods } from "./index/workload.ts";

/** The order of a set. Nodes are numbered as in `nodes`. */
export interface Ordering {
  readonly nodes: readonly OrderNode[];
  readonly groups: readonly OrderedGroup[];
  /** Node numbers in the order of kinds and names. */
  readonly byKind: readonly number[];
  /** The edges that hold, between nodes. */
  readonly edges: readonly Edge[];
  /** The node that needed a node in another place than its home, or -1. */
  readonly movedFor: Int32Array;
  readonly diagnostics: readonly Diagnostic[];
}

/** The edges between manifests, and the tool whose order is kept instead of what they allow. */
export interface OrderRequest {
  readonly edges: readonly Edge[];
  readonly compat?: Compatibility;
}

/** Orders the nodes of a set by the edges between its manifests. Complexity: O(nodes log nodes + edges). */
export function orderGraph(
  set: ManifestIndex,
  nodes: readonly OrderNode[],
  { edges, compat }: OrderRequest,
): Ordering {
  const acyclic = breakCycles(nodes.length, edgesBetween(nodes, edges));
  const view = { set, nodes };
  const manifestOf = (node: number): Manifest => manifestAt(view, node);
  const placed = assignSlots({
    nodes,
    edges: acyclic.edges,
    canMoveEarlier: (node) => runsNoPods(manifestOf(node)),
    movesLater: (edge) => movesLater(edge, manifestOf(edge.from)),
  });
  const hasWaves = compat === "argocd";
  const compare = hasWaves ? compareInWave : compareKinds;
  const numbers = [...nodes.keys()];
  const byKind = numbers.toSorted(
    (left, right) => compare(manifestOf(left), manifestOf(right)) || left - right,
  );
  const placement = hasWaves ? withWaveOrder(placed, byKind, manifestOf) : placed;
  const hooksByName = numbers
    .filter((node) => nodes[node]?.hook !== null)
    .toSorted((left, right) => compareHooks(manifestOf(left), manifestOf(right)) || left - right);
  return {
    nodes,
    groups: groupNodes({ nodes, placement, byKind, hooksByName }),
    byKind,
    edges: placement.edges,
    movedFor: placement.movedFor,
    diagnostics: [
      ...cycleDiagnostics(view, acyclic.cycles),
      ...droppedEdgeDiagnostics(view, acyclic.givenUp),
      ...placementFaults(view, placement),
    ],
  };
}

/** Helm sorts hooks by kind, and then stably by name, so the kind decides between equal names only. */
function compareHooks(left: Manifest, right: Manifest): number {
  return (
    compareText(left.name, right.name) ||
    compareKinds(left, right) ||
    compareText(left.origin.file, right.origin.file)
  );
}

/**
 * Reports whether a dependent without an explicit placement is moved back behind what it needs: for written
 * edges, and if otherwise the API server would refuse it or its pods would never start. Objects that a
 * webhook merely matches are let through without it.
 */
function movesLater({ rule, by }: Edge, from: Manifest): boolean {
  const isWritten = isHardEdge(rule) || rule === "optional-change-rule";
  return isWritten || (isNeededToStart(rule) && (rule !== "admission-webhook" || by === from));
}
