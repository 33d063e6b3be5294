/**
 * Compares the writes of a sync by the engine of Argo CD with those of converge.
 *
 * The engine writes the objects of one kind of a wave at the same time, so that its order is one of
 * batches. The writes of converge must follow it, but for the differences that are declared: converge
 * deletes the old hook just before it creates the new one, and not all of a wave at once; it does so
 * whatever the delete policy, so that the hook runs again, but leaves an old hook that the sync has not
 * reached; it does not write what is unchanged; it prunes after everything else, by written waves alone, and
 * not after a failure.
 */
import { compareText } from "../../../lib/object/object-ref.ts";
import type { Write } from "./audited-writes.ts";
import { type Batch, batchesOf, compareOrder, nameIn } from "./batches.ts";
import { declaredReasons } from "./declared-differences.ts";
import { partsOf, type PlacedWrite } from "./write-parts.ts";

/** The writes of both tools, those of the engine with the ends of its steps. */
export interface WritesOfBoth {
  readonly engine: readonly Write[];
  readonly stepEnds: readonly string[];
  readonly converge: readonly Write[];
  /** The sync has failed. */
  readonly hasFailed: boolean;
  /** Names of hooks that Argo CD does not delete before it applies them. */
  readonly lasting: ReadonlySet<string>;
  /** Names of hooks that Argo CD deletes at the end of a sync, whether or not the sync has reached them. */
  readonly ending: ReadonlySet<string>;
  /** Names of all hooks. */
  readonly hooks: ReadonlySet<string>;
  /** Objects that may be pruned at any time. */
  readonly loose: ReadonlySet<string>;
  /** Objects without a wave of their own. */
  readonly unplaced: ReadonlySet<string>;
  /** Unchanged objects. */
  readonly unchanged: ReadonlySet<string>;
  /** Objects that Helm's resource policy keeps. */
  readonly policyKept: ReadonlySet<string>;
  /** Objects of the first set that the second lacks. */
  readonly unpruned: ReadonlySet<string>;
}

/** The reason why an object is deleted elsewhere than in the reverse order of waves. */
export const goesAfterUsers = "an object without a wave is deleted after what needs it";

/** The result of a comparison of the writes of both tools. */
export interface Comparison {
  readonly differences: readonly string[];
  /** The declared differences that show, if there are no other ones. */
  readonly declared: readonly string[];
}

/** Compares the writes of a sync. */
export function compareWrites(writes: WritesOfBoth): Comparison {
  const { engine, stepEnds, converge, lasting, ending, loose, unplaced, unchanged, hasFailed } = writes;
  const theirs = partsOf(engine.filter(({ id, verb }) => verb === "delete" || !unchanged.has(id)));
  const ours = partsOf(converge);
  const isAsked = ({ id }: Write): boolean => !lasting.has(nameIn(id));
  const isWithoutPrunes = hasFailed && ours.prunes.length === 0;
  const prunes = isWithoutPrunes ? [] : theirs.prunes.filter(({ id }) => !ending.has(nameIn(id)));
  const pruneOrder = (left: ReadonlySet<string>): readonly string[] => {
    const isStrict = ({ id }: Write): boolean => !left.has(id);
    return compareOrder("pruned", batchesOf(prunes.filter(isStrict), stepEnds), ours.prunes.filter(isStrict));
  };
  const strict = pruneOrder(loose);
  const isFreelyPruned = strict.length > 0 && pruneOrder(new Set([...loose, ...unplaced])).length === 0;
  const differences = [
    ...compareOrder("applied", batchesOf(theirs.applies, stepEnds), ours.applies),
    ...compareSets("replaced", theirs.replaced, ours.replaced.filter(isAsked)),
    ...compareSets("deleted at the end", theirs.endings, ours.endings),
    ...compareSets("pruned", prunes, ours.prunes),
    ...(isFreelyPruned ? [] : strict),
    ...prunedEarly(converge, ours.prunes),
    ...endedEarly(writes, theirs.endings, ours.endings),
    ...replacedEarly(converge, ours.replaced, batchesOf(theirs.applies, stepEnds)),
  ];
  const declared = [...declaredReasons(writes), ...(isFreelyPruned ? [goesAfterUsers] : [])];
  return { differences, declared: differences.length === 0 ? declared : [] };
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
    count += batch.writes.length;
    if (count <= ours.length) {
      whole.push(batch);
    }
  }
  const begun = whole.reduce((sum, { writes }) => sum + writes.length, 0);
  return compareOrder("applied", whole, ours.slice(0, begun));
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
  theirs: readonly PlacedWrite[],
  ours: readonly PlacedWrite[],
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
  replaced: readonly PlacedWrite[],
  batches: readonly Batch[],
): readonly string[] {
  const isTogether = (one: string, other: string): boolean =>
    batches.some(({ writes: batch }) => [one, other].every((id) => batch.some((write) => write.id === id)));
  return replaced.flatMap(({ id, index }) => {
    const later = writes.slice(index + 1);
    const own = later.findIndex((write) => write.verb === "apply" && write.id === id);
    return later
      .slice(0, own)
      .filter((write) => write.verb === "apply" && !isTogether(id, write.id))
      .map((write) => `converge deleted the old ${id} before it applied ${write.id}`);
  });
}
