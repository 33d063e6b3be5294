import type { Write } from "./audited-writes.ts";

/** A write with its position among those of its tool. */
export interface PlacedWrite extends Write {
  readonly index: number;
}

/** The writes of a tool by what they are for. */
export interface Parts {
  readonly applies: readonly PlacedWrite[];
  /** Deletions of objects that are applied later: old hooks. */
  readonly replaced: readonly PlacedWrite[];
  /** Deletions of hooks with a generated name. */
  readonly generated: readonly PlacedWrite[];
  /** Deletions of objects that were applied before: hooks that have ended. */
  readonly endings: readonly PlacedWrite[];
  readonly prunes: readonly PlacedWrite[];
}

/** Sorts the writes of a tool by what they are for. */
export function partsOf(writes: readonly Write[]): Parts {
  const firstApply = new Map<string, number>();
  const lastApply = new Map<string, number>();
  const placed = writes.map((write, index): PlacedWrite => ({ ...write, index }));
  for (const { verb, id, index } of placed) {
    if (verb === "apply") {
      firstApply.set(id, firstApply.get(id) ?? index);
      lastApply.set(id, index);
    }
  }
  const deletions = placed.filter(({ verb }) => verb === "delete");
  const isLater = ({ id, index }: PlacedWrite): boolean => (lastApply.get(id) ?? -1) > index;
  return {
    applies: placed.filter(({ verb }) => verb === "apply"),
    replaced: deletions.filter((write) => isLater(write) && !isGenerated(write)),
    generated: deletions.filter((write) => isLater(write) && isGenerated(write)),
    endings: deletions.filter(({ id, index }) => (lastApply.get(id) ?? Infinity) < index),
    prunes: deletions.filter(({ id }) => !firstApply.has(id)),
  };
}

/**
 * A hook of Argo CD with a generated name has another one in each phase and sync, so that none is replaced.
 */
function isGenerated({ id }: Write): boolean {
  return id.endsWith("-gen-");
}

/** The writes without deletions of what is being deleted already: the engine repeats them in each step. */
export function withoutRepeated(writes: readonly Write[]): readonly Write[] {
  const deleted = new Set<string>();
  return writes.filter(({ verb, id }) => {
    const isRepeated = verb === "delete" && deleted.has(id);
    if (verb === "delete") {
      deleted.add(id);
    } else {
      deleted.delete(id);
    }
    return !isRepeated;
  });
}
