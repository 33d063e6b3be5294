import { compareText } from "../object/object-ref.ts";
import { nameOrigin } from "../manifest/locate-field.ts";
import { indexPositions, type Plan, type PlanGroup, type Position } from "../plan/plan.ts";
import type { GroupMove, GroupPlace } from "./set-comparison.ts";

/** The first position of an object in each plan. */
interface Pairing {
  readonly key: string;
  readonly before: Position;
  readonly after: Position;
}

/** Objects that were in the same group and still are. */
interface Block {
  readonly before: number;
  readonly after: number;
  readonly members: readonly Pairing[];
}

/**
 * Returns the objects of both plans that go earlier or later, relative to each other, than they did: groups
 * are matched in their order so that as few objects as possible have moved. Numbers of groups alone mean
 * nothing, since a new object may add a group. Complexity: O(objects log objects).
 */
export function groupMoves(base: Plan, head: Plan): readonly GroupMove[] {
  const blocks = blocksOf(pairingsOf(base, head));
  const still = heaviestChain(blocks);
  return blocks
    .filter((block) => !still.has(block))
    .flatMap(({ members }) => members)
    .toSorted((left, right) => compareText(left.key, right.key))
    .map(({ key, before, after }) => ({
      key,
      before: placeOf(before.group),
      after: placeOf(after.group),
      origin: nameOrigin(after.object.manifest),
    }));
}

function placeOf({ index, stage, weight }: PlanGroup): GroupPlace {
  return { index, stage, weight };
}

function pairingsOf(base: Plan, head: Plan): readonly Pairing[] {
  const before = indexPositions(base);
  return [...indexPositions(head)].flatMap(([key, [after]]) => {
    const [old] = before.get(key) ?? [];
    return old === undefined || after === undefined ? [] : [{ key, before: old, after }];
  });
}

/** Groups pairings by both groups, sorted by the later one, then by the earlier one from the last on. */
function blocksOf(pairings: readonly Pairing[]): readonly Block[] {
  const blocks = Map.groupBy(pairings, ({ before, after }) => `${before.group.index} ${after.group.index}`);
  return [...blocks.values()]
    .map((members) => ({
      before: members[0]?.before.group.index ?? 0,
      after: members[0]?.after.group.index ?? 0,
      members,
    }))
    .toSorted((left, right) => left.after - right.after || right.before - left.before);
}

/** The best chain that ends in a block. */
interface Chain {
  readonly weight: number;
  readonly last: Block;
  readonly rest: Chain | undefined;
}

/**
 * Returns the blocks that can be matched group by group, both orders rising, and have the most members.
 */
function heaviestChain(blocks: readonly Block[]): ReadonlySet<Block> {
  const best = new BestChains(Math.max(0, ...blocks.map(({ before }) => before)));
  let heaviest: Chain | undefined;
  for (const last of blocks) {
    const rest = best.below(last.before);
    const chain = { weight: weightOf(rest) + last.members.length, last, rest };
    best.add(chain);
    heaviest = heavier(heaviest, chain);
  }
  const chosen = new Set<Block>();
  for (let chain = heaviest; chain !== undefined; chain = chain.rest) {
    chosen.add(chain.last);
  }
  return chosen;
}

function weightOf(chain: Chain | undefined): number {
  return chain?.weight ?? 0;
}

/** Returns the heavier chain; of equal ones the first. */
function heavier(first: Chain | undefined, second: Chain | undefined): Chain | undefined {
  return weightOf(second) > weightOf(first) ? second : first;
}

/** The best chains by the number of the earlier group that they end in, as a Fenwick tree. */
class BestChains {
  readonly #best: (Chain | undefined)[];

  constructor(size: number) {
    this.#best = Array.from({ length: size + 1 });
  }

  add(chain: Chain): void {
    for (let at = chain.last.before; at < this.#best.length; at += at & -at) {
      this.#best[at] = heavier(this.#best[at], chain);
    }
  }

  below(end: number): Chain | undefined {
    let found: Chain | undefined;
    for (let at = end - 1; at > 0; at -= at & -at) {
      found = heavier(found, this.#best[at]);
    }
    return found;
  }
}
