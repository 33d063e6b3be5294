import { jitter } from "../../async/timer.ts";
import type { Clock, Random } from "../../async/clock.ts";
import type { Duration } from "../../object/duration.ts";
import type { JsonObject } from "../../object/json.ts";
import { nameOf } from "../../object/metadata.ts";
import { noteDefinition } from "../rules/enablement/module-properties.ts";
import { sourceStatus } from "../rules/fetching/source-status.ts";
import type { ModuleFacts } from "../rules/module-facts.ts";
import type { ModuleObjects } from "../rules/module-objects.ts";
import { withStatus } from "../rules/resource/metadata.ts";
import { moduleConfigOf } from "../rules/resource/module-config.ts";
import { moduleStateOf } from "../rules/resource/module-state.ts";
import { moduleSourceOf } from "../rules/resource/module-source.ts";
import { updatePolicyOf } from "../rules/resource/update-policy.ts";
import type { ModuleRegistry } from "../registry/model/module-registry.ts";
import { scanSource, type SourceFinding } from "./poll-source.ts";
import { formatSeconds } from "../../object/timestamp.ts";

/** Dependencies of the source poller. */
export interface SourcePollerOptions {
  readonly registryOf: (source: string, objects: ModuleObjects) => ModuleRegistry | undefined;
  readonly interval: Duration;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  /** Called when a poll has ended. */
  readonly wake: () => void;
}

/** The state of polling a source. */
interface Scan {
  /** The inputs of the last poll; when they change, the source is polled at once. */
  of: string;
  isUnderWay: boolean;
  /** When it is polled again, in milliseconds since 1970. */
  due: number;
  finding: SourceFinding | undefined;
  /** When the last poll ended, in milliseconds since 1970. */
  at: number;
  readonly definitions: Map<string, JsonObject>;
}

/** Polls all sources at intervals, and writes the findings to the objects. */
export class SourcePoller {
  readonly #facts: SourcePollerOptions;
  readonly #scans = new Map<string, Scan>();

  constructor(facts: SourcePollerOptions) {
    this.#facts = facts;
  }

  /**
   * Applies findings, and starts polls that are due. Returns when the next one is due, in milliseconds since
   * 1970.
   */
  step(objects: ModuleObjects, facts: ModuleFacts): number {
    const sources = objects.all("ModuleSource").map(moduleSourceOf);
    const names = new Set(sources.map(({ name }) => name));
    for (const name of this.#scans.keys()) {
      if (!names.has(name)) {
        this.#scans.delete(name);
      }
    }
    return Math.min(
      Number.POSITIVE_INFINITY,
      ...sources.map(({ name }) => this.#stepOne(name, objects, facts)),
    );
  }

  #stepOne(name: string, objects: ModuleObjects, facts: ModuleFacts): number {
    const of = subjectOf(name, objects);
    const scan = this.#scans.get(name) ?? emptyScan();
    this.#scans.set(name, scan);
    this.#takeIn(name, scan, objects);
    const isDue = scan.of !== of || facts.now >= scan.due;
    if (isDue && !scan.isUnderWay) {
      scan.of = of;
      void this.#look(name, scan, { objects: objects.draft(), facts });
    }
    return scan.isUnderWay ? Number.POSITIVE_INFINITY : scan.due;
  }

  #takeIn(name: string, scan: Scan, objects: ModuleObjects): void {
    const { at, finding } = scan;
    if (finding === undefined) {
      return;
    }
    const { modules, message, faults, overtaken, releases } = finding;
    const before = objects.get("ModuleSource", name);
    sourceStatus(name, { modules, message, faults }, objects);
    const source = objects.get("ModuleSource", name);
    // The time of a poll that found nothing new is not worth a write.
    if (source !== undefined && source !== before) {
      objects.put(withStatus(source, { syncTime: formatSeconds(at) }));
    }
    for (const [module, definition] of scan.definitions) {
      noteDefinition({ module, definition, seenIn: "channel" }, objects);
    }
    // Releases that could not be written are written again; those that were, and are removed later, must not
    // be restored by an old finding.
    const missing = releases.filter((release) => objects.get("ModuleRelease", nameOf(release)) === undefined);
    scan.finding = { ...finding, releases: missing, overtaken: [] };
    // If a module was deployed since the poll, the next poll determines its releases.
    const isOld = overtaken.map((release) => overtake(release, objects, at)).includes(false);
    scan.of = isOld ? "" : scan.of;
    for (const release of isOld ? [] : missing) {
      objects.put(release);
    }
  }

  async #look(
    name: string,
    scan: Scan,
    { objects, facts }: { readonly objects: ModuleObjects; readonly facts: ModuleFacts },
  ): Promise<void> {
    const { clock, interval, random, registryOf, wake, signal } = this.#facts;
    scan.isUnderWay = true;
    try {
      const registry = registryOf(name, objects);
      if (registry !== undefined) {
        const known = new Set(scan.definitions.keys());
        scan.finding = await scanSource({ source: name, registry, objects, facts, known, signal });
        for (const [module, definition] of scan.finding.definitions) {
          scan.definitions.set(module, definition);
        }
      }
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      throw error;
    } finally {
      scan.isUnderWay = false;
      scan.at = clock.now();
      scan.due = scan.at + jitter(interval, [0.9, 0.1], random);
    }
    wake();
  }
}

/** Marks a pending release as skipped. Returns whether it was still pending. */
function overtake(name: string, objects: ModuleObjects, now: number): boolean {
  const release = objects.release(name);
  const isWaiting = release?.phase === "Pending";
  if (isWaiting) {
    const transitionTime = formatSeconds(now);
    objects.put(withStatus(release.object, { phase: "Skipped", message: undefined, transitionTime }));
  }
  return isWaiting;
}

function emptyScan(): Scan {
  return { of: "", isUnderWay: false, due: 0, finding: undefined, at: 0, definitions: new Map() };
}

/** Returns the inputs of a poll: the registry, the requested modules, and the policies of their releases. */
function subjectOf(name: string, objects: ModuleObjects): string {
  const source = objects.get("ModuleSource", name);
  const wanted = objects
    .all("Module")
    .map(moduleStateOf)
    .filter(({ isAskedFor }) => isAskedFor)
    .map((module) => module.name);
  const overridden = objects.all("ModulePullOverride").map((override) => nameOf(override));
  const policies = objects.all("ModuleUpdatePolicy").map(updatePolicyOf);
  const chosen = objects
    .all("ModuleConfig")
    .map(moduleConfigOf)
    .filter((config) => config.updatePolicy !== undefined || config.source !== undefined)
    .map((config) => [config.name, config.updatePolicy, config.source]);
  const registry = source === undefined ? {} : moduleSourceOf(source);
  return JSON.stringify([registry, wanted, overridden, policies, chosen]);
}
