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

/** Returns the pending plan of a saved one. `approved`: the approval so far, which is of another plan. */
export function pendingPlan(
  saved: SavedPlan,
  {
    digest,
    commit,
    approved,
  }: Pick<PendingPlan, "digest" | "commit"> & { readonly approved?: string | undefined },
): PendingPlan {
  const all = changingObjects(saved);
  const counts = plannedActions.flatMap((action) => {
    const count = all.filter((one) => one.action === action).length;
    return count === 0 ? [] : [[action, count] as const];
  });
  return {
    digest,
    commit,
    counts: Object.fromEntries(counts),
    objects: all.slice(0, mostListed),
    more: Math.max(all.length - mostListed, 0),
    ...(approved === undefined ? {} : { unmatched: approved }),
  };
}

function changingObjects({ groups, prunes }: SavedPlan): readonly PendingObject[] {
  const planned = groups
    .filter(({ stage }) => stage !== "fail")
    .flatMap(({ objects }) => objects.flatMap(({ ref, decision }) => changing(ref, decision)));
  const pruned = prunes.map(({ ref }): PendingObject => ({ object: ref, action: "prune" }));
  return deletionsFirst([...pruned, ...planned], ({ action }) => action);
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

/** Returns what a plan changes, field by field, deletions first; values of Secrets are masked. */
export function plannedDiffs({ groups, prunes }: SavedPlan): readonly ObjectDiff[] {
  const diffs = groups.flatMap(({ objects }) => objects.map((one) => diffOf(one)));
  const pruned = prunes.map(({ ref, notes = [] }): ObjectDiff => {
    return { key: ref, verb: "prune", changes: [], ...(notes.length === 0 ? {} : { notes }) };
  });
  const all = [...pruned, ...diffs].filter(({ verb }) => verb !== "unchanged");
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
  const other =
    plan.unmatched === undefined
      ? ""
      : `; the approval of ${shortDigest(plan.unmatched)} is not for this plan`;
  return `plan ${shortDigest(plan.digest)} waits for approval: ${pendingCounts(plan)}${other}`;
}

/** Returns the command that approves a plan of a unit. */
export function approvalCommand(unit: string, { digest }: Pick<PendingPlan, "digest">): string {
  return `kubectl annotate --overwrite unit/${unit} converge.dev/approve=${digest}`;
}
