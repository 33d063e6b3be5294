import type { ModuleFacts } from "../module-facts.ts";
import { type ModuleObjects, deployedRelease } from "../module-objects.ts";
import type { UpdateRule } from "../resource/update-policy.ts";
import { moduleStateOf } from "../resource/module-state.ts";
import { compareVersions, parseVersion, type Version } from "../../../object/semver/version.ts";
import { type ModuleOfSource, policyOfModule } from "./policy-of-module.ts";
import { isSequence, updatePath } from "./update-path.ts";

/** The state of a module's registry, seen on the channel of its policy. */
export interface ChannelObservation {
  /** As the channel specifies it: `v1.23.2`. */
  readonly channelVersion: string;
  /** The other tags; those that are not versions are ignored. */
  readonly versions: readonly string[];
  /** Returns the from–to rules of a version; undefined if they are not known. */
  readonly rulesOf: (version: string) => readonly UpdateRule[] | undefined;
}

/** The releases to create. */
export interface FetchAnswer {
  /** The lowest first, spelled like their tags. */
  readonly versions: readonly string[];
  /** The cause, which is noted on each of them; absent if there are none. */
  readonly cause?: string;
  /** The reason there are none, or that some of them will wait. */
  readonly fault?: string;
}

const nothing: FetchAnswer = { versions: [] };

/**
 * Returns which releases of a module to create from the state of its channel. A module without a deployed
 * release gets only the version of the channel; a deployed one is brought to it step by step (at once on
 * LTS). None are created for a module that is not requested, is overridden, or comes from another source, or
 * whose policy is Ignore, and none below the deployed version.
 */
export function releasesToFetch(
  { module, source, observation }: ModuleOfSource & { readonly observation: ChannelObservation },
  objects: ModuleObjects,
  facts: ModuleFacts,
): FetchAnswer {
  if (!isOpen({ module, source }, objects)) {
    return nothing;
  }
  const policy = policyOfModule({ module, source }, objects, facts);
  if ("fault" in policy) {
    return { versions: [], fault: policy.fault };
  }
  if (policy.mode === "Ignore") {
    return nothing;
  }
  const target = targetOf(observation.channelVersion);
  if ("fault" in target) {
    return { versions: [], fault: target.fault };
  }
  const isDirect = policy.releaseChannel === "LTS";
  return missing(pathTo(target, { module, observation, isDirect }, objects), { module, objects });
}

/** Reports whether new releases of the module are wanted at all. */
function isOpen({ module, source }: ModuleOfSource, objects: ModuleObjects): boolean {
  const object = objects.get("Module", module);
  const state = object === undefined ? undefined : moduleStateOf(object);
  return (
    state?.isAskedFor === true &&
    state.source === source &&
    objects.get("ModulePullOverride", module) === undefined
  );
}

function targetOf(written: string): Version | { readonly fault: string } {
  const version = parseVersion(written);
  if (version === undefined) {
    return { fault: `'${written}' is not a version` };
  }
  return version.prerelease === ""
    ? version
    : { fault: `pre-release versions are not supported: ${written}` };
}

interface Approach {
  readonly module: string;
  readonly observation: ChannelObservation;
  /** Whether intermediate versions are left out. */
  readonly isDirect: boolean;
}

/** Returns the versions that lead from the deployed one to the target. */
function pathTo(target: Version, { module, observation, isDirect }: Approach, objects: ModuleObjects): Path {
  const deployed = deployedRelease(module, objects)?.version;
  const from = deployed ?? objects.releasesOf(module).at(-1)?.version;
  if (from !== undefined && compareVersions(from, target) >= 0) {
    return { steps: [], cause: "" };
  }
  if (deployed === undefined) {
    return { steps: [target], cause: "no releases in cluster" };
  }
  if (isDirect) {
    return { steps: [target], cause: "LTS channel - direct release" };
  }
  const chain = chainOf(module, deployed, objects);
  return { ...stepsFrom(chain, target, observation), cause: "step-by-step" };
}

/** Starts from the last release or, if the chain has a gap, from the deployed one, which is its first. */
function stepsFrom(
  chain: readonly Version[],
  target: Version,
  observation: ChannelObservation,
): ReturnType<typeof updatePath> {
  const from = chain.at(isSequence(chain) ? -1 : 0);
  return from === undefined || compareVersions(from, target) >= 0
    ? { steps: [] }
    : updatePath({
        from,
        to: target,
        versions: [...chain, ...observation.versions.flatMap((tag) => parseVersion(tag) ?? [])],
        isAdmitted: ({ original }) => (observation.rulesOf(original) ?? []).length > 0,
      });
}

type Path = ReturnType<typeof updatePath> & { readonly cause: string };

/** Returns the versions of the releases from the deployed one on, the lowest first. */
function chainOf(module: string, deployed: Version, objects: ModuleObjects): readonly Version[] {
  const versions = objects.releasesOf(module).map(({ version }) => version);
  return versions.filter((version) => compareVersions(version, deployed) >= 0);
}

/**
 * Reports whether a version has a release, without a gap between it and the deployed one: then the tags of
 * the registry are not needed.
 */
export function isReached(module: string, written: string, objects: ModuleObjects): boolean {
  const target = parseVersion(written);
  const deployed = deployedRelease(module, objects)?.version;
  const releases = objects.releasesOf(module);
  const isThere =
    target !== undefined && releases.some(({ version }) => compareVersions(version, target) === 0);
  return isThere && (deployed === undefined || isSequence(chainOf(module, deployed, objects)));
}

/** Returns those of the path that have no release yet. */
function missing(
  { steps, cause, fault }: Path,
  { module, objects }: { readonly module: string; readonly objects: ModuleObjects },
): FetchAnswer {
  const known = objects.releasesOf(module).map(({ version }) => version);
  const versions = steps
    .filter((step) => known.every((version) => compareVersions(version, step) !== 0))
    .map(({ original }) => original);
  return {
    versions,
    ...(versions.length === 0 ? {} : { cause }),
    ...(fault === undefined ? {} : { fault }),
  };
}
