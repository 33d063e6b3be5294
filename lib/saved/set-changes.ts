/** Compares the objects of a saved plan, their order and its deletions with those of a run. */
import { keptBecause, takesAlong } from "../apply/effect/pruning.ts";
import { neededBySet } from "../apply/observe/prune-candidates.ts";
import type { DecidedRelease } from "../apply/release/decide-changes.ts";
import type { ParentRecord } from "../inventory/applyset-parent.ts";
import { lastWriters } from "../inventory/field-ownership.ts";
import { latestOf } from "../inventory/history.ts";
import type { JsonObject } from "../object/json.ts";
import { listWords } from "../object/message-text.ts";
import { refOf } from "../object/metadata.ts";
import { nameSet } from "../object/object-name.ts";
import { compareText } from "../object/object-ref.ts";
import type { Plan, PlannedObject } from "../plan/plan.ts";
import { wordFor } from "./describe-plan.ts";
import { seenObject } from "./live-now.ts";
import { pruneStateOf } from "./live-state.ts";
import { changedState, changeOf, differenceOf, type SavedProgress } from "./object-changes.ts";
import type { SavedDecision, SavedPlan } from "./saved-plan.ts";

/** The parts of a saved plan that are compared. */
export type SavedSet = Pick<SavedPlan, "action" | "converge" | "groups" | "prunes">;

/** The parts of a decided release that are compared. */
export interface DecidedSet {
  readonly plan: DecidedRelease["plan"];
  readonly decided: Pick<DecidedRelease["decided"], "candidates" | "decisions" | "owns" | "record">;
  readonly session: Pick<DecidedRelease["session"], "deps">;
}

/** A change since the plan was saved, and how what is decided differs from the plan. */
export interface SetChange {
  readonly change?: string | undefined;
  readonly difference?: string | undefined;
}

/** Finds the objects and deletions that have changed. Complexity: linear in the objects. */
export async function setChanges(
  saved: SavedSet,
  decision: DecidedSet,
  progress: SavedProgress,
): Promise<readonly SetChange[]> {
  return [
    ...[...actionChange(saved, decision.plan, progress), ...orderChanges(saved, decision.plan, progress)].map(
      (change) => ({ change }),
    ),
    ...(await objectChanges(saved, decision, progress)),
    ...pruneChanges(saved, decision),
  ];
}

/** A plan that was applied has installed the release. */
function actionChange(
  { action }: SavedSet,
  { action: now }: Plan,
  progress: SavedProgress,
): readonly string[] {
  return now === action || progress === "applied" ? [] : [`this is an ${now} now, and was an ${action}`];
}

/** The order of the same objects differs only if another converge, or the cluster, requires it. */
function orderChanges(saved: SavedSet, { groups }: Plan, progress: SavedProgress): readonly string[] {
  const then = saved.groups.map(({ stage, weight, objects }) => placeOf(stage, weight, objects));
  const now = groups.map(({ stage, weight, objects }) => placeOf(stage, weight, objects.map(entryOf)));
  const isSame = then.join("\n") === now.join("\n");
  return isSame || progress === "applied" || !hasSameEntries(saved, groups)
    ? []
    : [`the objects are ordered differently now; the plan was saved by converge ${saved.converge}`];
}

function placeOf(stage: string, weight: number | null, entries: readonly Entry[]): string {
  return JSON.stringify([stage, weight, entries.map(keyOf)]);
}

/** Others are reported one by one. */
function hasSameEntries(saved: SavedSet, groups: Plan["groups"]): boolean {
  const then = [...plannedEntries(saved).keys()];
  const now = groups.flatMap(({ objects }) => objects.map((object) => keyOf(entryOf(object))));
  return JSON.stringify(then.toSorted(compareText)) === JSON.stringify(now.toSorted(compareText));
}

