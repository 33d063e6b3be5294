/**
 * Follows the status of a release: its objects, their pods and its record are watched, and every change is
 * reported.
 */
import { untilAbort } from "../../async/abort.ts";
import { ApiError } from "../../client/model/api-error.ts";
import type { Watch, WatchEvent } from "../../client/model/cluster.ts";
import { parentName, membersSelector } from "../../inventory/apply-set.ts";
import { isMember } from "../../inventory/applyset-membership.ts";
import { type ParentRecord, readParent } from "../../inventory/applyset-parent.ts";
import type { JsonObject } from "../../object/json.ts";
import { refOf, uidOf } from "../../object/metadata.ts";
import type { ObjectRef } from "../../object/object-ref.ts";
import { releasesDependents, type Readiness } from "../../readiness/readiness.ts";
import { RestMapper } from "../model/rest-mapper.ts";
import type { RunContext } from "../model/run-context.ts";
import { secrets } from "../model/well-known-resources.ts";
import { LiveObjectCache } from "../observe/live-object-cache.ts";
import { openWatches } from "../observe/observe-release.ts";
import { listOwned } from "../observe/owned-objects.ts";
import { hasPods, OwnedPods } from "../observe/owned-pods.ts";
import { definitionsByKind, ReadinessLookups } from "../observe/readiness-lookups.ts";
import { ReadinessWatch } from "../observe/readiness-watch.ts";
import { isStored, loadParent } from "../store/applyset-store.ts";
import { composeStatus, objectsSent, type ReleaseStatus, type StatusRequest } from "./status-release.ts";

/** Receives the status at first, and after every change. */
export type StatusListener = (status: ReleaseStatus) => void;

/**
 * Reports the status of a release until the signal of the context aborts, and throws its reason then. Returns
 * early if the release does not exist (`missing`) or is deleted meanwhile (`deleted`).
 */
export async function watchStatus(
  request: StatusRequest,
  context: RunContext,
  changed: StatusListener,
): Promise<"missing" | "deleted"> {
  const { cluster, signal } = context;
  const kinds = new RestMapper(cluster, await cluster.discover({ signal }));
  const namespace = request.namespace ?? cluster.namespace;
  const record = await loadParent({ context, release: request.release, namespace });
  if (!isStored(record)) {
    return "missing";
  }
  const watch = new StatusWatch({ request: { ...request, namespace }, context, kinds, changed }, record);
  try {
    await untilAbort(watch.run(), signal);
    return "deleted";
  } finally {
    watch.close();
  }
}

interface StatusWatchDeps {
  readonly request: StatusRequest & { readonly namespace: string };
  readonly context: RunContext;
  readonly kinds: RestMapper;
  readonly changed: StatusListener;
}

/** Milliseconds in which changes are collected: a rollout changes several objects at once. */
const moment = 100;

/** Milliseconds for lookups before the first report. */
const patience = 5000;

class StatusWatch {
  readonly #deps: StatusWatchDeps;
  readonly #liveObjects: LiveObjectCache;
  readonly #pods: OwnedPods;
  readonly #refusals = new Set<string>();
  /** Workloads with a pod listener, by uid. */
  readonly #workloads = new Set<string>();
  readonly #over = Promise.withResolvers<void>();
  #judging: ReadinessWatch | undefined;
  #recordWatch: Watch | undefined;
  #record: ParentRecord;
  #sent: readonly ObjectRef[] = [];
  #cancelReport: (() => void) | undefined;
  #cancelAskAgain: (() => void) | undefined;
  #isClosed = false;

  constructor(deps: StatusWatchDeps, record: ParentRecord) {
    this.#deps = deps;
    this.#record = record;
    this.#liveObjects = new LiveObjectCache(deps.context, membersSelector(record.id));
    this.#pods = new OwnedPods(deps.context, deps.kinds);
  }

