import { conditionOf } from "../../../readiness/condition/condition.ts";
import type { ModuleObjects } from "../module-objects.ts";
import { artifactVersion } from "../release/evaluate-release.ts";
import type { Deployment, ReleaseReconcileResult } from "../release/reconcile-releases.ts";
import type { ModuleRelease, ReleasePhase } from "../resource/module-release.ts";

/** A module with all its releases, the lowest version first. */
export interface PlannedModule {
  readonly module: string;
  /** The reason it is off; undefined if it is on. */
  readonly off: string | undefined;
  readonly releases: readonly PlannedRelease[];
  /** Undefined if no release is pending or was deployed. */
  readonly next: NextRelease | undefined;
}

/** A release before and after the plan. */
export interface PlannedRelease {
  readonly name: string;
  /** `v1.2.3`. */
  readonly version: string;
  /** Empty for a new release. */
  readonly before: ReleasePhase | "";
  readonly after: ReleasePhase | "Removed";
  /** The phase in between, of a release that is superseded or skipped before it is removed. */
  readonly between?: ReleasePhase;
  /** The message in its status; empty if there is none. */
  readonly message: string;
  /** The explanation, as a sentence for users. */
  readonly why: string;
}

/** The release of a module that is deployed first or, if there is none, the one that the others wait for. */
export interface NextRelease {
  readonly name: string;
  readonly version: string;
  readonly deploys: boolean;
  readonly why: string;
  /** The versions of higher releases that wait for the same, and may be deployed instead. */
  readonly alternatives: readonly string[];
}

/** The objects before and after all passes, and the result of the passes. */
export interface Planned {
  readonly before: ModuleObjects;
  readonly objects: ModuleObjects;
  readonly settlement: ReleaseReconcileResult;
}

/** Returns the planned changes to a module. */
export function plannedModule(module: string, planned: Planned): PlannedModule {
  const { before, settlement } = planned;
  const releases = before.releasesOf(module).map((release) => plannedRelease(release, planned));
  return { module, off: whyOff(module, planned), releases, next: nextOf(releases, settlement) };
}

function whyOff(module: string, { objects }: Planned): string | undefined {
  const object = objects.get("Module", module);
  const condition = object === undefined ? undefined : conditionOf(object, "EnabledByModuleManager");
  return condition?.status === "False" ? condition.message : undefined;
}

function plannedRelease(release: ModuleRelease, planned: Planned): PlannedRelease {
  const { objects, settlement } = planned;
  const { name } = release;
  const version = artifactVersion(release);
  const before = release.isNew ? "" : release.phase;
  const left = objects.release(name);
  if (left === undefined) {
    return { name, version, before, after: "Removed", message: "", ...removal(release, planned) };
  }
  const { phase: after, message } = left;
  const deployment = after === "Deployed" ? settlement.deployed.get(name) : undefined;
  const why = deployment?.why ?? settlement.handlings.get(name)?.why ?? "";
  return { name, version, before, after, message, why };
}

/** Either all releases of a module are removed, or those that others were deployed past. */
function removal(
  { module, name, phase }: ModuleRelease,
  { objects, settlement }: Planned,
): Pick<PlannedRelease, "between" | "why"> {
  if (objects.releasesOf(module).length === 0) {
    return { why: "the module has not been enabled for 72 hours" };
  }
  const kept = "only three obsolete releases are kept";
  if (phase === "Deployed" || settlement.deployed.has(name)) {
    return { between: "Superseded", why: `another release was deployed after it, and ${kept}` };
  }
  return phase === "Pending"
    ? { between: "Skipped", why: `a higher release was deployed past it, and ${kept}` }
    : { why: kept };
}

function nextOf(
  releases: readonly PlannedRelease[],
  { deployed }: ReleaseReconcileResult,
): NextRelease | undefined {
  const [first] = releases
    .map(({ name, version }) => ({ name, version, deployment: deployed.get(name) }))
    .toSorted((left, right) => orderOf(left.deployment) - orderOf(right.deployment));
  if (first?.deployment !== undefined) {
    const { name, version, deployment } = first;
    return { name, version, deploys: true, why: deployment.why, alternatives: [] };
  }
  const [waits, ...others] = releases.filter(({ after }) => after === "Pending");
  const alternatives = others
    .filter(({ message }) => message === waits?.message && message.startsWith("Release is "))
    .map(({ version }) => version);
  return waits && { name: waits.name, version: waits.version, deploys: false, why: waits.why, alternatives };
}

function orderOf(deployment: Deployment | undefined): number {
  return deployment?.order ?? Number.MAX_SAFE_INTEGER;
}