async function objectChanges(
  saved: SavedSet,
  decision: DecidedSet,
  progress: SavedProgress,
): Promise<readonly SetChange[]> {
  const planned = plannedEntries(saved);
  const objects = [...decision.decided.decisions.keys()];
  const entries = objects.map((object) => entryOf(object));
  const { nameOf } = nameSet([...planned.values(), ...entries].map(({ ref }) => ref));
  const decided = await Promise.all(
    objects.map(async (object) => {
      const entry = entryOf(object);
      const was = planned.get(keyOf(entry));
      return was === undefined
        ? partChange(nameOf(entry.ref), entry, "takes part now, and does not in the plan")
        : decidedChange({ was, object, name: nameOf(entry.ref) }, decision, progress);
    }),
  );
  const there = new Set(entries.map(keyOf));
  // The hooks of a plan that was applied have run.
  const dropped = [...planned.values()].filter(
    (was) => !there.has(keyOf(was)) && !(was.hook !== null && progress === "applied"),
  );
  const words = "takes no part now, and does in the plan";
  return [...decided, ...dropped.map((was) => partChange(nameOf(was.ref), was, words))];
}

interface PlannedEntry {
  readonly was: SavedDecision;
  readonly object: PlannedObject;
  readonly name: string;
}

async function decidedChange(
  { was, object, name }: PlannedEntry,
  { decided: { decisions, owns, record }, session }: DecidedSet,
  progress: SavedProgress,
): Promise<SetChange> {
  const decision = decisions.get(object);
  const { state, live } = await seenObject(object, decision, session.deps);
  const word = wordFor(object, decision, { owns });
  const isWritten = wasWritten(was.ref, record, progress);
  const writers = writersOf(live ?? {});
  const change = decision && changeOf(was, { object, decision, word, state, writers, isWritten }, progress);
  return {
    change: change === undefined ? undefined : `${name} ${change}`,
    difference: differenceOf(was, word, name),
  };
}

/** The part that an object takes in a run. */
type Entry = Pick<SavedDecision, "ref" | "hook">;

function entryOf({ manifest, hook }: PlannedObject): Entry {
  return { ref: manifest.key, hook: hook?.event ?? null };
}

function plannedEntries({ groups }: SavedSet): ReadonlyMap<string, SavedDecision> {
  return new Map(groups.flatMap(({ objects }) => objects).map((object) => [keyOf(object), object]));
}

function keyOf({ ref, hook }: Entry): string {
  return `${hook ?? ""} ${ref}`;
}

function partChange(name: string, { hook }: Entry, words: string): SetChange {
  const change = `${name}${hook === null ? "" : ` as ${hook} hook`} ${words}`;
  return { change, difference: change };
}

/** Reports whether an earlier run of the plan has certainly written an object. */
function wasWritten(key: string, { history, lastRun }: ParentRecord, progress: SavedProgress): boolean {
  const hasEnded = progress === "resumed" && latestOf(history)?.outcome !== "unfinished";
  const isKnown = hasEnded && lastRun?.more === 0;
  return progress === "applied" || (isKnown && !lastRun.undone.some((undone) => undone.key === key));
}

function writersOf(live: JsonObject): string {
  const writers = lastWriters(live, "");
  return writers.length === 0 ? "" : ` by ${listWords(writers, "and")}`;
}

/** An object that is gone needs no deletion any more. */
function pruneChanges(
  { prunes }: SavedSet,
  { plan, decided: { candidates } }: DecidedSet,
): readonly SetChange[] {
  const planned = new Map(prunes.map((prune) => [prune.ref, prune]));
  const names = nameSet([...planned.keys(), ...candidates.keys()]);
  const neededBecause = neededBySet(plan);
  const there = [...candidates].map(([ref, live]): SetChange => {
    const was = planned.get(ref);
    const name = names.nameOf(ref);
    if (was === undefined) {
      const change = `${name} would be pruned too: it joined the release${writersOf(live)}`;
      return { change, difference: `${name}: prune, which is not in the plan` };
    }
    const changed = changedState(was.live, pruneStateOf(live));
    if (changed !== undefined) {
      return { change: `${name}, to be pruned, ${changed}${writersOf(live)}` };
    }
    // Only a request shows what is in a namespace, or of the kind of a CRD.
    const goes = !takesAlong(refOf(live)) && (keptBecause(live) ?? neededBecause(live)) === undefined;
    return was.kept && goes ? { change: `${name} would be pruned, and stays in the plan` } : {};
  });
  const gone = [...planned.keys()].filter((ref) => !candidates.has(ref));
  return [...there, ...gone.map((ref) => ({ difference: `${names.nameOf(ref)}: is no longer pruned` }))];
}
