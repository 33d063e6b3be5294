import { type JsonObject, objectField, stringField } from "../object/json.ts";
import { compareText } from "../object/object-ref.ts";
import { formatVersion } from "../version/version.ts";
import type { ModuleFacts } from "./module-facts.ts";
import { ModuleObjects } from "./module-objects.ts";
import { suspendedMessage } from "./release/judge-release.ts";
import { type Deployment, settle, type Settlement } from "./release/settle-releases.ts";
import type { ModuleRelease, ReleasePhase } from "./resource/module-release.ts";
import { nameOf } from "./resource/metadata.ts";

/** What a plan needs to know besides the objects. Files are taken to be at hand, and modules to run. */
export type PlanFacts = Omit<ModuleFacts, "isReady" | "artifactOf">;

/** Where the rules lead from given objects, once nothing more changes. */
export interface ModulesPlan {
  /** By name. */
  readonly modules: readonly PlannedModule[];
  /** In the order in which they were given; those that the rules have made come last, by kind and name. */
  readonly objects: readonly JsonObject[];
}

/** A module with all its releases, the lowest version first. */
export interface PlannedModule {
  readonly module: string;
  readonly releases: readonly PlannedRelease[];
  /** Undefined where no release is left to go. */
  readonly next: NextRelease | undefined;
}

/** What becomes of a release. */
export interface PlannedRelease {
  readonly name: string;
  /** `v1.2.3`. */
  readonly version: string;
  /** Empty for a release that is new. */
  readonly before: ReleasePhase | "";
  readonly after: ReleasePhase | "Removed";
  /** As its status has it; empty for none. */
  readonly message: string;
  /** In a sentence for people. */
  readonly why: string;
}

/** The release of a module that is deployed first, or where none is the one that the others wait for. */
export interface NextRelease {
  readonly name: string;
  readonly version: string;
  readonly deploys: boolean;
  readonly why: string;
}

/** Plans the releases of all modules. The objects given stay as they are. O(releases), and again for each step that is deployed. */
export function planModules(given: readonly JsonObject[], facts: PlanFacts): ModulesPlan {
  const before = new ModuleObjects(given);
  const objects = before.draft();
  const settlement = settle(objects, offlineFacts(before, facts));
  return {
    modules: before.releasedModules.map((module) => plannedModule(module, { before, objects, settlement })),
    objects: inOrder(given, objects),
  };
}

function offlineFacts(objects: ModuleObjects, facts: PlanFacts): ModuleFacts {
  const faults = suspensions(objects);
  return {
    ...facts,
    embedded: new Set([...facts.embedded, ...embeddedModules(objects)]),
    isReady: () => true,
    artifactOf: (module, version) => {
      const settingsFault = faults.get(`${module}/${version}`);
      return settingsFault === undefined ? { state: "here" } : { state: "here", settingsFault };
    },
  };
}

/** Whether settings fit a version is not known offline: what was suspended for them stays so. */
function suspensions(objects: ModuleObjects): ReadonlyMap<string, string> {
  const releases = objects.releasedModules.flatMap((module) => objects.releasesOf(module));
  return new Map(
    releases
      .filter(({ phase, message }) => phase === "Suspended" && message.startsWith(suspendedMessage))
      .map((release) => [
        `${release.module}/${versionText(release)}`,
        release.message.slice(suspendedMessage.length),
      ]),
  );
}

function embeddedModules(objects: ModuleObjects): readonly string[] {
  return objects
    .all("Module")
    .filter((module) => stringField(objectField(module, "properties"), "source") === "Embedded")
    .map((module) => nameOf(module));
}

interface Planned {
  readonly before: ModuleObjects;
  readonly objects: ModuleObjects;
  readonly settlement: Settlement;
}

function plannedModule(module: string, planned: Planned): PlannedModule {
  const { before, settlement } = planned;
  const releases = before.releasesOf(module).map((release) => plannedRelease(release, planned));
  return { module, releases, next: nextOf(releases, settlement) };
}

function plannedRelease(release: ModuleRelease, { objects, settlement }: Planned): PlannedRelease {
  const { name } = release;
  const before = release.isNew ? "" : release.phase;
  const version = versionText(release);
  const left = objects.release(name);
  if (left === undefined) {
    return { name, version, before, after: "Removed", message: "", why: whyRemoved };
  }
  const { phase: after, message } = left;
  const deployment = after === "Deployed" ? settlement.deployed.get(name) : undefined;
  const why = deployment?.why ?? settlement.handlings.get(name)?.why ?? "";
  return { name, version, before, after, message, why };
}

const whyRemoved = "only three releases that are no longer wanted are kept";

function nextOf(releases: readonly PlannedRelease[], { deployed }: Settlement): NextRelease | undefined {
  const [first] = releases
    .map(({ name, version }) => ({ name, version, deployment: deployed.get(name) }))
    .toSorted((left, right) => orderOf(left.deployment) - orderOf(right.deployment));
  if (first?.deployment !== undefined) {
    return { name: first.name, version: first.version, deploys: true, why: first.deployment.why };
  }
  const waits = releases.find(({ after }) => after === "Pending");
  return waits && { name: waits.name, version: waits.version, deploys: false, why: waits.why };
}

function orderOf(deployment: Deployment | undefined): number {
  return deployment?.order ?? Number.MAX_SAFE_INTEGER;
}

function inOrder(given: readonly JsonObject[], objects: ModuleObjects): readonly JsonObject[] {
  const left = new Map(objects.everything().map((object) => [keyOf(object), object]));
  const ordered: JsonObject[] = [];
  for (const object of given) {
    const key = keyOf(object);
    const now = left.get(key);
    if (now !== undefined) {
      ordered.push(now);
      left.delete(key);
    }
  }
  const made = [...left].toSorted(([one], [other]) => compareText(one, other));
  return [...ordered, ...made.map(([, object]) => object)];
}

function keyOf(object: JsonObject): string {
  return `${stringField(object, "kind") ?? ""}/${nameOf(object)}`;
}

function versionText({ version }: ModuleRelease): string {
  return `v${formatVersion(version)}`;
}
