import type { PackedObjects } from "./compressed-store.ts";
import type { ObjectEvent } from "./merged-objects.ts";
import { ObjectGroups } from "./object-groups.ts";
import type { Subscription } from "./subscription.ts";
import type { Division, ObjectGroup } from "./wide-selection.ts";

/**
 * The maximum number of objects that are kept for later subscribers. Beyond it, only what somebody subscribes
 * to is kept: objects of others may be many.
 */
const mostUnclaimed = 50_000;

/**
 * The subscribers of a watch. If they are divided, each gets only the events of its own objects,
 * at a cost that does not depend on the number of other subscribers.
 */
export class SubscriberSet {
  readonly #objects: PackedObjects;
  readonly #division: Division | undefined;
  readonly #most: number;
  readonly #all = new Set<Subscription>();
  readonly #byValue = new Map<string, Map<Subscription, ObjectGroup>>();
  readonly #groups = new ObjectGroups();
  #unclaimed = 0;
  /** The values whose objects are complete, once those of others were dropped. */
  #complete: Set<string> | undefined;

  constructor(objects: PackedObjects, division: Division | undefined, most: number = mostUnclaimed) {
    this.#objects = objects;
    this.#division = division;
    this.#most = most;
  }

  /** The number of subscribers. */
  get size(): number {
    return this.#all.size;
  }

  /** All subscribers at this moment. */
  all(): readonly Subscription[] {
    return [...this.#all];
  }

  /** Reports whether all objects of a part are known. */
  hasAllOf({ value }: ObjectGroup): boolean {
    return this.#complete?.has(value) ?? true;
  }

  /** The keys of the objects of a part, or of all. */
  keysOf(part: ObjectGroup | undefined): Iterable<string> {
    if (part === undefined) {
      return this.#objects.keys();
    }
    return [...this.#groups.keysOf(part.value)].filter((key) => isIn(key, part));
  }

  /** Adds a subscriber of a part, or of all objects. */
  add(subscription: Subscription, part: ObjectGroup | undefined): void {
    this.#all.add(subscription);
    if (part === undefined) {
      return;
    }
    const others = this.#byValue.get(part.value);
    if (others === undefined) {
      this.#byValue.set(part.value, new Map([[subscription, part]]));
      this.#unclaimed -= this.#count(part.value);
    } else {
      others.set(subscription, part);
    }
  }

  /** Removes a subscriber. The objects of its part are kept if there is room. */
  delete(subscription: Subscription, part: ObjectGroup | undefined): void {
    this.#all.delete(subscription);
    const others = part === undefined ? undefined : this.#byValue.get(part.value);
    if (part === undefined || others?.delete(subscription) !== true || others.size > 0) {
      return;
    }
    this.#byValue.delete(part.value);
    if (this.#complete === undefined) {
      this.#unclaimed += this.#count(part.value);
    } else {
      this.#complete.delete(part.value);
      this.#drop(part.value);
    }
  }

  /** Passes a change to the subscribers whose part it concerns. */
  report({ key, event }: ObjectEvent): void {
    if (this.#division === undefined) {
      for (const subscription of this.all()) {
        subscription.onObject(key, event);
      }
      return;
    }
    const before = this.#groups.groupOf(key);
    const now = event.type === "gone" ? undefined : this.#division(event.object);
    if (before !== now) {
      this.#move(key, before, now);
      this.#pass(key, { type: "gone", object: event.object }, before);
    }
    this.#pass(key, event, now);
    if (now !== undefined && !this.#isClaimed(now)) {
      this.#limitUnclaimed(now);
    }
  }

  #move(key: string, before: string | undefined, now: string | undefined): void {
    this.#groups.move(key, now);
    this.#unclaimed += (this.#isClaimed(now) ? 0 : 1) - (this.#isClaimed(before) ? 0 : 1);
  }

  #pass(key: string, event: ObjectEvent["event"], value: string | undefined): void {
    for (const [subscription, part] of this.#byValue.get(value ?? "") ?? []) {
      if (isIn(key, part)) {
        subscription.onObject(key, event);
      }
    }
  }

  /** Whether objects of that value are somebody's; those without a value are nobody's, and not counted. */
  #isClaimed(value: string | undefined): boolean {
    return value === undefined || this.#byValue.has(value);
  }

  #count(value: string): number {
    return [...this.#groups.keysOf(value)].length;
  }

  /** Drops objects without subscribers if there are too many: of all values, then each that is added. */
  #limitUnclaimed(value: string): void {
    if (this.#complete !== undefined) {
      this.#drop(value);
    } else if (this.#unclaimed > this.#most) {
      this.#complete = new Set(this.#byValue.keys());
      for (const other of this.#groups.groups().filter((one) => !this.#byValue.has(one))) {
        this.#drop(other);
      }
      this.#unclaimed = 0;
    }
  }

  #drop(value: string): void {
    for (const key of this.#groups.keysOf(value)) {
      this.#objects.delete(key);
      this.#groups.move(key, undefined);
    }
  }
}

function isIn(key: string, { namespace }: ObjectGroup): boolean {
  return namespace === undefined || key.startsWith(`${namespace}/`);
}
