import { objectField, stringField, type JsonObject } from "../../object/json.ts";
import type { WatchEvent } from "../model/cluster.ts";
import type { PackedObjects } from "./compressed-store.ts";

/** What is to be told of the object of a key. */
export interface ObjectEvent {
  readonly key: string;
  readonly event: Extract<WatchEvent, { readonly object: JsonObject }>;
}

/** Deletions that are remembered at most, the last: later a watch has caught up with them. */
const mostBuried = 1000;

/**
 * The objects of a selection by two voices: that of the watch, which tells all that happens, in order but
 * late, and that of the answers to our own writes, which are there at once. Each gives what is news: of one
 * object nothing is told twice, and nothing that is older than what was told before.
 *
 * The watch is believed but for what it has not caught up with: where an answer has shown an object under a
 * version, what the watch tells of that object under lower ones is dropped until it has come to that version.
 * Versions of one resource are whole numbers that grow; an answer under any other is passed over, and the
 * watch is believed alone.
 */
export class MergedObjects {
  readonly #objects: PackedObjects;
  /** Versions that answers have shown, by key, and that the watch has yet to come to. */
  readonly #ahead = new Map<string, bigint>();
  /** The uids of what is gone for good by an answer: whatever is told of them is old. */
  readonly #buried = new Set<string>();
  /** A version up to which the watch has told all. */
  #position = -1n;

  constructor(objects: PackedObjects) {
    this.#objects = objects;
  }

  /** The watch tells how an object stands. */
  seen(key: string, object: JsonObject): ObjectEvent | undefined {
    if (this.#buried.has(uidOf(object)) || !this.#catchesUp(key, object)) {
      return undefined;
    }
    const version = versionOf(object);
    if (version !== "" && this.#objects.version(key) === version) {
      return undefined;
    }
    return this.#put(key, object);
  }

  /** The watch tells that an object is gone, or has left the selection. */
  gone(key: string, object: JsonObject): ObjectEvent | undefined {
    this.#position = highest(this.#position, numberOf(versionOf(object)));
    return this.#catchesUp(key, object) ? this.#drop(key, object) : undefined;
  }

  /**
   * The watch has told of everything there is, as it stood under that version. What an answer has shown under
   * a version up to that and the watch has not, is gone by now. What was shown under a higher one stays: the
   * list was of an older state.
   */
  synced(version: string): readonly ObjectEvent[] {
    const listed = numberOf(version);
    const change: ObjectEvent[] = [];
    for (const [key, written] of this.#ahead) {
      if (listed === undefined || written <= listed) {
        this.#ahead.delete(key);
        const vanished = listed === undefined ? undefined : this.#drop(key);
        change.push(...(vanished === undefined ? [] : [vanished]));
      }
    }
    // Not the higher of both: a server that was set back to an older state counts from there.
    this.#position = listed ?? -1n;
    return change;
  }

  /** From now on the watch alone is believed, as it comes. */
  forgetAnswers(): void {
    this.#ahead.clear();
    this.#buried.clear();
  }

  /** An answer shows how an object stands; `isSelected`: whether it is one of the selection by that. */
  answered(key: string, object: JsonObject, isSelected: boolean): ObjectEvent | undefined {
    const written = numberOf(versionOf(object));
    if (written === undefined || !this.#isChanged(key, written) || this.#buried.has(uidOf(object))) {
      return undefined;
    }
    if (isSelected) {
      this.#ahead.set(key, written);
      return this.#put(key, object);
    }
    const left = this.#drop(key);
    if (left !== undefined) {
      this.#ahead.set(key, written);
    }
    return left;
  }

  /** An answer shows that the objects of that key with these uids are gone for good. */
  deleted(key: string, uids: ReadonlySet<string>): ObjectEvent | undefined {
    this.#bury(uids);
    return uids.has(this.uid(key)) ? this.#drop(key) : undefined;
  }

  /** The uid of the object of that key; empty where none is known. */
  uid(key: string): string {
    const object = this.#objects.get(key);
    return object === undefined ? "" : uidOf(object);
  }

  #isChanged(key: string, written: bigint): boolean {
    const version = this.#objects.version(key);
    const known = version === undefined ? -1n : numberOf(version);
    return (
      written > this.#position &&
      known !== undefined &&
      written > known &&
      written > (this.#ahead.get(key) ?? -1n)
    );
  }

  /** Whether what the watch tells is no older than what an answer has shown. */
  #catchesUp(key: string, object: JsonObject): boolean {
    const ahead = this.#ahead.get(key);
    const reported = numberOf(versionOf(object));
    if (ahead !== undefined && reported !== undefined && reported < ahead) {
      return false;
    }
    this.#ahead.delete(key);
    return true;
  }

  #bury(uids: ReadonlySet<string>): void {
    for (const uid of uids) {
      this.#buried.add(uid);
    }
    for (const uid of this.#buried) {
      if (this.#buried.size <= mostBuried) {
        break;
      }
      this.#buried.delete(uid);
    }
  }

  #put(key: string, object: JsonObject): ObjectEvent {
    this.#objects.set(key, object);
    return { key, event: { type: "seen", object } };
  }

  /** `last`: as the watch has told it; where it has not, it is told as it was known. */
  #drop(key: string, last?: JsonObject): ObjectEvent | undefined {
    if (this.#objects.version(key) === undefined) {
      return undefined;
    }
    const object = last ?? this.#objects.get(key);
    this.#objects.delete(key);
    return object && { key, event: { type: "gone", object } };
  }
}

function highest(left: bigint, right: bigint | undefined): bigint {
  return right !== undefined && right > left ? right : left;
}

/** The versions of Kubernetes are whole numbers that grow; undefined for what is none. */
function numberOf(version: string): bigint | undefined {
  return /^\d{1,20}$/.test(version) ? BigInt(version) : undefined;
}

function versionOf(object: JsonObject): string {
  return stringField(objectField(object, "metadata"), "resourceVersion") ?? "";
}

function uidOf(object: JsonObject): string {
  return stringField(objectField(object, "metadata"), "uid") ?? "";
}
