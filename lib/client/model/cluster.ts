/**
 * The port to a Kubernetes API: all that converge asks of a cluster. Objects go in and come out as plain
 * JSON, with every field they have: nothing is dropped, renamed or turned into a date.
 *
 * Every call takes a `Call`. What may succeed a moment later (429, 5xx, a reset connection, GOAWAY) is tried
 * again inside the call, with back-off and jitter, honouring Retry-After, until its signal aborts. Then, and
 * for what cannot get better, it throws an `ApiError` (the server has answered) or an `UnreachableError` (it
 * has not).
 */
import type { JsonObject } from "../../object/json.ts";
import type { GroupKind } from "../../object/object-ref.ts";

/** A kind as the API server serves it under one version. */
export interface Resource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Its name in URLs: `deployments`. */
  readonly plural: string;
  readonly namespaced: boolean;
  /** `get`, `list`, `watch`, `patch`, … */
  readonly verbs: readonly string[];
}

/** What the API server serves at one moment. */
export interface Catalog {
  /**
   * The kind under that version, or under the version the server prefers where none is named; undefined where
   * it serves none.
   */
  readonly find: (kind: GroupKind, version?: string) => Resource | undefined;
  /** Every kind once, under its preferred version. */
  readonly resources: readonly Resource[];
  /**
   * Groups with their versions that are served (`apps/v1`; `/v1` of the core), also those that have no kinds.
   */
  readonly versions: ReadonlySet<string>;
  /**
   * Groups with their versions whose server did not answer (`metrics.k8s.io/v1beta1`), with the reason where
   * one was given.
   */
  readonly missing: ReadonlyMap<string, string>;
}

/** What every call takes along. */
export interface Call {
  /** Ends the call, its retries included. */
  readonly signal: AbortSignal;
  /** Goes before all calls that wait for their turn: what keeps a hold from running out. */
  readonly urgent?: true;
  /** Hears of every failed attempt that is tried again. */
  readonly onRetry?: (retry: Retry) => void;
}

/** A failed attempt that is tried again. */
export interface Retry {
  /** From 1. */
  readonly attempt: number;
  /** Milliseconds until the next. */
  readonly delay: number;
  readonly error: Error;
}

/** One object by its place. */
export interface Place {
  readonly resource: Resource;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
  /** A part of it that has an address of its own. */
  readonly subresource?: "status";
}

/** Objects of one kind. */
export interface Selection {
  readonly resource: Resource;
  /** Undefined: of all namespaces, or of the cluster. */
  readonly namespace?: string;
  /** As in the query parameters of Kubernetes. */
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Only apiVersion, kind and metadata of each object (PartialObjectMetadata). */
  readonly metadataOnly?: boolean;
}

/** How a write is sent. */
export interface WriteOptions {
  readonly fieldManager: string;
  /** Whether fields that other managers own are taken over; meant for server-side apply. */
  readonly force?: boolean;
  /** The server does all but store it. */
  readonly dryRun?: boolean;
  /** What the server does with unknown and duplicate fields. */
  readonly fieldValidation?: "Strict" | "Warn" | "Ignore";
}

/** How an object is deleted. */
export interface DeleteOptions {
  readonly propagation: "Background" | "Foreground" | "Orphan";
  /** Only the object with that uid: another of the same name stays (409). */
  readonly uid?: string;
  /** Only as it stands under that version: one that was written since stays (409). */
  readonly resourceVersion?: string;
  readonly dryRun?: boolean;
  readonly gracePeriodSeconds?: number;
}

/** What a write gave: the object as stored, whether it is new, and what the server warned of. */
export interface Written {
  readonly object: JsonObject;
  readonly created: boolean;
  readonly warnings: readonly string[];
}

/** The body of a patch with its kind. */
export interface Patch {
  readonly type: "merge" | "json";
  readonly body: JsonObject | readonly JsonObject[];
}

/** What a watch tells, in the order in which the server tells it. Of one object the events come in order. */
export type WatchEvent =
  /** The object as it stands now: one of the first list, new or changed. */
  | { readonly type: "seen"; readonly object: JsonObject }
  /** It is gone; its last known state. Also told of what vanished while the watch was broken. */
  | { readonly type: "gone"; readonly object: JsonObject }
  /**
   * Everything there is has been told once (again, after the watch had to start anew), as it stood under that
   * version.
   */
  | { readonly type: "synced"; readonly resourceVersion?: string }
  /** The right to watch is missing: the objects are listed again and again instead, slowly. */
  | { readonly type: "polling"; readonly reason: string };

/** A running watch. It heals itself: from silence, 410, resets and a server that is away for a while. */
export interface Watch {
  /**
   * Resolves at the first `synced`; rejects with an ApiError where the list is refused or the kind unknown.
   */
  readonly synced: Promise<void>;
  readonly stop: () => void;
}

/** One container's log. */
export interface LogSource {
  readonly namespace: string;
  readonly name: string;
  readonly container: string;
  /** So many of the lines that are there already, the last. */
  readonly lines: number;
  /** Of the container that ran before the present one; it is not followed, since it has ended. */
  readonly previous?: boolean;
}

/** A Kubernetes API with someone's credentials. */
export interface Cluster {
  /** Where it is, for messages: `https://127.0.0.1:6443`. */
  readonly server: string;
  /** The namespace of the context; `default` where it names none. */
  readonly namespace: string;
  /** The name of the context, where there is one. */
  readonly context: string | undefined;
  /** What the server serves; asked once and remembered unless `fresh`. */
  readonly discover: (call: Call, fresh?: boolean) => Promise<Catalog>;
  /** The version, as `v1.36.3`. */
  readonly version: (call: Call) => Promise<string>;
  readonly get: (place: Place, call: Call) => Promise<JsonObject>;
  /** All of them, in pages behind the scenes. */
  readonly list: (selection: Selection, call: Call) => Promise<readonly JsonObject[]>;
  readonly watch: (selection: Selection, emit: (event: WatchEvent) => void) => Watch;
  /** Server-side apply. `object` needs apiVersion, kind and metadata.name. */
  readonly apply: (
    place: Place,
    object: JsonObject,
    call: Call & { readonly options: WriteOptions },
  ) => Promise<Written>;
  readonly create: (
    place: Place,
    object: JsonObject,
    call: Call & { readonly options: WriteOptions },
  ) => Promise<Written>;
  /** Replaces the object; `metadata.resourceVersion` guards it (409). */
  readonly replace: (
    place: Place,
    object: JsonObject,
    call: Call & { readonly options: WriteOptions },
  ) => Promise<Written>;
  readonly patch: (
    place: Place,
    patch: Patch,
    call: Call & { readonly options: WriteOptions },
  ) => Promise<Written>;
  /**
   * Undefined where it was gone already; otherwise the object it leaves (with a deletionTimestamp) or the
   * server's Status.
   */
  readonly delete: (
    place: Place,
    call: Call & { readonly options: DeleteOptions },
  ) => Promise<JsonObject | undefined>;
  /** The last lines a container wrote. */
  readonly logs: (source: LogSource, call: Call) => Promise<string>;
  /**
   * Tells what a container writes, line by line, as it is written. Resolves when the container has ended or
   * the signal aborts. A line longer than 16 KiB is cut. A stream that breaks is taken up where it broke;
   * where that fails, and where the log may not be read (403) or nobody gives it, it rejects. Meant for many
   * streams at a time: they do not count among the requests.
   */
  readonly followLogs: (
    source: LogSource,
    call: Call & { readonly report: (line: string) => void },
  ) => Promise<void>;
  /** Ends all connections and watches. */
  readonly close: () => Promise<void>;
}
