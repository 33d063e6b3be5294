/**
 * * Compares the writes of a sync by the engine of Argo CD with those of converge.
 *
 * The engine writes the objects of one kind of a wave at the same time, so that its order is one of
 * batches. The writes of converge must follow it. These differences are documented: converge deletes the
 * old hook just before it creates the new one, and not all of a wave at once; it does so whatever the
 * delete policy, so that the hook runs again; it does not write what is unchanged; it prunes after
 * everything else, by written waves alone.
 */
import { compareText } from "../../../lib/object/object-ref.ts";
import type { Write } from "./audited-writes.ts";

/** Objects that the engine writes at the same time. */
interface Batch {
  readonly verb: Write["verb"];
  readonly resource: string;
  readonly ids: readonly string[];
}

/** The writes of both tools, those of the engine with the ends of its steps. */
export interface WritesOfBoth {
  readonly engine: readonly Write[];
  readonly stepEnds: readonly string[];
  readonly converge: readonly Write[];
  /** Names of hooks that Argo CD does not delete before it applies them. */
  readonly lasting: ReadonlySet<string>;
  /** Objects that may be pruned at any time. */
  readonly loose: ReadonlySet<string>;
  /** Objects that are as they were. */
  readonly unchanged: ReadonlySet<string>;
}

/** Returns the differences in words. */
export function compareWrites(writes: WritesOfBoth): readonly string[] {
  const { engine, stepEnds, converge, lasting, loose, unchanged } = writes;
  const theirs = partsOf(engine.filter(({ id, verb }) => verb === "delete" || !unchanged.has(id)));
  const ours = partsOf(converge);
  const isStrict = ({ id }: Write): boolean => !loose.has(id);
  const isAsked = ({ id }: Write): boolean => !lasting.has(nameIn(id));
  return [
    ...compareBatches("applied", batchesOf(theirs.applies, stepEnds), ours.applies),
    ...compareSets("replaced", theirs.replaced, ours.replaced.filter(isAsked)),
    ...compareSets("deleted at the end", theirs.endings, ours.endings),
    ...compareSets("pruned", theirs.prunes, ours.prunes),
    ...compareBatches(
      "pruned",
      batchesOf(theirs.prunes.filter(isStrict), stepEnds),
      ours.prunes.filter(isStrict),
    ),
    ...prunedEarly(converge, ours.prunes),
    ...endedEarly(writes, theirs.endings, ours.endings),
    ...replacedEarly(converge, ours.replaced, batchesOf(theirs.applies, stepEnds)),
  ];
}

/**
 * Returns the differences of what both tools have applied, where one of them was cut off: its last batch may
 * lack some objects.
 */
export function compareBegun({ engine, stepEnds, converge, unchanged }: WritesOfBoth): readonly string[] {
  const theirs = partsOf(engine.filter(({ id }) => !unchanged.has(id)));
  const ours = partsOf(converge).applies;
  const whole: Batch[] = [];
  let count = 0;
  for (const batch of batchesOf(theirs.applies, stepEnds).slice(0, -1)) {
    count += batch.ids.length;
    if (count <= ours.length) {
      whole.push(batch);
    }
  }
  const begun = whole.reduce((sum, { ids }) => sum + ids.length, 0);
  return compareBatches("applied", whole, ours.slice(0, begun));
}

/** A write with its position among those of its tool. */
interface Deletion extends Write {
  readonly index: number;
}

interface Parts {
  readonly applies: readonly Write[];
  /** Deletions of objects that are applied later: old hooks. */
  readonly replaced: readonly Deletion[];
  /** Deletions of objects that were applied before: hooks that have ended. */
  readonly endings: readonly Deletion[];
  readonly prunes: readonly Write[];
}

function partsOf(writes: readonly Write[]): Parts {
  const firstApply = new Map<string, number>();
  const lastApply = new Map<string, number>();
  writes.forEach(({ verb, id }, index) => {
    if (verb === "apply") {
      firstApply.set(id, firstApply.get(id) ?? index);
      lastApply.set(id, index);
    }
  });
  const deletions = writes
    .map((write, index) => ({ ...write, index }))
    .filter(({ verb }) => verb === "delete");
  return {
    applies: writes.filter(({ verb }) => verb === "apply"),
    replaced: deletions.filter(({ id, index }) => (lastApply.get(id) ?? -1) > index && !isGenerated(id)),
    endings: deletions.filter(({ id, index }) => (lastApply.get(id) ?? Infinity) < index),
    prunes: deletions.filter(({ id }) => !firstApply.has(id)),
  };
}

