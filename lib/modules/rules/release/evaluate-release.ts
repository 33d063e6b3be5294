import { compareVersions, formatVersion } from "../../../object/semver/version.ts";
import { field, objectField } from "../../../object/json.ts";
import { isAvailable, unavailableIn } from "../enablement/desired-enablement.ts";
import { keptTag } from "../override/kept-override.ts";
import { unmetByRelease } from "../requirement/check-release.ts";
import type { ModuleRelease } from "../resource/module-release.ts";
import type { UpdatePolicy } from "../resource/update-policy.ts";
import { deployDelay } from "./deploy-time.ts";
import { moduleStatus, type ReleaseContext, policyOfRelease } from "./release-context.ts";
import { jumpEnd, type ReleaseAction, releaseTask } from "./release-task.ts";

/** The decision of the rules about a pending release. */
export type ReleaseEvaluation =
  | { readonly type: "leave"; readonly why: string }
  | { readonly type: "skip"; readonly why: string }
  | { readonly type: "deploy"; readonly why: string }
  | { readonly type: "fetch"; readonly why: string }
  | { readonly type: "suspend"; readonly message: string }
  | {
      /** It stays Pending, with that message. */
      readonly type: "hold";
      readonly message: string;
      readonly again?: number | undefined;
      /** Whether its turn has come and only time or an approval is missing: that is marked on the release. */
      readonly isDue?: boolean;
    };

/** Decides what `modules plan` and the controllers do with a pending release, without changing anything. */
export function judgeRelease(release: ModuleRelease, ground: ReleaseContext): ReleaseEvaluation {
  const verdict = judgeAlone(release, ground);
  if (release.isForced || (verdict.type !== "deploy" && verdict.type !== "fetch")) {
    return verdict;
  }
  const end = endAbove(release, ground);
  if (end === undefined || !isGoing(judgeAlone(end, ground))) {
    return verdict;
  }
  const message = `awaiting for v${formatVersion(end.version)} release to be deployed`;
  return { type: "hold", message };
}

function isGoing({ type }: ReleaseEvaluation): boolean {
  return type === "deploy" || type === "fetch";
}

/**
 * Returns the target of a jump over this release. If the target can be deployed now, this release is not a
 * step of its own.
 */
function endAbove(release: ModuleRelease, { objects }: ReleaseContext): ModuleRelease | undefined {
  const releases = objects.releasesOf(release.module);
  const deployed = releases.findLast(({ phase }) => phase === "Deployed");
  const end = deployed === undefined ? undefined : jumpEnd(releases, deployed);
  return end !== undefined && compareVersions(end.version, release.version) > 0 ? end : undefined;
}

/** Decides without regard to a jump over the release. */
function judgeAlone(release: ModuleRelease, ground: ReleaseContext): ReleaseEvaluation {
  const found = policyOfRelease(release, ground);
  if (release.isForced) {
    return judgeForced(release, ground, found.policy);
  }
  if (found.policy === undefined) {
    return { type: "hold", message: `Update policy ${found.missing} not found` };
  }
  if (found.policy.mode === "Ignore") {
    return { type: "hold", message: "Update disabled by 'Ignore' update policy" };
  }
  const { policy } = found;
  const releases = ground.objects.releasesOf(release.module).filter(({ isLeaving }) => !isLeaving);
  const task = releaseTask(release, { releases, channel: policy.releaseChannel });
  return judgeTask(release, ground, { task, policy });
}

/**
 * Checks only the files and settings of a forced release, whatever its policy says, and even without a
 * policy.
 */
function judgeForced(
  release: ModuleRelease,
  ground: ReleaseContext,
  policy: UpdatePolicy | undefined,
): ReleaseEvaluation {
  const releases = ground.objects.releasesOf(release.module).filter(({ isLeaving }) => !isLeaving);
  const task = releaseTask(release, { releases, channel: policy?.releaseChannel ?? "" });
  return task.type === "none"
    ? { type: "leave", why: task.why }
    : (judgeArtifact(release, ground) ?? { type: "deploy", why: "it is forced by an annotation" });
}

interface Turn {
  readonly task: ReleaseAction;
  readonly policy: UpdatePolicy;
}

