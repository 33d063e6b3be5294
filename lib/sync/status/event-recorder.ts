import { ApiError, isExternalError } from "../../client/model/api-error.ts";
import type { Place, Resource } from "../../client/model/cluster.ts";
import { parentName } from "../../inventory/apply-set.ts";
import { type JsonObject, stringField } from "../../object/json.ts";
import { metadataOf, nameOf, namespaceOf } from "../../object/metadata.ts";
import { formatTimestamp } from "../../object/timestamp.ts";
import { withTimeout } from "../../client/model/with-timeout.ts";
import { syncManager } from "../membership/member-lease.ts";
import type { Unit } from "../unit/unit.ts";
import type { SyncNote } from "./event-notes.ts";
import { statusText } from "./status-text.ts";
import type { StatusWriterOptions } from "./unit-status-writer.ts";

const eventKind: Resource = {
  group: "events.k8s.io",
  version: "v1",
  kind: "Event",
  plural: "events",
  namespaced: true,
  verbs: [],
};

/** Milliseconds within which a repeated note counts as the same. */
const sameFor = 600_000;
/** Milliseconds between two writes that only update a count. */
const countEvery = 60_000;
/** Events that may be written in a burst; one more each second. */
const burst = 100;
const refillEvery = 1000;
const mostWaiting = 200;
const mostRemembered = 500;
/** Milliseconds after which a write is tried again where it is forbidden. */
const forbiddenFor = 3_600_000;
const limit = 10_000;
const longestInstance = 128;

interface Reported {
  readonly place: Place;
  readonly at: number;
  readonly count: number;
  readonly countedAt: number;
}

/**
 * Writes Events (events.k8s.io/v1) about units, one after the other, on a best-effort basis: one repeated
 * within ten minutes is counted instead of written again, too many are dropped, and what fails is lost.
 */
export class EventWriter {
  readonly #facts: StatusWriterOptions;
  readonly #reported = new Map<string, Reported>();
  readonly #waiting: (() => Promise<void>)[] = [];
  #work: Promise<void> | undefined;
  #credit = burst;
  #creditAt = 0;
  #silentUntil = -Infinity;
  #number = 0;

  constructor(facts: StatusWriterOptions) {
    this.#facts = facts;
  }

  /** Enqueues an Event. `at` is milliseconds since 1970. */
  write(said: SyncNote, unit: Unit, at: number): void {
    const now = this.#facts.time();
    if (now < this.#silentUntil) {
      return;
    }
    const note = { ...said, note: statusText(said.note) };
    const key = JSON.stringify([note.unit, note.reason, note.note]);
    const reported = this.#reported.get(key);
    if (reported === undefined || now - reported.at >= sameFor) {
      this.#writeNew(key, this.#eventOf(note, unit, at));
    } else {
      this.#count(key, reported, at);
    }
  }

  /** Resolves once all that is enqueued was written. */
  async drained(): Promise<void> {
    await this.#work;
  }

  #writeNew(key: string, event: JsonObject): void {
    const now = this.#facts.time();
    if (!this.#spend(now)) {
      return;
    }
    const place = { resource: eventKind, namespace: namespaceOf(event), name: nameOf(event) };
    this.#reported.delete(key);
    this.#reported.set(key, { place, at: now, count: 1, countedAt: -Infinity });
    for (const oldest of [...this.#reported.keys()].slice(0, this.#reported.size - mostRemembered)) {
      this.#reported.delete(oldest);
    }
    this.#enqueue(async (signal) => {
      const options = { fieldManager: syncManager };
      await this.#facts.context.cluster.create(place, event, { signal, options });
    });
  }

  #count(key: string, reported: Reported, at: number): void {
    const now = this.#facts.time();
    const count = reported.count + 1;
    const isDue = now - reported.countedAt >= countEvery && this.#spend(now);
    this.#reported.set(key, { ...reported, count, countedAt: isDue ? now : reported.countedAt });
    if (isDue) {
      this.#enqueue(async (signal) => {
        const body = { series: { count, lastObservedTime: microTime(at) } };
        const call = { signal, options: { fieldManager: syncManager } };
        await this.#facts.context.cluster.patch(reported.place, { type: "merge", body }, call);
      });
    }
  }

  /** Reports whether one more may be written, and takes it from the budget. */
  #spend(now: number): boolean {
    this.#credit = Math.min(burst, this.#credit + (now - this.#creditAt) / refillEvery);
    this.#creditAt = now;
    if (this.#credit < 1 || this.#waiting.length >= mostWaiting) {
      return false;
    }
    this.#credit -= 1;
    return true;
  }

  #enqueue(act: (signal: AbortSignal) => Promise<void>): void {
    this.#waiting.push(async () => withTimeout(limit, this.#facts.context.clock, act));
    this.#work ??= this.#run();
  }

  /** Rejects, and so ends the process, only for bugs. */
  async #run(): Promise<void> {
    for (let act = this.#waiting.shift(); act !== undefined; act = this.#waiting.shift()) {
      try {
        await act();
      } catch (error) {
        if (!isExternalError(error)) {
          throw error;
        }
        this.#failed(error);
      }
    }
    this.#work = undefined;
  }

  #failed(error: Error): void {
    if (error instanceof ApiError && error.status === 403) {
      this.#silentUntil = this.#facts.time() + forbiddenFor;
      this.#waiting.length = 0;
      this.#facts.trouble.report("events", error);
    }
  }

  #eventOf(note: SyncNote, unit: Unit, at: number): JsonObject {
    const { identity, context } = this.#facts;
    const regarding = this.#regarding(unit);
    this.#number += 1;
    const mark = `${Math.floor(at).toString(16)}${Math.floor(context.random() * 0xff_ff_ff).toString(16)}`;
    return {
      apiVersion: "events.k8s.io/v1",
      kind: "Event",
      metadata: {
        name: `${unit.name}.${mark}${this.#number.toString(16)}`,
        namespace: stringField(regarding, "namespace") ?? "",
      },
      eventTime: microTime(at),
      reportingController: "converge.dev/sync",
      reportingInstance: statusText(identity, longestInstance),
      action: note.action,
      reason: note.reason,
      type: note.type,
      note: note.note,
      regarding,
    };
  }

  /**
   * Returns the resource of the unit, which may not exist yet; if the cluster serves no units, the Secret
   * that records its release.
   */
  #regarding(unit: Unit): JsonObject {
    const { home, watch } = this.#facts;
    if (!watch.isOpen) {
      const own = unit.cluster === undefined ? unit.namespace : undefined;
      const namespace = own ?? home.releaseNamespace;
      return { apiVersion: "v1", kind: "Secret", namespace, name: parentName(unit.release) };
    }
    const uid = stringField(metadataOf(watch.get(unit.name)), "uid");
    return {
      apiVersion: "converge.dev/v1",
      kind: "Unit",
      namespace: home.namespace,
      name: unit.name,
      ...(uid === undefined ? {} : { uid }),
    };
  }
}

/** Formats a time in microseconds, which Kubernetes expects here. */
function microTime(at: number): string {
  return formatTimestamp(at).replace("Z", "000Z");
}
