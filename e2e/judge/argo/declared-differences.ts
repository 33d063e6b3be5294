/** The differences from Argo CD that `moving-from-argo-cd.md` declares, as the writes of a sync show them. */
import { batchesOf, compareOrder, nameIn } from "./batches.ts";
import type { WritesOfBoth } from "./compare-writes.ts";
import { type Parts, partsOf, type PlacedWrite } from "./write-parts.ts";

/** Converge prunes after the last hooks, and nothing once one of them has failed. */
export const prunesLast = "pruning comes last";

/** A difference, with the writes of both tools that it concerns. */
interface AllowedDifference {
  readonly reason: string;
  readonly engine: readonly PlacedWrite[];
  readonly converge: readonly PlacedWrite[];
}

/**
 * Returns the reasons why the writes of both tools differ: without the writes that a reason concerns they
 * would be the same, and with them they are not.
 */
export function declaredReasons(writes: WritesOfBoth): readonly string[] {
  const allowed = allowedDifferencesOf(writes).filter(
    ({ engine, converge }) => engine.length + converge.length > 0,
  );
  if (isSame(writes, [])) {
    return [];
  }
  const needed = allowed.filter(
    (one) =>
      !isSame(
        writes,
        allowed.filter((other) => other !== one),
      ),
  );
  return (needed.length > 0 ? needed : allowed).map(({ reason }) => reason);
}

function isSame(
  { engine, converge, stepEnds }: WritesOfBoth,
  allowed: readonly AllowedDifference[],
): boolean {
  const isLeftOut = (of: "engine" | "converge"): ReadonlySet<number> =>
    new Set(allowed.flatMap((difference) => difference[of].map(({ index }) => index)));
  const [theirs, ours] = [isLeftOut("engine"), isLeftOut("converge")];
  const batches = batchesOf(
    engine.filter((_, index) => !theirs.has(index)),
    stepEnds,
  );
  return (
    compareOrder(
      "written",
      batches,
      converge.filter((_, index) => !ours.has(index)),
    ).length === 0
  );
}

function allowedDifferencesOf(writes: WritesOfBoth): readonly AllowedDifference[] {
  const [engine, converge] = [partsOf(writes.engine), partsOf(writes.converge)];
  const both = (reason: string, part: keyof Parts): AllowedDifference => ({
    reason,
    engine: engine[part],
    converge: converge[part],
  });
  const isLasting = ({ id }: PlacedWrite): boolean => writes.lasting.has(nameIn(id));
  return [
    {
      reason: "an unchanged object is not written",
      engine: engine.applies.filter(({ id }) => writes.unchanged.has(id)),
      converge: [],
    },
    both("a hook with a generated name is replaced", "generated"),
    {
      reason: "an old hook is replaced also without BeforeHookCreation",
      engine: [],
      converge: converge.replaced.filter(isLasting),
    },
    {
      reason: "an old hook is deleted just before the new one",
      engine: engine.replaced,
      converge: converge.replaced.filter((write) => !isLasting(write)),
    },
    both("hooks are deleted at the very end", "endings"),
    {
      reason: prunesLast,
      engine: engine.prunes.filter(({ id }) => !writes.ending.has(nameIn(id))),
      converge: converge.prunes,
    },
    {
      reason: "an old hook that the sync has not reached stays",
      engine: engine.prunes.filter(({ id }) => writes.ending.has(nameIn(id))),
      converge: [],
    },
  ];
}
