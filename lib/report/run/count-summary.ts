import type { ApplyEvent, Change, Outcome, Reconcile } from "../../apply/model/event.ts";

type Start = Extract<ApplyEvent, { readonly type: "start" }>;

/** The words for each change, in display order: done, and in a dry run. */
const changes: readonly (readonly [change: Change, done: string, toDo: string])[] = [
  ["created", "created", "to create"],
  ["configured", "configured", "to configure"],
  ["recreated", "recreated", "to recreate"],
  ["adopted", "adopted", "to adopt"],
  ["detached", "detached", "to detach"],
  ["unchanged", "unchanged", "unchanged"],
];

type Count = readonly [amount: number, words: string];

/**
 * Formats the counts of a run, without those that are zero. `start`: its start event, if it got that far.
 *
 *     12 applied (3 created, 9 unchanged), 12 ready, 1 pruned, 2 failed
 *     3 to create, 9 unchanged, 1 to prune
 */
export function formatCounts(outcomes: readonly Outcome[], start: Start | undefined): string {
  const done = outcomes.filter((one) => one.actuation === "Succeeded" && one.operation !== "wait");
  const counts =
    start?.dryRun === true ? toDoCounts(done) : doneCounts(done, { outcomes, hooks: hooksOf(start) });
  return [...counts, ...undoneCounts(outcomes)]
    .flatMap(([amount, words]) => (amount === 0 ? [] : [`${amount} ${words}`]))
    .join(", ");
}

/** Returns the keys of the hooks of a run. */
function hooksOf(start: Start | undefined): ReadonlySet<string> {
  const stages = new Map(start?.groups.map(({ index, stage }) => [index, stage]));
  const objects = start?.objects.filter(({ operation, group }) => {
    const stage = stages.get(group);
    return operation === "apply" && (stage === "pre" || stage === "post" || stage === "fail");
  });
  return new Set(objects?.map(({ target }) => target.key));
}

function doneCounts(
  done: readonly Outcome[],
  { outcomes, hooks }: { readonly outcomes: readonly Outcome[]; readonly hooks: ReadonlySet<string> },
): readonly Count[] {
  const applied = done.filter(({ operation }) => operation === "apply");
  const awaited = outcomes.filter(({ operation }) => operation === "apply" || operation === "wait");
  const amount = (state: Reconcile): number => awaited.filter(({ reconcile }) => reconcile === state).length;
  const gone = done.filter(({ change, reconcile }) => change !== "detached" && reconcile === "Succeeded");
  const deleted = gone.filter(({ operation }) => operation === "delete");
  // Hooks deleted after they have ended belong to no group.
  const ended = deleted.filter(({ group, target }) => group === 0 && hooks.has(target.key));
  return [
    [applied.length, `applied${changeWords(applied)}`],
    [amount("Succeeded"), "ready"],
    [amount("Suspended"), "suspended"],
    [gone.filter(({ operation }) => operation === "prune").length, "pruned"],
    [deleted.length - ended.length, "deleted"],
    [ended.length, `${ended.length === 1 ? "hook" : "hooks"} deleted`],
    [detachedOf(done), "detached"],
  ];
}

function toDoCounts(done: readonly Outcome[]): readonly Count[] {
  const applied = done.filter(({ operation }) => operation === "apply");
  const removed = (operation: Outcome["operation"]): number =>
    done.filter((one) => one.operation === operation && one.change !== "detached").length;
  return [
    ...changes.map(([change, , toDo]): Count => [changedOf(applied, change), toDo]),
    [applied.filter(({ change }) => change === undefined).length, "to apply"],
    [removed("prune"), "to prune"],
    [removed("delete"), "to delete"],
    [detachedOf(done), "to detach"],
  ];
}

function undoneCounts(outcomes: readonly Outcome[]): readonly Count[] {
  const counting = outcomes.filter(({ tolerated }) => tolerated !== true);
  return [
    [counting.filter(isFailed).length, "failed"],
    [counting.filter(({ reconcile }) => reconcile === "Timeout").length, "timed out"],
    [counting.filter(({ reconcile }) => reconcile === "Interrupted").length, "interrupted"],
    [outcomes.length - counting.length, "failed and ignored"],
    [outcomes.filter(({ actuation }) => actuation === "Skipped").length, "skipped"],
    [
      outcomes.filter(({ actuation, operation }) => actuation === "Pending" && operation !== "wait").length,
      "not sent",
    ],
  ];
}

/** Timeouts are counted separately. */
function isFailed({ actuation, reconcile }: Outcome): boolean {
  return (actuation === "Failed" || reconcile === "Failed") && reconcile !== "Timeout";
}

function changedOf(applied: readonly Outcome[], change: Change): number {
  return applied.filter((one) => one.change === change).length;
}

function detachedOf(done: readonly Outcome[]): number {
  return done.filter(({ operation, change }) => operation !== "apply" && change === "detached").length;
}

/** Formats the changes: ` (3 created, 9 unchanged)`; empty if no change is known. */
function changeWords(applied: readonly Outcome[]): string {
  const words = changes.flatMap(([change, reported]) => {
    const amount = changedOf(applied, change);
    return amount === 0 ? [] : [`${amount} ${reported}`];
  });
  return words.length === 0 ? "" : ` (${words.join(", ")})`;
}
