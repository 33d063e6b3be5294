import { compareText } from "../../../lib/object/object-ref.ts";
import type { Write } from "./audited-writes.ts";
import { batchesOf, nameIn } from "./batches.ts";
import { type Comparison, goesAfterUsers } from "./compare-writes.ts";
import { prunesLast } from "./declared-differences.ts";

/** The deletions by which both tools have removed a whole set. */
export interface DeletionsOfBoth {
  readonly engine: readonly Write[];
  readonly stepEnds: readonly string[];
  readonly converge: readonly Write[];
  /** Objects whose place converge does not read. */
  readonly loose: ReadonlySet<string>;
  /** Objects without a wave of their own. */
  readonly unplaced: ReadonlySet<string>;
  /** Whether the engine gave up: it cannot delete what has gone with its CRD or its Namespace. */
  readonly hasGivenUp: boolean;
  /** Objects that the sync before would have pruned: converge prunes nothing after a failure. */
  readonly unpruned: ReadonlySet<string>;
  /** Objects that Helm's resource policy keeps. */
  readonly policyKept: ReadonlySet<string>;
  /** Names of hooks: Argo CD's controller, not its engine, deletes them and runs those of deletions. */
  readonly hooks: ReadonlySet<string>;
}

/** The reason why converge deletes a container after its contents, which Argo CD may leave to the server. */
const containersLast = "CRDs and Namespaces are deleted after what is in them";

/** Reasons why converge deletes more or less than the engine does. */
const namespacesStay = "a Namespace with other contents stays";
const policyKeeps = "helm.sh/resource-policy: keep counts for prunes too";
export const deletesAll = "what goes with its CRD or Namespace is not a failure";

/**
 * Compares the order in which a whole set is deleted: what the engine deletes in an earlier step, converge
 * must delete earlier, unless it is a CRD or a Namespace. Complexity: O(writes²).
 */
export function compareDeletions(both: DeletionsOfBoth): Comparison {
  const { engine, stepEnds, converge, loose, unplaced, unpruned, policyKept, hooks, hasGivenUp } = both;
  const isDeletion = ({ verb, id }: Write): boolean => verb === "delete" && !hooks.has(nameIn(id));
  const theirs = stepsOf(engine.filter(isDeletion), stepEnds);
  const ours = new Map(converge.filter(isDeletion).map(({ id }, place) => [id, place]));
  const [spared, left] = divide(
    [...theirs.keys()].filter((id) => !ours.has(id)),
    (id) => policyKept.has(id),
  );
  const [kept, missing] = divide(left, (id) => id.startsWith("namespaces."));
  const [late, added] = divide(
    [...ours.keys()].filter((id) => !theirs.has(id) && !isInside(id, kept)),
    (id) => unpruned.has(id),
  );
  const hasContainers = [...ours.keys()].some(isContainer);
  const early = misplaced(theirs, ours).filter(([first]) => !loose.has(first));
  const isUnplaced = ([first, second]: readonly [string, string]): boolean =>
    !isContainer(first) && (unplaced.has(first) || unplaced.has(second));
  const isExcused = ([first, second]: readonly [string, string]): boolean =>
    isContainer(first) || loose.has(second) || isUnplaced([first, second]);
  const isMore = hasContainers && added.length > 0;
  return {
    differences: [
      ...listed("deleted by Argo CD only", missing),
      ...listed("deleted by converge only", hasContainers || hasGivenUp ? [] : added),
      ...early
        .filter((pair) => !isExcused(pair))
        .map(([first, second]) => `Argo CD deleted ${first} before ${second}, converge after it`),
    ],
    declared: reasons([
      [containersLast, isMore || early.some(([first]) => isContainer(first))],
      [goesAfterUsers, early.some(isUnplaced)],
      [namespacesStay, kept.length > 0],
      [policyKeeps, spared.length > 0],
      [prunesLast, late.length > 0],
      [deletesAll, hasGivenUp],
    ]),
  };
}

function reasons(found: readonly (readonly [reason: string, shows: boolean])[]): readonly string[] {
  return found.flatMap(([reason, shows]) => (shows ? [reason] : []));
}

/** The step in which each object was deleted. */
function stepsOf(deletions: readonly Write[], stepEnds: readonly string[]): ReadonlyMap<string, number> {
  const batches = batchesOf(deletions, stepEnds);
  return new Map(batches.flatMap(({ writes, step }) => writes.map(({ id }) => [id, step] as const)));
}

function divide<T>(items: readonly T[], isLeft: (item: T) => boolean): readonly [T[], T[]] {
  return [items.filter(isLeft), items.filter((item) => !isLeft(item))];
}

/** The pairs that converge has deleted in the opposite order. */
function misplaced(
  theirs: ReadonlyMap<string, number>,
  ours: ReadonlyMap<string, number>,
): readonly (readonly [string, string])[] {
  const both = [...theirs].filter(([id]) => ours.has(id));
  return both.flatMap(([first, step]) =>
    both
      .filter(([second, later]) => step < later && (ours.get(first) ?? 0) > (ours.get(second) ?? 0))
      .map(([second]) => [first, second] as const),
  );
}

function isContainer(id: string): boolean {
  return id.startsWith("customresourcedefinitions.") || id.startsWith("namespaces.");
}

/** Reports whether an object is in one of these Namespaces, with which the engine deletes it. */
function isInside(id: string, namespaces: readonly string[]): boolean {
  const [, namespace] = id.split("/");
  return namespaces.some((one) => nameIn(one) === namespace);
}

function listed(words: string, ids: readonly string[]): readonly string[] {
  return ids.length === 0 ? [] : [`${words}: ${ids.toSorted(compareText).join(" ")}`];
}