function judgeTask(
  release: ModuleRelease,
  ground: ReleaseContext,
  { task, policy }: Turn,
): ReleaseEvaluation {
  if (task.type === "none") {
    return { type: "leave", why: task.why };
  }
  if (task.type === "await") {
    return { type: "hold", message: task.message };
  }
  if (task.type === "skip") {
    return { type: "skip", why: task.why };
  }
  const fault = unavailable(release, ground) ?? unready(release, ground, task) ?? unmet(release, ground);
  if (fault !== undefined) {
    return { type: "hold", message: fault };
  }
  const delay = deployDelay(release, { policy, isPatch: task.isPatch, now: ground.facts.now });
  return delay === undefined
    ? (judgeArtifact(release, ground) ?? { type: "deploy", why: whyNow(task) })
    : { type: "hold", ...delay, isDue: true };
}

function whyNow({ deployed, isFromTo, isPatch }: ReleaseAction & { readonly type: "process" }): string {
  if (deployed === undefined) {
    return "it is the first release of the module";
  }
  const version = `v${formatVersion(deployed.version)}`;
  if (isFromTo) {
    return `its from-to rule allows the update from ${version}, without those between`;
  }
  return isPatch ? `it is the newest patch of ${version}` : `it comes next after ${version}`;
}

/**
 * Returns the message if the module is not ready. A patch does not wait, because it may repair the module.
 */
function unready(
  { module }: ModuleRelease,
  ground: ReleaseContext,
  { deployed, isPatch }: ReleaseAction & { readonly type: "process" },
): string | undefined {
  return deployed === undefined ||
    isPatch ||
    !isToRun(module, ground) ||
    ground.facts.isReady(module, artifactVersion(deployed))
    ? undefined
    : `awaiting for module v${formatVersion(deployed.version)} to be ready`;
}

/**
 * Reports whether the deployed version should run. It should not if the module is off because of its
 * requirements, or if the image of a removed override runs on: then there is nothing to wait for.
 */
function isToRun(module: string, { objects }: ReleaseContext): boolean {
  const object = objects.get("Module", module);
  const isKept = object !== undefined && keptTag(object, objects) !== undefined;
  return !isKept && !moduleStatus(objects, module, { type: "EnabledByModuleManager", status: "False" });
}

/**
 * Returns the message if the edition of the platform does not include the release: the module stays at the
 * last one that it includes.
 */
function unavailable({ object }: ModuleRelease, { facts }: ReleaseContext): string | undefined {
  const spec = objectField(object, "spec");
  const accessibility =
    field(spec, "accessibility") === undefined ? undefined : objectField(spec, "accessibility");
  return isAvailable(accessibility, facts.edition) ? undefined : unavailableIn(facts.edition);
}

function unmet({ module, version, requirements }: ModuleRelease, ground: ReleaseContext): string | undefined {
  const candidate = { name: module, version: version.original, requirements };
  const fault = unmetByRelease(candidate, ground.platform);
  return fault === undefined ? undefined : `requirements are not satisfied: ${fault}`;
}

/** Checks files and settings, which even a forced release needs. */
function judgeArtifact(release: ModuleRelease, ground: ReleaseContext): ReleaseEvaluation | undefined {
  const { objects, facts } = ground;
  const artifact = facts.artifactOf(release.module, artifactVersion(release));
  if (artifact.state === "missing") {
    return { type: "fetch", why: "it is next, its files are being downloaded" };
  }
  if (artifact.state === "refused") {
    return { type: "hold", message: `Download error: ${artifact.message}` };
  }
  if (artifact.settingsFault === undefined) {
    return undefined;
  }
  const isFresh = objects.releasesOf(release.module).every(({ phase }) => phase !== "Deployed");
  return isFresh
    ? { type: "hold", message: `Initial module config validation failed:\n${artifact.settingsFault}` }
    : { type: "suspend", message: `${suspendedMessage}${artifact.settingsFault}` };
}

/** Prefix of the message of a release that was suspended because of its module's settings. */
export const suspendedMessage = "validation failed: ";

/** Returns the version of a release as in its image tags, however it is specified: `v1.4.3`. */
export function artifactVersion({ version }: Pick<ModuleRelease, "version">): string {
  return `v${formatVersion(version)}`;
}