/**
 * A hook of Argo CD with a generated name has another one in each phase and sync, so that none is replaced.
 */
function isGenerated(id: string): boolean {
  return id.endsWith("-gen-");
}

/** The name in an id. */
export function nameIn(id: string): string {
  return id.slice(id.lastIndexOf("/") + 1);
}

function batchesOf(writes: readonly Write[], stepEnds: readonly string[]): readonly Batch[] {
  const batches: { key: string; verb: Write["verb"]; resource: string; ids: Set<string> }[] = [];
  for (const { verb, resource, id, at } of writes) {
    const step = stepEnds.findIndex((end) => at <= end);
    const key = `${step}/${verb}/${verb === "delete" ? "" : resource}`;
    const last = batches.at(-1);
    if (last?.key === key) {
      last.ids.add(id);
    } else {
      batches.push({ key, verb, resource, ids: new Set([id]) });
    }
  }
  return batches.map(({ verb, resource, ids }) => ({ verb, resource, ids: [...ids].toSorted(compareText) }));
}

/** Reports the first batch that converge has written otherwise. */
function compareBatches(word: string, batches: readonly Batch[], ours: readonly Write[]): readonly string[] {
  let from = 0;
  for (const { ids } of batches) {
    const found = ours.slice(from, from + ids.length).map(({ id }) => id);
    if (found.toSorted(compareText).join() !== ids.join()) {
      const theirs = batches.map((batch) => batch.ids.join(" ")).join(" | ");
      return [`${word} by Argo CD: ${theirs}; by converge: ${ours.map(({ id }) => id).join(" ")}`];
    }
    from += ids.length;
  }
  const more = ours.slice(from).map(({ id }) => id);
  return more.length === 0 ? [] : [`${word} by converge only: ${more.join(" ")}`];
}

function compareSets(word: string, theirs: readonly Write[], ours: readonly Write[]): readonly string[] {
  const [left, right] = [theirs, ours].map((writes) =>
    [...new Set(writes.map(({ id }) => id))].toSorted(compareText).join(" "),
  );
  return left === right ? [] : [`${word} by Argo CD: ${left || "none"}; by converge: ${right || "none"}`];
}

/** Reports what converge has pruned before it had applied everything. */
function prunedEarly(writes: readonly Write[], prunes: readonly Write[]): readonly string[] {
  const first = writes.findIndex(({ id, verb }) => verb === "delete" && prunes.some((one) => one.id === id));
  const late = first < 0 ? [] : writes.slice(first).filter(({ verb }) => verb === "apply");
  return late.map(({ id }) => `converge applied ${id} after it had begun to prune`);
}

/** Reports hooks that converge has deleted before its last apply, but the engine after its own. */
function endedEarly(
  { engine, converge }: WritesOfBoth,
  theirs: readonly Deletion[],
  ours: readonly Deletion[],
): readonly string[] {
  const [lastOfTheirs, last] = [engine, converge].map((writes) =>
    writes.findLastIndex(({ verb }) => verb === "apply"),
  );
  const early = new Set(theirs.filter(({ index }) => index < (lastOfTheirs ?? -1)).map(({ id }) => id));
  return ours
    .filter(({ id, index }) => !early.has(id) && index < (last ?? -1))
    .map(({ id }) => `converge deleted the ended ${id} before it had applied everything`);
}

/** Reports old hooks that converge has deleted before it applied what comes earlier than the new one. */
function replacedEarly(
  writes: readonly Write[],
  replaced: readonly Deletion[],
  batches: readonly Batch[],
): readonly string[] {
  const isTogether = (one: string, other: string): boolean =>
    batches.some(({ ids }) => ids.includes(one) && ids.includes(other));
  return replaced.flatMap(({ id, index }) => {
    const later = writes.slice(index + 1);
    const own = later.findIndex((write) => write.verb === "apply" && write.id === id);
    return later
      .slice(0, own)
      .filter((write) => write.verb === "apply" && !isTogether(id, write.id))
      .map((write) => `converge deleted the old ${id} before it applied ${write.id}`);
  });
}