  /** Reports until the release is deleted. */
  async run(): Promise<void> {
    await this.#follow(this.#record);
    const { context, kinds, request } = this.#deps;
    const objects = this.#objects().map(([, object]) => object);
    const facts = new ReadinessLookups(context, kinds, definitionsByKind(objects));
    this.#judging = new ReadinessWatch(context, {
      liveObjects: this.#liveObjects,
      facts,
      pods: this.#pods,
      mode: request.readiness,
      healthRules: request.healthRules,
    });
    this.#liveObjects.observe(() => {
      this.#reportSoon();
    });
    await this.#lookUp(facts, objects);
    this.#report();
    this.#watchRecord();
    await this.#over.promise;
  }

  /** Looks up what the first report depends on besides the objects, for five seconds at most. */
  async #lookUp(facts: ReadinessLookups, objects: readonly JsonObject[]): Promise<void> {
    const { clock, signal } = this.#deps.context;
    const waiting = objects.filter(
      (object) => !releasesDependents(this.#judge(object)?.state ?? "Unknown") && hasPods(refOf(object)),
    );
    const namespaces = new Set(waiting.map((object) => refOf(object).namespace));
    const answers = [facts.settled(), ...[...namespaces].map((name) => this.#pods.read(name))];
    await Promise.race([Promise.all(answers), clock.sleep(patience, signal)]);
  }

  /** Ends all watches. */
  close(): void {
    this.#isClosed = true;
    this.#cancelReport?.();
    this.#cancelAskAgain?.();
    this.#recordWatch?.stop();
    this.#liveObjects.close();
    this.#pods.close();
  }

  /** Watches what the record names, and reads what its newest revision has sent. */
  async #follow(record: ParentRecord): Promise<void> {
    const { context, kinds, request } = this.#deps;
    if (record.groupKinds.some((kind) => kinds.find(kind) === undefined)) {
      await kinds.refresh(context).catch(letPass);
    }
    const { release, namespace } = request;
    const [sent, refusals] = await Promise.all([
      objectsSent(record, { context, kinds, release, namespace }),
      openWatches(record, { context, kinds, liveObjects: this.#liveObjects }),
    ]);
    for (const { message } of refusals) {
      this.#refusals.add(message);
    }
    // A deletion removes the revisions before the record: what they have sent is still of interest.
    if (record === this.#record && sent !== undefined) {
      this.#sent = sent;
    }
  }

  /** A run stores the record when it begins and ends. Where Secrets may not be listed, that stays unknown. */
  #watchRecord(): void {
    const { context, request } = this.#deps;
    const selection = {
      resource: secrets,
      namespace: request.namespace,
      fieldSelector: `metadata.name=${parentName(request.release)}`,
    };
    // It may have been deleted since it was read.
    let isFound = false;
    this.#recordWatch = context.cluster.watch(selection, (event) => {
      isFound ||= event.type === "seen";
      this.#takeRecord(event);
    });
    this.#recordWatch.synced
      .then(() => (isFound ? undefined : this.#end()))
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) {
          this.#over.reject(error);
        }
      });
  }

  #takeRecord(event: WatchEvent): void {
    if (event.type === "gone") {
      void this.#end();
    } else if (event.type === "seen") {
      const record = readParent(event.object);
      if (!("fault" in record)) {
        this.#record = record;
        void this.#followAgain(record);
      }
    }
  }

  /** Ends with what is left of the release: its last deletions may not have been received yet. */
  async #end(): Promise<void> {
    const { context, kinds } = this.#deps;
    try {
      const { objects } = await listOwned(this.#record, { context, kinds });
      for (const [key, object] of this.#objects()) {
        if (!objects.has(key)) {
          this.#liveObjects.takeGone(object);
        }
      }
      if (this.#cancelReport !== undefined) {
        this.#report();
      }
      this.#over.resolve();
    } catch (error) {
      this.#over.reject(error);
    }
  }

  async #followAgain(record: ParentRecord): Promise<void> {
    try {
      await this.#follow(record);
      this.#reportSoon();
    } catch (error) {
      this.#over.reject(error);
    }
  }

  #reportSoon(): void {
    if (this.#cancelReport === undefined && !this.#isClosed) {
      this.#cancelReport = this.#deps.context.clock.after(moment, () => {
        this.#report();
      });
    }
  }

  #report(): void {
    this.#cancelReport?.();
    this.#cancelReport = undefined;
    this.#cancelAskAgain?.();
    this.#cancelAskAgain = undefined;
    if (this.#isClosed) {
      return;
    }
    const { request, changed, context } = this.#deps;
    let askAgain: number | undefined;
    const judge = (object: JsonObject): Readiness | undefined => {
      const readiness = this.#judge(object);
      askAgain = Math.min(askAgain ?? Infinity, readiness?.askAgain ?? Infinity);
      return readiness;
    };
    const objects = new Map(this.#objects());
    const known = { objects, sent: this.#sent, refusals: [...this.#refusals], judge };
    changed(composeStatus({ ...request, record: this.#record }, known));
    if (askAgain !== undefined && askAgain !== Infinity) {
      this.#cancelAskAgain = context.clock.after(askAgain, () => {
        this.#reportSoon();
      });
    }
  }

  #judge(object: JsonObject): Readiness | undefined {
    const again = (): void => {
      this.#reportSoon();
    };
    const readiness = this.#judging?.judge(object, { again });
    const uid = uidOf(object);
    const isWaitedFor = !releasesDependents(readiness?.state ?? "Unknown");
    if (isWaitedFor && hasPods(refOf(object)) && !this.#workloads.has(uid)) {
      this.#workloads.add(uid);
      this.#pods.listen(object, again);
    }
    return readiness;
  }

  #objects(): readonly (readonly [string, JsonObject])[] {
    return [...this.#liveObjects.all()].filter(([, object]) => isMember(object, this.#record.id));
  }
}

/** Ignores a refusal: the kinds known so far are followed. */
function letPass(error: unknown): void {
  if (!(error instanceof ApiError)) {
    throw error;
  }
}
