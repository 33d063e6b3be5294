import type { MovedObject, UnitPolicy } from "./unit-comparison.ts";

/** An object that moves, and the releases as they are in the head. */
export interface ObjectMove {
  /** The unit that loses it; `isRemoved`: its release is no longer applied. */
  readonly from: UnitPolicy & { readonly isRemoved: boolean };
  readonly to: UnitPolicy;
  /** Whether the release that loses the object owns it, unlike hooks and CRDs of a `crds` folder. */
  readonly isOwned: boolean;
  /** Whether the release that loses the object keeps it for a policy of the object, and lets go of it. */
  readonly isDetached: boolean;
  /** Reports whether a unit waits, directly or through others, until another one is ready. */
  readonly waitsFor: (unit: string, other: string) => boolean;
}

type Outcome = Pick<MovedObject, "outcome" | "message">;

/**
 * Returns what happens to an object in the cluster that moves from one release to another, as `lib/apply`
 * decides it: a release deletes what it owns and no longer brings, unless another release owns it by then;
 * and it takes over what another one owns only with the policy `force-adopt`.
 */
export function moveOutcome(move: ObjectMove): Outcome {
  const { from, to, isOwned, isDetached } = move;
  if (!isOwned) {
    return onceFree(to, "it belongs to no release");
  }
  if (from.isRemoved ? from.onRemove === "orphan" : !from.prune || from.suspend) {
    return whileOwned(move);
  }
  if (isDetached) {
    return onceDetached(move);
  }
  if (to.suspend) {
    return untilResumed(from, to);
  }
  return to.inventoryPolicy === "force-adopt" ? raced(move) : oncePruned(move);
}

/** A suspended unit takes nothing over, so that the object is deleted whatever its policy. */
function untilResumed(from: UnitPolicy, to: UnitPolicy): Outcome {
  const message = `${from.name} deletes it, with its data, and it is missing until ${to.name}, which is suspended, is resumed: resume it, or first run converge move`;
  return { outcome: "recreated", message };
}

const remedy = "first run converge move, or set inventoryPolicy: force-adopt";

function refused(message: string): Outcome {
  return { outcome: "refused", message };
}

/** The release that loses the object neither deletes it nor lets go of it. */
function whileOwned({ from, to }: ObjectMove): Outcome {
  const why = from.isRemoved
    ? "its release is left as it is"
    : `it ${from.suspend ? "is suspended" : "does not prune"}`;
  return to.inventoryPolicy === "force-adopt"
    ? { outcome: "taken", message: `${to.name} takes it over (force-adopt)${onceResumed(to)}` }
    : refused(`${from.name} goes on owning it (${why}), so ${to.name} fails: ${remedy}`);
}

function onceDetached({ from, to, waitsFor }: ObjectMove): Outcome {
  return to.inventoryPolicy === "adopt" && !from.isRemoved && waitsFor(from.name, to.name)
    ? deadlock(from, to)
    : onceFree(to, "it is kept");
}

function onceFree(to: UnitPolicy, fact: string): Outcome {
  return to.inventoryPolicy === "strict"
    ? refused(`${to.name} adopts nothing (inventoryPolicy: strict), so it fails: ${remedy}`)
    : { outcome: "taken", message: `${fact}, and ${to.name} takes it over${onceResumed(to)}` };
}

function onceResumed({ suspend }: UnitPolicy): string {
  return suspend ? " once it is resumed" : "";
}

/** The release that gets the object takes it over if it still exists. */
function raced({ from, to, waitsFor }: ObjectMove): Outcome {
  if (!from.isRemoved && waitsFor(from.name, to.name)) {
    return { outcome: "taken", message: `${to.name} takes it over (force-adopt) before ${from.name} prunes` };
  }
  if (!from.isRemoved && waitsFor(to.name, from.name)) {
    const message = `${from.name} deletes it before ${to.name}, which depends on it, takes it over: first run converge move`;
    return { outcome: "recreated", message };
  }
  const order = from.isRemoved ? "first run converge move" : `let ${from.name} depend on ${to.name}`;
  return {
    outcome: "either",
    message: `${to.name} takes it over (force-adopt) unless ${from.name} deletes it first: ${order}`,
  };
}

function oncePruned({ from, to, waitsFor }: ObjectMove): Outcome {
  if (!from.isRemoved && waitsFor(from.name, to.name)) {
    return deadlock(from, to);
  }
  const order = from.isRemoved
    ? ""
    : `, or let ${from.name} depend on ${to.name} with inventoryPolicy: force-adopt`;
  const message = `${from.name} deletes it, with its data, before ${to.name} creates it again: to keep it, first run converge move${order}`;
  return { outcome: "recreated", message };
}

function deadlock(from: UnitPolicy, to: UnitPolicy): Outcome {
  return refused(
    `${to.name} fails while ${from.name} owns it, and ${from.name} waits for ${to.name}: ${remedy}`,
  );
}
