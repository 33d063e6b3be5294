import type { Directives, HookEvent } from "../directive/directives.ts";
import { isDefinition } from "../manifest/definition.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { Edge } from "./edge.ts";
import type { OrderNode } from "./order-node.ts";
import type { SetIndex } from "./set-index.ts";

/** The hook events of an action: those before the main stage and those after it. */
export interface ActionEvents {
  readonly pre: HookEvent;
  readonly post: HookEvent;
}

/** Whether the manifest is a definition from a folder named `crds`, anywhere in its path: the first stage of werf. */
export function isFromCrdsFolder(manifest: Manifest): boolean {
  return isDefinition(manifest) && /(?:^|\/)crds\//.test(manifest.origin.file);
}

/** The nodes of everything that is no hook. */
export function objectNodes(set: SetIndex): readonly OrderNode[] {
  return set.manifests.flatMap((manifest, index) => {
    const directives = set.directives[index];
    return directives === undefined || isHook(manifest, directives)
      ? []
      : [objectNode(manifest, index, directives)];
  });
}

/** The nodes of the hooks of an action, one for each of its events. */
export function hookNodes(set: SetIndex, events: ActionEvents): readonly OrderNode[] {
  return set.manifests.flatMap((manifest, index) => {
    const directives = set.directives[index];
    return directives === undefined || !isHook(manifest, directives)
      ? []
      : hooksOf(index, directives, events);
  });
}

function isHook(manifest: Manifest, directives: Directives): boolean {
  return directives.hook !== null && !isFromCrdsFolder(manifest);
}

function hooksOf(
  manifest: number,
  { hook, weight }: Directives,
  { pre, post }: ActionEvents,
): readonly OrderNode[] {
  const common = {
    manifest,
    weight: weight?.value ?? 0,
    weightWritten: weight !== null,
    freed: false,
    first: false,
  };
  return [
    ...(hook?.events.includes(pre) === true ? [{ ...common, stage: "pre", hook: pre } as const] : []),
    ...(hook?.events.includes(post) === true ? [{ ...common, stage: "post", hook: post } as const] : []),
  ];
}

function objectNode(
  manifest: Manifest,
  index: number,
  { weight, deployDependencies }: Directives,
): OrderNode {
  const fromCrds = isFromCrdsFolder(manifest);
  const freed = deployDependencies.length > 0 && !isDefinition(manifest);
  return {
    manifest: index,
    stage: fromCrds ? "crds" : "main",
    hook: null,
    weight: fromCrds || freed ? 0 : (weight?.value ?? 0),
    weightWritten: !freed && weight !== null,
    freed,
    first: !fromCrds && weight === null && isDefinition(manifest),
  };
}

/**
 * The edges between nodes that the edges between manifests mean. Edges to or from what takes no part fall away.
 * A hook that appears twice needs in both appearances what it needs, each time of the other's same appearance if that
 * one appears twice too; anybody else who needs it means the first.
 */
export function edgesBetween(nodes: readonly OrderNode[], edges: readonly Edge[]): readonly Edge[] {
  const first = new Map<number, number>();
  const second = new Map<number, number>();
  nodes.forEach((node, index) => {
    (first.has(node.manifest) ? second : first).set(node.manifest, index);
  });
  return edges.flatMap((edge) => {
    const from = first.get(edge.from);
    const to = first.get(edge.to);
    if (from === undefined || to === undefined) {
      return [];
    }
    const again = second.get(edge.from);
    // Mostly every manifest takes part, and its node has its number.
    const edgeBetween = from === edge.from && to === edge.to ? edge : { ...edge, from, to };
    return again === undefined
      ? [edgeBetween]
      : [edgeBetween, { ...edge, from: again, to: second.get(edge.to) ?? to }];
  });
}
