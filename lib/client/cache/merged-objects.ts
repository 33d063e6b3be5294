import { type JsonObject } from "../../object/json.ts";
import { resourceNumber, resourceVersionOf, uidOf } from "../../object/metadata.ts";
import type { WatchEvent } from "../model/cluster.ts";
import type { PackedObjects } from "./compressed-store.ts";

/** An event to emit for the object of a key. */
export interface ObjectEvent {
  readonly key: string;
  readonly event: Extract<WatchEvent, { readonly object: JsonObject }>;
}

/**
 * The maximum number of remembered deletions; only the latest are kept, since the watch has caught up with
 * older ones.
 */
const mostBuried = 1000;

/**
 * The objects of a selection, merged from two sources: the watch, which reports every change in order but
 * late, and the responses to our own writes, which are immediate. Each source yields only news: nothing about
 * an object is emitted twice, and nothing older than what was emitted before.
 *
 * The watch is authoritative except where it lags: once a response has shown an object at some version, watch
 * events of that object at lower versions are dropped until the watch reaches that version. Versions of one
 * resource are increasing integers; a response with any other version is ignored, and the watch alone is
 * trusted.
 */
export class MergedObjects {
  readonly #objects: PackedObjects;
  /** Versions that responses have shown, by key, and that the watch has yet to reach. */
  readonly #ahead = new Map<string, bigint>();
  /** The uids of objects that a response has shown to be deleted: any later event about them is stale. */
  readonly #buried = new Set<string>();
  /** The version up to which the watch has reported everything. */
  #position = -1n;

  constructor(objects: PackedObjects) {
    this.#objects = objects;
  }

  /** Handles a watch event with the current state of an object. */
  seen(key: string, object: JsonObject): ObjectEvent | undefined {
    if (this.#buried.has(uidOf(object)) || !this.#catchesUp(key, object)) {
      return undefined;
    }
    const version = resourceVersionOf(object);
    if (version !== "" && this.#objects.version(key) === version) {
      return undefined;
    }
    return this.#put(key, object);
  }

  /** Handles a watch event that an object is gone, or has left the selection. */
  gone(key: string, object: JsonObject): ObjectEvent | undefined {
    this.#position = highest(this.#position, resourceNumber(resourceVersionOf(object)));
    return this.#catchesUp(key, object) ? this.#drop(key, object) : undefined;
  }

  /**
   * Handles a complete list by the watch, at that version. Objects that a response has shown at a version up
   * to that one, and that the watch has not listed, are gone by now. Objects shown at a higher version stay:
   * the list is of an older state.
   */
  synced(version: string): readonly ObjectEvent[] {
    const listed = resourceNumber(version);
    const change: ObjectEvent[] = [];
    for (const [key, written] of this.#ahead) {
      if (listed === undefined || written <= listed) {
        this.#ahead.delete(key);
        const vanished = listed === undefined ? undefined : this.#drop(key);
        change.push(...(vanished === undefined ? [] : [vanished]));
      }
    }
    // Not the higher of both: a server restored to an older state counts from there.
    this.#position = listed ?? -1n;
    return change;
  }

  /** Trusts only the watch from now on, as it comes. */
  forgetAnswers(): void {
    this.#ahead.clear();
    this.#buried.clear();
  }

  /**
   * Handles a response that shows the current state of an object; `isSelected`: whether the selection has it.
   */
  answered(key: string, object: JsonObject, isSelected: boolean): ObjectEvent | undefined {
    const written = resourceNumber(resourceVersionOf(object));
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

  /** Handles a response that shows that the objects of that key with these uids are deleted. */
  deleted(key: string, uids: ReadonlySet<string>): ObjectEvent | undefined {
    this.#removeDead(uids);
    return uids.has(this.uid(key)) ? this.#drop(key) : undefined;
  }

  /** The uid of the object of that key; empty if unknown. */
  uid(key: string): string {
    const object = this.#objects.get(key);
    return object === undefined ? "" : uidOf(object);
  }

  #isChanged(key: string, written: bigint): boolean {
    const version = this.#objects.version(key);
    const known = version === undefined ? -1n : resourceNumber(version);
    return (
      written > this.#position &&
      known !== undefined &&
      written > known &&
      written > (this.#ahead.get(key) ?? -1n)
    );
  }

  /** Reports whether a watch event is at least as new as the response that last showed the object. */
  #catchesUp(key: string, object: JsonObject): boolean {
    const ahead = this.#ahead.get(key);
    const reported = resourceNumber(resourceVersionOf(object));
    if (ahead !== undefined && reported !== undefined && reported < ahead) {
      return false;
    }
    this.#ahead.delete(key);
    return true;
  }

  #removeDead(uids: ReadonlySet<string>): void {
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

  /** `last`: the final state as the watch reported it; without it, the last known state is emitted. */
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
