import type { DiffVerb, ObjectDiff } from "../../object/field-change.ts";
import type { DecisionWord, SavedDecision, SavedPlan } from "../../saved/saved-plan.ts";

/** The action of a plan on an object. `run`: a hook. `refused`: it will fail. */
export type PlannedAction = Exclude<DecisionWord, "unchanged" | "left"> | "prune";

/** The actions, in the order in which they are counted. */
export const plannedActions: readonly PlannedAction[] = [
  "create",
  "update",
  "recreate",
  "take-over",
  "run",
  "prune",
  "refused",
];

/** A plan of a unit that waits for approval. Plain data; nothing secret in it. */
export interface PendingPlan {
  /** The digest that approves it. */
  readonly digest: string;
  /** The commit that it applies. */
  readonly commit: string;
  /** The namespace of the unit, whose annotation approves the plan. */
  readonly namespace: string;
  /** The number of objects by action, without those that stay as they are. */
  readonly counts: Readonly<Partial<Record<PlannedAction, number>>>;
  /** The first of these objects. */
  readonly objects: readonly PendingObject[];
  /** The number of further ones. */
  readonly more: number;
  /** An approval that is not for this plan. */
  readonly unmatched?: string;
}

/** An object that a plan changes, by its reference. */
export interface PendingObject {
  readonly object: string;
  readonly action: PlannedAction;
}

/** Objects that are listed in the status of a unit. */
const mostListed = 50;

/** The facts about a pending plan that the saved one lacks. */
interface PlanFacts extends Pick<PendingPlan, "digest" | "commit" | "namespace"> {
  /** The approval so far, which is of another plan. */
  readonly approved?: string | undefined;
  /** The key of the namespace that is created besides the set. */
  readonly createdNamespace?: string | undefined;
}

/** Returns the pending plan of a saved one. */
export function pendingPlan(
  saved: SavedPlan,
  { digest, commit, namespace, approved, createdNamespace }: PlanFacts,
): PendingPlan {
  const all = changingObjects(saved, createdNamespace);
  const counts = plannedActions.flatMap((action) => {
    const count = all.filter((one) => one.action === action).length;
    return count === 0 ? [] : [[action, count] as const];
  });
  return {
    digest,
    commit,
    namespace,
    counts: Object.fromEntries(counts),
    objects: all.slice(0, mostListed),
    more: Math.max(all.length - mostListed, 0),
    ...(approved === undefined ? {} : { unmatched: approved }),
  };
}

function changingObjects(
  { groups, prunes }: SavedPlan,
  createdNamespace: string | undefined,
): readonly PendingObject[] {
  const planned = groups
    .filter(({ stage }) => stage !== "fail")
    .flatMap(({ objects }) => objects.flatMap(({ ref, decision }) => changing(ref, decision)));
  const pruned = prunes.map(({ ref }): PendingObject => ({ object: ref, action: "prune" }));
  const created = createdNamespace === undefined ? [] : changing(createdNamespace, "create");
  return deletionsFirst([...pruned, ...created, ...planned], ({ action }) => action);
}

/** Puts what deletes an object first, so that no long plan hides it. */
function deletionsFirst<One>(all: readonly One[], verbOf: (one: One) => string): readonly One[] {
  const [deletions, others] = [true, false].map((isDeletion) =>
    all.filter((one) => deleting.has(verbOf(one)) === isDeletion),
  );
  return [...(deletions ?? []), ...(others ?? [])];
}

const deleting: ReadonlySet<string> = new Set(["prune", "recreate"]);

function changing(object: string, decision: DecisionWord): readonly PendingObject[] {
  return decision === "unchanged" || decision === "left" ? [] : [{ object, action: decision }];
}

const verbs: Readonly<Record<DecisionWord, DiffVerb>> = {
  create: "create",
  update: "change",
  recreate: "recreate",
  "take-over": "change",
  unchanged: "unchanged",
  left: "unchanged",
  refused: "unchanged",
  run: "create",
};

/** Returns the verb for an action. */
export function plannedVerb(action: PlannedAction): DiffVerb {
  return action === "prune" ? action : verbs[action];
}

/**
 * Returns what a plan changes, field by field, deletions first; values of Secrets are masked.
 * `createdNamespace`: the key of the namespace that is created besides the set.
 */
export function plannedDiffs(
  { groups, prunes }: SavedPlan,
  createdNamespace?: string,
): readonly ObjectDiff[] {
  const created: readonly ObjectDiff[] =
    createdNamespace === undefined ? [] : [{ key: createdNamespace, verb: "create", changes: [] }];
  const diffs = groups.flatMap(({ objects }) => objects.map((one) => diffOf(one)));
  const pruned = prunes.map(({ ref, notes = [] }): ObjectDiff => {
    return { key: ref, verb: "prune", changes: [], ...(notes.length === 0 ? {} : { notes }) };
  });
  const all = [...pruned, ...created, ...diffs].filter(({ verb }) => verb !== "unchanged");
  return deletionsFirst(all, ({ verb }) => verb);
}

function diffOf({ ref, decision, changes, notes = [] }: SavedDecision): ObjectDiff {
  return { key: ref, verb: verbs[decision], changes, ...(notes.length === 0 ? {} : { notes }) };
}

/** Describes what a plan does: `1 to create, 2 to update`. */
export function pendingCounts({ counts }: Pick<PendingPlan, "counts">): string {
  return plannedActions
    .flatMap((action) => {
      const count = counts[action];
      return count === undefined ? [] : [`${count} ${actionWords[action]}`];
    })
    .join(", ");
}

const actionWords: Readonly<Record<PlannedAction, string>> = {
  create: "to create",
  update: "to update",
  recreate: "to recreate",
  "take-over": "to take over",
  run: "to run as hook",
  prune: "to prune",
  refused: "refused",
};

/** Returns the part of a digest that messages show. */
export function shortDigest(digest: string): string {
  return digest.slice(0, 12);
}

/** Describes a pending plan in one line. */
export function pendingMessage(plan: PendingPlan): string {
  return `plan ${shortDigest(plan.digest)} waits for approval: ${pendingCounts(plan)}${unmatchedWords(plan)}`;
}

/** Reports whether a plan was approved by a part of its digest: such an approval does not count. */
export function hasPartOfDigest({ digest, unmatched = "" }: PendingPlan): boolean {
  return unmatched !== "" && digest.startsWith(unmatched);
}

function unmatchedWords(plan: PendingPlan): string {
  const { digest, unmatched } = plan;
  if (unmatched === undefined) {
    return "";
  }
  return hasPartOfDigest(plan)
    ? `; the approval has only ${unmatched.length} of the ${digest.length} digits of its digest`
    : `; the approval of ${shortDigest(unmatched)} is not for this plan`;
}

/** Returns the command that approves a plan of a unit. */
export function approvalCommand(
  unit: string,
  { digest, namespace }: Pick<PendingPlan, "digest" | "namespace">,
): string {
  return `kubectl -n ${namespace} annotate --overwrite unit/${unit} converge.dev/approve=${digest}`;
}
