import type { ModuleFacts } from "../module-facts.ts";
import type { ModuleObjects } from "../module-objects.ts";
import type { ModuleRelease } from "../resource/module-release.ts";
import {
  deployRelease,
  markDue,
  latest,
  putApproved,
  putLabels,
  putNoPolicy,
  setPhase,
} from "./release-status.ts";
import { isSwitchedOff, ReleaseContext, policyOfRelease } from "./release-context.ts";
import {
  artifactVersion,
  judgeRelease,
  suspendedMessage,
  type ReleaseEvaluation,
} from "./evaluate-release.ts";
import { keepDeployed } from "./maintain-deployed.ts";
import { reportLastRelease } from "./last-release-deployed.ts";

/** The result of reconciling a release. */
export interface ReleaseHandling {
  /**
   * The version, `v1.4.3`, whose files are needed to deploy the release: they must be fetched, and the
   * release reconciled again.
   */
  readonly fetch?: { readonly module: string; readonly version: string };
  /**
   * When the passage of time may change the result, such as a window that opens; in milliseconds since 1970.
   */
  readonly again?: number;
  /** The explanation of the release's state, as one sentence for users. */
  readonly why: string;
}

/**
 * Reconciles one release by the rules: deploys it, skips it, holds it back with a message, or maintains it if
 * it is deployed. Changes `objects` in place. O(releases of its module), and O(all releases) if requirements
 * are checked.
 */
export function handleRelease(name: string, objects: ModuleObjects, facts: ModuleFacts): ReleaseHandling {
  const release = objects.release(name);
  const handling = reconcileIn(new ReleaseContext(objects, facts), name);
  if (release !== undefined) {
    reportLastRelease(objects, release.module, facts.now);
  }
  return handling;
}

/**
 * Reconciles one of several releases, which share what is computed from the objects. Does not report the last
 * release in the Module.
 */
export function reconcileIn(ground: ReleaseContext, name: string): ReleaseHandling {
  const { objects } = ground;
  const release = objects.release(name);
  if (release === undefined) {
    const isThere = objects.get("ModuleRelease", name) !== undefined;
    return { why: isThere ? "it names no module, or no version" : "the release does not exist" };
  }
  return handleByPhase(release, ground);
}

function handleByPhase(release: ModuleRelease, ground: ReleaseContext): ReleaseHandling {
  const { objects, facts } = ground;
  if (release.isLeaving || release.phase === "Terminating") {
    setPhase(objects, release, { phase: "Terminating", message: release.message, now: facts.now });
    return { why: "it is being removed" };
  }
  if (release.phase === "Pending" || isRepaired(release, ground)) {
    return handlePending(release, ground);
  }
  const { phase, message } = release;
  const stored = setPhase(objects, release, { phase, message, now: facts.now });
  const labelled = putLabels(objects, stored);
  const why = phase === "Deployed" ? keepDeployed(labelled, ground) : whyOver[phase];
  return { why };
}

const whyOver = {
  Superseded: "another release was deployed after it",
  Skipped: "a higher release was deployed past it",
  Suspended: "the cause of its suspension has not changed",
} as const;

/**
 * Reports whether a release that was suspended because of its module's settings may be retried, because they
 * fit now. An override in its place prevents that.
 */
function isRepaired(release: ModuleRelease, { facts, objects }: ReleaseContext): boolean {
  const isOverridden = objects.get("ModulePullOverride", release.module) !== undefined;
  if (isOverridden || release.phase !== "Suspended" || !release.message.startsWith(suspendedMessage)) {
    return false;
  }
  const artifact = facts.artifactOf(release.module, artifactVersion(release));
  return artifact.state === "here" && artifact.settingsFault === undefined;
}

function handlePending(found: ModuleRelease, ground: ReleaseContext): ReleaseHandling {
  const { objects, facts } = ground;
  const message = found.phase === "Suspended" ? "" : found.message;
  const pending = setPhase(objects, found, { phase: "Pending", message, now: facts.now });
  const release = putLabels(objects, pending);
  if (objects.get("ModulePullOverride", release.module) !== undefined) {
    return { why: "a ModulePullOverride of the module exists: its releases are not deployed" };
  }
  if (isSwitchedOff(objects, release.module)) {
    return { why: "the module is disabled: new releases are not deployed" };
  }
  noteSettings(release, ground);
  return carryOut(judgeRelease(latest(objects, release), ground), latest(objects, release), ground);
}

/** Records the policy on the release. */
function noteSettings(release: ModuleRelease, ground: ReleaseContext): void {
  const found = policyOfRelease(release, ground);
  if (found.policy !== undefined && found.isDefault) {
    putNoPolicy(ground.objects, release);
  }
  if (found.policy?.mode === "Manual") {
    putApproved(ground.objects, release);
  }
}

function carryOut(
  verdict: ReleaseEvaluation,
  release: ModuleRelease,
  ground: ReleaseContext,
): ReleaseHandling {
  const { objects, facts } = ground;
  if (verdict.type === "hold") {
    return holdBack(verdict, release, ground);
  }
  if (verdict.type === "suspend") {
    setPhase(objects, release, { phase: "Suspended", message: verdict.message, now: facts.now });
    return { why: "the settings of the module do not fit this version" };
  }
  if (verdict.type === "skip") {
    setPhase(objects, release, { phase: "Skipped", now: facts.now });
  }
  if (verdict.type === "deploy") {
    deployRelease(release, ground);
  }
  const needed = { module: release.module, version: artifactVersion(release) };
  return { why: verdict.why, ...(verdict.type === "fetch" ? { fetch: needed } : {}) };
}

function holdBack(
  { message, again, isDue = false }: ReleaseEvaluation & { readonly type: "hold" },
  release: ModuleRelease,
  ground: ReleaseContext,
): ReleaseHandling {
  if (isDue) {
    markDue(release, ground);
  }
  setPhase(ground.objects, release, { phase: "Pending", message, now: ground.facts.now });
  return { why: message, ...(again === undefined ? {} : { again }) };
}
