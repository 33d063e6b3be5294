import type { HookEvent } from "../../annotation/directives.ts";
import type { Stage } from "./edge.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { BugError } from "../../object/bug-error.ts";
import type { ManifestIndex } from "../index/manifest-index.ts";

/** One appearance of an object in a run. A hook of two events of the same action appears twice. */
export interface OrderNode {
  /** The index of its manifest in the set. */
  readonly manifest: number;
  readonly stage: Stage;
  readonly hook: HookEvent | null;
  /** A hook that runs together with others of its weight; any other hook runs alone. */
  readonly sharesWave: boolean;
  readonly weight: number;
  /** The weight is specified: the object stays at it. */
  readonly weightWritten: boolean;
  /** Only its deploy dependencies decide when it starts (werf). */
  readonly freed: boolean;
  /** It has a weight, but does not wait for lower ones. */
  readonly unheld?: true;
  /** A CRD without a weight: it goes first in the main stage. */
  readonly first: boolean;
}

/** Reports whether a node is a hook that runs alone. */
export function runsAlone(node: OrderNode | undefined): boolean {
  return node !== undefined && node.hook !== null && !node.sharesWave;
}

/** Reports whether weights do not hold a node back. */
export function isUnheld(node: OrderNode | undefined): boolean {
  return node?.freed === true || node?.unheld === true;
}

/** Nodes, and the set that their manifests belong to. */
export interface NodeView {
  readonly set: ManifestIndex;
  readonly nodes: readonly OrderNode[];
}

/** The node of that number. @throws BugError if there is none */
export function nodeAt(nodes: readonly OrderNode[], index: number): OrderNode {
  const node = nodes[index];
  if (node === undefined) {
    throw new BugError(`no node ${index}`);
  }
  return node;
}

/** The manifest of a node. @throws BugError if there is no such node */
export function manifestAt({ set, nodes }: NodeView, index: number): Manifest {
  return set.manifest(nodeAt(nodes, index).manifest);
}
