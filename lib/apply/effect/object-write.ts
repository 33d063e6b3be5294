import type { Manifest } from "../../manifest/manifest.ts";
import type { ObjectFieldRule } from "../../object/field-rule.ts";
import type { JsonObject } from "../../object/json.ts";
import type { Patch, Place } from "../../client/model/cluster.ts";
import type { Transfer } from "./field-ownership-transfer.ts";
import type { ReadinessOptions } from "../observe/readiness-watch.ts";

/** An object to be written. */
export interface ObjectWrite {
  readonly manifest: Manifest;
  /** The form to send. */
  readonly sent: JsonObject;
  /** Whether it carries the label of the release, by which it is watched. */
  readonly labelled: boolean;
  /** The live object when the run was decided; undefined if there was none. */
  readonly live: JsonObject | undefined;
  /** Transfers the fields of client-side managers to converge, and releases ceded ones, before the write. */
  readonly migration?: Patch;
  /** The field ownership to transfer; by default only that of client-side managers. */
  readonly transfer?: Transfer;
  /** It is deleted before it is created, as hooks are. */
  readonly replaces: boolean;
  /** It may be deleted and recreated if it cannot be updated. */
  readonly recreatable: boolean;
  /** The form to send if the object no longer exists; omitted if it is the same. */
  readonly resent?: JsonObject;
  /** Rules by which fields of other managers are taken over even if conflicts are not. */
  readonly taking?: readonly ObjectFieldRule[];
  /** It has to stay as applied until the run ends, unlike hooks. */
  readonly isKept?: boolean;
  /** It is not waited for until it is ready. */
  readonly unawaited: boolean;
  /** Options for judging its readiness while it is waited for. */
  readonly judging?: ReadinessOptions;
  /** The uid of the object that this run may have created before, as it does with a hook of two events. */
  readonly madeBefore?: () => string | undefined;
}

/** The progress of an object's write. */
export interface Progress {
  readonly place: () => Place;
  /** Fields of other managers are taken over. */
  force: boolean;
  /** The previous object was deleted by this run. */
  recreated: boolean;
  /** The form sent from now on, once the server has refused some of its fields for being null. */
  repaired?: JsonObject;
  /** The write was tried before without an answer that says whether it was done. */
  retried: boolean;
  /** The object as last seen when a watch reported its deletion; another one may exist by now. */
  gone: JsonObject | undefined;
}

/** An object being written. */
export interface WriteAttempt {
  readonly sending: ObjectWrite;
  readonly progress: Progress;
}

/** Thrown in a dry run where a real run would delete and recreate the object. */
export class RecreationNeededError extends Error {}
