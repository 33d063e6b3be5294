import { deployedRelease } from "../enablement/deployed-release.ts";
import type { ModuleFacts } from "../module-facts.ts";
import type { ModuleObjects } from "../module-objects.ts";
import type { UpdateRule } from "../resource/update-rules.ts";
import { moduleStateOf } from "../resource/module-state.ts";
import { compareVersions, parseVersion, type Version } from "../../version/version.ts";
import { type ModuleOfSource, policyOfModule } from "./policy-of-module.ts";
import { updatePath } from "./update-path.ts";

/** What a registry shows of a module on the channel of its policy. */
export interface ChannelSight {
  /** As the channel names it: `v1.23.2`. */
  readonly channelVersion: string;
  /** The tags beside it; those that are no versions are passed over. */
  readonly versions: readonly string[];
  /** The from–to rules of a version; undefined where they are not known. */
  readonly rulesOf: (version: string) => readonly UpdateRule[] | undefined;
}

/** The versions whose releases are to be made, lowest first and as their tags are written, and what stands in the way of others. */
export type FetchAnswer =
  | { readonly versions: readonly string[]; readonly fault?: undefined }
  | { readonly versions: readonly string[]; readonly fault: string };

const nothing: FetchAnswer = { versions: [] };

/**
 * Which releases of a module are to be made of what its channel shows. A module without a deployed release takes the version of the channel alone, a
 * deployed one is brought to it step by step (at once on LTS). Nothing is taken for a module that nobody asks for, that is overridden, that comes from
 * another source, or whose policy is Ignore, and nothing below what is deployed.
 */
export function releasesToFetch(
  { module, source, sight }: ModuleOfSource & { readonly sight: ChannelSight },
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
  const target = targetOf(sight.channelVersion);
  if ("fault" in target) {
    return { versions: [], fault: target.fault };
  }
  const isDirect = policy.releaseChannel === "LTS";
  return missing(pathTo(target, { module, sight, isDirect }, objects), { module, objects });
}

/** Whether releases of the module are looked for at all. */
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
  readonly sight: ChannelSight;
  /** Whether the versions between are left out. */
  readonly isDirect: boolean;
}

/** The versions that lead from what is deployed to the target. */
function pathTo(target: Version, { module, sight, isDirect }: Approach, objects: ModuleObjects): Path {
  const deployed = deployedRelease(module, objects)?.version;
  const from = deployed ?? objects.releasesOf(module).at(-1)?.version;
  if (from !== undefined && compareVersions(from, target) >= 0) {
    return { steps: [] };
  }
  if (deployed === undefined || isDirect) {
    return { steps: [target] };
  }
  const known = objects.releasesOf(module).map(({ version }) => version);
  return updatePath({
    from: deployed,
    to: target,
    versions: [...known, ...sight.versions.flatMap((tag) => parseVersion(tag) ?? [])],
    isAdmitted: ({ original }) => (sight.rulesOf(original) ?? []).length > 0,
  });
}

type Path = ReturnType<typeof updatePath>;

/** Those of the path that have no release yet. */
function missing(
  { steps, fault }: Path,
  { module, objects }: { readonly module: string; readonly objects: ModuleObjects },
): FetchAnswer {
  const known = objects.releasesOf(module).map(({ version }) => version);
  const versions = steps
    .filter((step) => known.every((version) => compareVersions(version, step) !== 0))
    .map(({ original }) => original);
  return fault === undefined ? { versions } : { versions, fault };
}
