import type { Resource, Watch } from "../../client/model/cluster.ts";
import { type JsonObject, field, stringField } from "../../object/json.ts";
import { metadataOf, ownerReferencesOf, refOf, uidOf } from "../../object/metadata.ts";
import type { GroupKind } from "../../object/object-ref.ts";
import { presentPods } from "../../readiness/pod/current-pods.ts";
import { OwnerSet } from "../../client/model/owner-set.ts";
import type { RestMapper } from "../model/rest-mapper.ts";
import type { RunContext } from "../model/run-context.ts";
import { errorMessage } from "../../object/bug-error.ts";

const podKind: GroupKind = { group: "", kind: "Pod" };
const replicaSetKind: GroupKind = { group: "apps", kind: "ReplicaSet" };

/** Kinds whose pods show why they are not ready. */
const withPods: ReadonlySet<string> = new Set([
  "apps/Deployment",
  "apps/StatefulSet",
  "apps/DaemonSet",
  "apps/ReplicaSet",
  "batch/Job",
  "/ReplicationController",
]);

/** Reports whether objects of that kind have pods. */
export function hasPods(kind: GroupKind): boolean {
  return withPods.has(`${kind.group}/${kind.kind}`);
}

/**
 * The pods of workloads that are waited for: two watches per namespace, opened for the first such workload.
 * Where they may not be read, workloads are judged by their own status alone.
 */
export class OwnedPods {
  readonly #context: RunContext;
  readonly #kinds: RestMapper;
  readonly #watches = new Map<string, readonly Watch[]>();
  /** Pods and ReplicaSets by their own uid. */
  readonly #objects = new Map<string, JsonObject>();
  /** Uids of the dependents of each owner. */
  readonly #owned = new Map<string, Set<string>>();
  readonly #listeners = new Map<string, Set<() => void>>();
  /** Workloads that were waited for, and their ReplicaSets. */
  readonly #owners = new OwnerSet();
  /** Namespaces whose pods may not be read. */
  readonly #blind = new Set<string>();
  #isClosed = false;

  constructor(context: RunContext, kinds: RestMapper) {
    this.#context = context;
    this.#kinds = kinds;
  }

  /** Calls back whenever a pod of the workload changes, until the returned function is called. */
  listen(workload: JsonObject, changed: () => void): () => void {
    const uid = uidOf(workload);
    // A new function each time: the same callback may listen twice.
    const listener = (): void => changed();
    const listeners = this.#listeners.get(uid) ?? new Set();
    this.#listeners.set(uid, listeners.add(listener));
    this.#owners.add(uid);
    this.#open(refOf(workload).namespace);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) {
        this.#listeners.delete(uid);
      }
    };
  }

  /** Reports whether the pods of that namespace are not observed, since they may not be read. */
  isBlind(namespace: string): boolean {
    return this.#blind.has(namespace);
  }

  /** The pods of the workload's current revision, as far as they are known. */
  of(workload: JsonObject): readonly JsonObject[] {
    const direct = this.#ownedBy(uidOf(workload));
    const replicaSets = direct.filter((object) => stringField(object, "kind") === "ReplicaSet");
    const pods = [...direct, ...replicaSets.flatMap((set) => this.#ownedBy(uidOf(set)))].filter(
      (object) => stringField(object, "kind") === "Pod",
    );
    return presentPods(workload, { pods, replicaSets });
  }

  /** Reads the pods of a namespace once, without watching them. Pods that may not be read stay unknown. */
  async read(namespace: string): Promise<void> {
    const { cluster, signal } = this.#context;
    const resources = [podKind, replicaSetKind].flatMap((kind) => this.#kinds.find(kind) ?? []);
    const lists = resources.map(async (resource) => {
      try {
        return await cluster.list({ resource, namespace }, { signal });
      } catch (error) {
        this.#reportUnread(resource, namespace, error);
        return [];
      }
    });
    for (const object of (await Promise.all(lists)).flat()) {
      this.#take(slim(object));
    }
  }

  /** Ends all watches. */
  close(): void {
    this.#isClosed = true;
    for (const watch of [...this.#watches.values()].flat()) {
      watch.stop();
    }
  }

  #ownedBy(uid: string): readonly JsonObject[] {
    const found: JsonObject[] = [];
    for (const owned of this.#owned.get(uid) ?? []) {
      const object = this.#objects.get(owned);
      if (object !== undefined) {
        found.push(object);
      }
    }
    return found;
  }

  #open(namespace: string): void {
    if (this.#watches.has(namespace)) {
      return;
    }
    const resources = [this.#kinds.find(podKind), this.#kinds.find(replicaSetKind)];
    const watches = resources.flatMap((resource) =>
      resource === undefined ? [] : [this.#watch(resource, namespace)],
    );
    this.#watches.set(namespace, watches);
  }

  #watch(resource: Resource, namespace: string): Watch {
    const selection = { resource, namespace, owners: this.#owners };
    const watch = this.#context.cluster.watch(selection, (event) => {
      if (event.type === "seen") {
        this.#take(slim(event.object));
      } else if (event.type === "gone") {
        this.#drop(event.object);
      }
    });
    watch.synced.catch((error: unknown) => {
      this.#reportUnread(resource, namespace, error);
    });
    return watch;
  }

  #reportUnread({ plural }: Resource, namespace: string, error: unknown): void {
    if (this.#isClosed) {
      return;
    }
    this.#blind.add(namespace);
    this.#context.emit({
      type: "notice",
      at: this.#context.clock.now(),
      level: "note",
      message: `${plural} of ${namespace} cannot be read, so failing pods are not reported early: ${errorMessage(error)}`,
    });
  }

  #take(object: JsonObject): void {
    const uid = uidOf(object);
    this.#objects.set(uid, object);
    for (const owner of ownersOf(object)) {
      if (stringField(object, "kind") === replicaSetKind.kind && this.#owners.has(owner)) {
        // The pods of a Deployment belong to its ReplicaSets.
        this.#owners.add(uid);
      }
      const owned = this.#owned.get(owner) ?? new Set();
      this.#owned.set(owner, owned.add(uid));
      this.#report(owner);
    }
  }

  #drop(object: JsonObject): void {
    const uid = uidOf(object);
    this.#objects.delete(uid);
    for (const owner of ownersOf(object)) {
      this.#owned.get(owner)?.delete(uid);
      this.#report(owner);
    }
  }

  /** Notifies the owner; if that is a ReplicaSet, its own owner too. */
  #report(owner: string): void {
    this.#call(owner);
    const middle = this.#objects.get(owner);
    for (const top of middle === undefined ? [] : ownersOf(middle)) {
      this.#call(top);
    }
  }

  /** A listener may remove itself and others while it is called. */
  #call(uid: string): void {
    for (const listener of new Set(this.#listeners.get(uid))) {
      listener();
    }
  }
}

function ownersOf(object: JsonObject): readonly string[] {
  return ownerReferencesOf(object).flatMap((owner) => {
    const uid = field(owner, "uid");
    return typeof uid === "string" ? [uid] : [];
  });
}

/** The object without the fields that say nothing about readiness and take most of the space. */
function slim(object: JsonObject): JsonObject {
  const { managedFields: _, ...metadata } = metadataOf(object);
  return { ...object, metadata };
}
