import type { ModuleFacts } from "../module-facts.ts";
import type { ModuleObjects } from "../module-objects.ts";
import { reconcileIn, type ReleaseHandling } from "./reconcile-release.ts";
import { reportLastRelease } from "./last-release-deployed.ts";
import { ReleaseContext } from "./release-context.ts";

/** The result of reconciling all releases. */
export interface ReleaseReconcileResult {
  /** The last result for each remaining release, by name. */
  readonly handlings: ReadonlyMap<string, ReleaseHandling>;
  /** The releases that were deployed in the process, by name. */
  readonly deployed: ReadonlyMap<string, Deployment>;
}

/** A release that was deployed. */
export interface Deployment {
  /** Position in the order of deployments, from 0. */
  readonly order: number;
  /** `it comes next after v1.67.0`. */
  readonly why: string;
}

/**
 * The limit of rounds: a module is processed again while it changes, and all modules while versions that
 * others require change.
 */
const mostRounds = 100;

/**
 * Reconciles all releases, module by module in order of name and the lowest version first, until nothing
 * changes any more. Changes `objects` in place. O(releases) for each round; a module that cannot be affected
 * is not processed again.
 */
export function settleReleases(
  objects: ModuleObjects,
  facts: ModuleFacts,
): ReadonlyMap<string, ReleaseHandling> {
  return settle(objects, facts).handlings;
}

/** Like `settleReleases`, and also returns the releases that were deployed in the process. */
export function settle(objects: ModuleObjects, facts: ModuleFacts): ReleaseReconcileResult {
  const ground = new ReleaseContext(objects, facts);
  const handlings = new Map<string, ReleaseHandling>();
  const deployed = new Map<string, Deployment>();
  let modules = objects.releasedModules;
  for (let round = 0; round < mostRounds && modules.length > 0; round += 1) {
    const before = deployed.size;
    for (const module of modules) {
      settleModule(module, { ground, handlings, deployed });
    }
    // Deployments may have unblocked or blocked waiting releases that were checked before.
    modules = deployed.size === before ? [] : modules.filter((module) => isWaiting(objects, module));
  }
  return { handlings, deployed };
}

interface Settling {
  readonly ground: ReleaseContext;
  readonly handlings: Map<string, ReleaseHandling>;
  readonly deployed: Map<string, Deployment>;
}

function settleModule(module: string, settling: Settling): void {
  const { objects, facts } = settling.ground;
  for (let round = 0; round < mostRounds; round += 1) {
    const before = objects.releasesOf(module);
    for (const { name } of before) {
      settleRelease(name, settling);
    }
    for (const { name } of before.filter((release) => objects.release(release.name) === undefined)) {
      settling.handlings.delete(name);
    }
    reportLastRelease(objects, module, facts.now);
    const after = new Set(objects.releasesOf(module));
    if (before.length === after.size && before.every((release) => after.has(release))) {
      return;
    }
  }
}

function settleRelease(name: string, { ground, handlings, deployed }: Settling): void {
  const release = ground.objects.release(name);
  if (release === undefined) {
    return;
  }
  const handling = reconcileIn(ground, name);
  handlings.set(name, handling);
  if (ground.isDeployed(name) && !deployed.has(name)) {
    deployed.set(name, { order: deployed.size, why: handling.why });
  }
}

function isWaiting(objects: ModuleObjects, module: string): boolean {
  return objects.releasesOf(module).some(({ phase }) => phase === "Pending");
}
