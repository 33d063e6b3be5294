import type { Manifest } from "../../manifest/manifest.ts";
import { BugError } from "../../object/bug-error.ts";
import type { OrderNode } from "../model/order-node.ts";
import type { ManifestIndex } from "./manifest-index.ts";

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
