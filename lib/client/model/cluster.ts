/**
 * The port to a Kubernetes API: everything that converge requests from a cluster. Objects are passed as plain
 * JSON, with every field they have: nothing is dropped, renamed or turned into a date.
 *
 * Every call takes a `Call`. Failures that may pass (429, 5xx, a reset connection, GOAWAY) are retried inside
 * the call, with back-off and jitter, honouring Retry-After, until its signal aborts. Then, and for permanent
 * failures, it throws an `ApiError` (the server has responded) or an `UnreachableError` (it has not).
 */
import type { JsonObject } from "../../object/json.ts";
import type { GroupKind } from "../../object/object-ref.ts";
import type { OwnerSet } from "./owner-set.ts";

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

/** The API that the server serves at one moment. */
export interface Catalog {
  /**
   * The kind under that version, or under the server's preferred version if none is named; undefined if it is
   * not served.
   */
  readonly find: (kind: GroupKind, version?: string) => Resource | undefined;
  /** Every kind once, under its preferred version. */
  readonly resources: readonly Resource[];
  /** The group versions served (`apps/v1`; `/v1` for the core group), including those without kinds. */
  readonly versions: ReadonlySet<string>;
  /**
   * The group versions whose server did not respond (`metrics.k8s.io/v1beta1`), with the reason if one was
   * given.
   */
  readonly missing: ReadonlyMap<string, string>;
}

/** Options of every call. */
export interface Call {
  /** Ends the call, including its retries. */
  readonly signal: AbortSignal;
  /** Bypasses the queue of waiting calls: for the renewal of leases, which must not expire. */
  readonly urgent?: true;
  /** Called for every failed attempt that is retried. */
  readonly onRetry?: (retry: Retry) => void;
  /** Awaited after the rest before each further attempt. Must not reject, and ends when the signal aborts. */
  readonly beforeRetry?: (() => Promise<void>) | undefined;
}

/** A failed attempt that is retried. */
export interface Retry {
  /** From 1. */
  readonly attempt: number;
  /** Milliseconds until the next. */
  readonly delay: number;
  readonly error: Error;
}

/** The location of one object. */
export interface Place {
  readonly resource: Resource;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
  /** A subresource, which has an address of its own. */
  readonly subresource?: "status";
}

/** Objects of one kind. */
export interface Selection {
  readonly resource: Resource;
  /** Undefined: all namespaces, or cluster-scoped. */
  readonly namespace?: string;
  /** As in the query parameters of Kubernetes. */
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Only apiVersion, kind and metadata of each object (PartialObjectMetadata). */
  readonly metadataOnly?: boolean;
  /**
   * Of a watch: objects that none of these controls are of no interest, and may be left out. The request is
   * the same without it.
   */
  readonly owners?: OwnerSet;
}

/** Options of a write. */
export interface WriteOptions {
  readonly fieldManager: string;
  /** Whether to take over fields that other managers own; for server-side apply. */
  readonly force?: boolean;
  /** The server does everything but store it. */
  readonly dryRun?: boolean;
  /** The server's handling of unknown and duplicate fields. */
  readonly fieldValidation?: "Strict" | "Warn" | "Ignore";
}

/** Options of a deletion. */
export interface DeleteOptions {
  readonly propagation: "Background" | "Foreground" | "Orphan";
  /** Deletes only the object with that uid: another of the same name stays (409). */
  readonly uid?: string;
  /** Deletes only that version: an object changed since then stays (409). */
  readonly resourceVersion?: string;
  readonly dryRun?: boolean;
  readonly gracePeriodSeconds?: number;
}

/** The result of a write: the object as stored, whether it is new, and the server's warnings. */
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

/** The events of a watch, in the server's order. The events of one object are in order. */
export type WatchEvent =
  /** The current state of an object: from the first list, new or changed. */
  | { readonly type: "seen"; readonly object: JsonObject }
  /**
   * An object is gone; its last known state. Also emitted for objects that vanished while the watch was
   * broken.
   */
  | { readonly type: "gone"; readonly object: JsonObject }
  /** Everything at that version has been reported once (emitted again if the watch had to restart). */
  | { readonly type: "synced"; readonly resourceVersion?: string }
  /** The watch permission is missing: the objects are polled slowly instead. */
  | { readonly type: "polling"; readonly reason: string };

/**
 * A running watch. It recovers by itself from silence, 410, resets and a server that is unreachable for a
 * while.
 */
export interface Watch {
  /**
   * Resolves at the first `synced`; rejects with an ApiError if the list is refused or the kind is unknown.
   */
  readonly synced: Promise<void>;
  readonly stop: () => void;
}

/** The log of one container. */
export interface LogSource {
  readonly namespace: string;
  readonly name: string;
  readonly container: string;
  /** The number of existing lines to start with, from the end. */
  readonly lines: number;
  /** Reads the log of the container's previous instance; it is not followed, since that has terminated. */
  readonly previous?: boolean;
}

/** A Kubernetes API, accessed with some credentials. */
export interface Cluster {
  /** The server's address, for messages: `https://127.0.0.1:6443`. */
  readonly server: string;
  /** The namespace of the context; `default` if it names none. */
  readonly namespace: string;
  /** The name of the context, if there is one. */
  readonly context: string | undefined;
  /** Discovers the API; requested once and cached unless `fresh`. */
  readonly discover: (call: Call, fresh?: boolean) => Promise<Catalog>;
  /** The version, as `v1.36.3`. */
  readonly version: (call: Call) => Promise<string>;
  readonly get: (place: Place, call: Call) => Promise<JsonObject>;
  /** Lists all of them, paginating internally. */
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
   * Undefined if it was already gone; otherwise the remaining object (with a deletionTimestamp) or the
   * server's Status.
   */
  readonly delete: (
    place: Place,
    call: Call & { readonly options: DeleteOptions },
  ) => Promise<JsonObject | undefined>;
  /** The last lines of a container's log. */
  readonly logs: (source: LogSource, call: Call) => Promise<string>;
  /**
   * Follows a container's log, line by line, as it is written. Resolves when the container has terminated or
   * the signal aborts. A line longer than 16 KiB is cut. A broken stream is resumed where it broke; rejects
   * if that fails, if reading the log is forbidden (403), or if no server has it. Meant for many concurrent
   * streams: they do not count as requests in flight.
   */
  readonly followLogs: (
    source: LogSource,
    call: Call & { readonly report: (line: string) => void },
  ) => Promise<void>;
  /** Closes all connections and watches. */
  readonly close: () => Promise<void>;
}
