import type { DeployOn, Directives, HookEvent, WrittenWeight } from "../annotation/directives.ts";
import { isCrd, isFromCrdsFolder } from "../manifest/crd.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { type Edge, stages } from "./model/edge.ts";
import type { OrderNode } from "./model/order-node.ts";
import type { ManifestIndex } from "./index/manifest-index.ts";

/**
 * The hook events of an action, those before the main stage and those after it, and the value by which
 * `werf.io/deploy-on` names the main stage itself.
 */
export interface ActionEvents {
  readonly pre: HookEvent;
  /** Null for a deletion, which applies nothing in its main stage. */
  readonly main: DeployOn["main"][number] | null;
  readonly post: HookEvent;
  /** Null for a deletion. */
  readonly fail: HookEvent | null;
}

/**
 * The events at which the manifest runs before or after the main stage. If both dialects specify them,
 * `werf.io/deploy-on` decides.
 */
export function eventsAround(manifest: Manifest, { hook, deployOn }: Directives): readonly HookEvent[] {
  return isFromCrdsFolder(manifest) ? noEvents : (deployOn?.events ?? hook?.events ?? noEvents);
}

const noEvents: readonly HookEvent[] = [];

/**
 * Returns the nodes of an action that applies objects: in stages before, in and after the main one, by
 * manifest and stage.
 */
export function selectNodes(set: ManifestIndex, events: ActionEvents): readonly OrderNode[] {
  const main = objectNodes(set, (manifest, directives) => goesUpInMain(manifest, directives, events));
  return [...main, ...hookNodes(set, events)].toSorted(
    (left, right) =>
      left.manifest - right.manifest || stages.indexOf(left.stage) - stages.indexOf(right.stage),
  );
}

function goesUpInMain(manifest: Manifest, { hook, deployOn }: Directives, { main }: ActionEvents): boolean {
  if (isFromCrdsFolder(manifest) || (hook === null && deployOn === null)) {
    return true;
  }
  return main !== null && deployOn?.main.includes(main) === true;
}

/**
 * Returns the nodes of the main stage, and of CRDs from `crds`, for the manifests that the predicate selects.
 */
export function objectNodes(
  set: ManifestIndex,
  isIn: (manifest: Manifest, directives: Directives) => boolean,
): readonly OrderNode[] {
  return set.manifests.flatMap((manifest, index) => {
    const directives = set.directives[index];
    return directives === undefined || !isIn(manifest, directives)
      ? []
      : [objectNode(manifest, index, directives)];
  });
}

/**
 * Returns the nodes of objects that run before and after the main stage, one for each event of the action.
 */
export function hookNodes(set: ManifestIndex, { pre, post, fail }: ActionEvents): readonly OrderNode[] {
  const stagesOf = [
    ["pre", pre],
    ["post", post],
    ["fail", fail],
  ] as const;
  return set.manifests.flatMap((manifest, index) => {
    const directives = set.directives[index];
    const events = directives === undefined ? noEvents : eventsAround(manifest, directives);
    if (directives === undefined || events.length === 0) {
      return [];
    }
    const { weight, sharesWave } = directives;
    const common = { manifest: index, weight: weight?.value ?? 0, weightWritten: weight !== null };
    return stagesOf.flatMap(([stage, hook]) =>
      hook !== null && events.includes(hook)
        ? [{ ...common, stage, hook, sharesWave, freed: false, first: false }]
        : [],
    );
  });
}

function objectNode(manifest: Manifest, index: number, directives: Directives): OrderNode {
  const fromCrds = isFromCrdsFolder(manifest);
  const weight = weightInMain(directives);
  const freed = isFreed(directives) && !isCrd(manifest);
  return {
    manifest: index,
    stage: fromCrds ? "crds" : "main",
    hook: null,
    sharesWave: false,
    weight: fromCrds || freed ? 0 : (weight?.value ?? 0),
    weightWritten: !freed && weight !== null,
    freed,
    first: !fromCrds && weight === null && isCrd(manifest),
  };
}

/**
 * Reports whether written dependencies decide when an object starts: those of werf always, any from a wave.
 */
function isFreed({ deployDependencies, dependsOn, weight }: Directives): boolean {
  return deployDependencies.length > 0 || (weight?.isWave === true && dependsOn.length > 0);
}

/**
 * The weight of an object in the main stage; none for one that runs only around it, in case it is deleted in
 * it.
 */
function weightInMain({ hook, deployOn, weight }: Directives): WrittenWeight | null {
  const isOfMain = deployOn === null ? hook === null : deployOn.main.length > 0;
  return isOfMain ? weight : null;
}

/**
 * Maps edges between manifests to edges between nodes. Edges to or from objects that take no part are
 * dropped. Each appearance of an object that appears more than once needs what the object needs: the other's
 * appearance in the same stage, or its first; any other user means the first. Nodes of one manifest are in
 * the order of their stages.
 */
export function edgesBetween(nodes: readonly OrderNode[], edges: readonly Edge[]): readonly Edge[] {
  const first = new Map<number, number>();
  const repeated = new Map<number, number[]>();
  nodes.forEach(({ manifest }, index) => {
    const known = first.get(manifest);
    if (known === undefined) {
      first.set(manifest, index);
    } else {
      repeated.set(manifest, [...(repeated.get(manifest) ?? [known]), index]);
    }
  });
  const inStage = (to: number, from: number): number | undefined =>
    repeated.get(to)?.find((node) => nodes[node]?.stage === nodes[from]?.stage);
  return edges.flatMap((edge) => {
    const from = first.get(edge.from);
    const to = first.get(edge.to);
    if (from === undefined || to === undefined) {
      return [];
    }
    const appearances = repeated.get(edge.from);
    if (appearances !== undefined) {
      return appearances.map((each) => ({ ...edge, from: each, to: inStage(edge.to, each) ?? to }));
    }
    // Usually every manifest takes part, and its node has its number.
    return [from === edge.from && to === edge.to ? edge : { ...edge, from, to }];
  });
}
