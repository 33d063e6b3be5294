/** Compares the cluster with the state that a saved plan rests on. */
import type { Decision } from "../apply/decide/decide-object.ts";
import type { DecidedRelease } from "../apply/release/decide-changes.ts";
import { readLive } from "../apply/release/diff-release.ts";
import type { OpenedRelease } from "../apply/release/open-release.ts";
import { isSentWell } from "../apply/release/release-record.ts";
import { digestOf } from "../apply/store/revision-store.ts";
import { lastWriters } from "../inventory/field-ownership.ts";
import { latestOf } from "../inventory/history.ts";
import type { JsonObject } from "../object/json.ts";
import { listWords } from "../object/message-text.ts";
import { nameSet } from "../object/object-name.ts";
import type { Plan, PlannedObject } from "../plan/plan.ts";
import { neededDefinitions } from "./cluster-facts.ts";
import { liveStateFor, wordFor } from "./describe-plan.ts";
import { isSameState, liveStateOf } from "./live-state.ts";
import type { DecisionWord, LiveState, SavedDecision, SavedPlan } from "./saved-plan.ts";

/**
 * Whether a run of the plan has begun before: `resumed` if it has not succeeded, `applied` if it has. Its own
 * writes are no changes.
 */
export type SavedProgress = "fresh" | "resumed" | "applied";

/** The changes since a plan was saved, as sentences, each about one thing. */
export interface ChangesSince {
  readonly progress: SavedProgress;
  readonly changes: readonly string[];
  /** The decisions that are now others: `Deployment/web: update instead of unchanged`. */
  readonly decisions: readonly string[];
}

/** Finds what has changed since a plan was saved. Complexity: linear in the objects. */
export async function findChanges(
  saved: SavedPlan,
  decision: DecidedRelease,
  opened: OpenedRelease,
): Promise<ChangesSince> {
  const { run, place } = opened;
  const { decided, plan } = decision;
  const progress = progressOf(saved, decision);
  const version = await place.context.cluster.version({ signal: run.context.signal });
  const objects = await objectChanges(saved, decision, progress);
  return {
    progress: progress ?? "fresh",
    changes: [
      ...(version === saved.server ? [] : [`the API server is ${version} now, and was ${saved.server}`]),
      ...(progress === undefined ? [newerRevision(saved, decision)] : []),
      ...(await definitionChanges(saved, plan, opened)),
      ...orderChanges(saved, decision, progress),
      ...objects.flatMap(({ change }) => change ?? []),
      ...pruneChanges(saved, decided.candidates),
    ],
    decisions: objects.flatMap(({ difference }) => difference ?? []),
  };
}

/** Undefined if the record has revisions of other runs. */
function progressOf(
  { revision: { newest, recordedAt } }: SavedPlan,
  { decided: { record }, plan }: DecidedRelease,
): SavedProgress | undefined {
  const since = record.history.filter(
    ({ number, at }) => number > newest || (number === newest && at !== recordedAt),
  );
  if (since.length === 0) {
    return (latestOf(record.history)?.number ?? 0) === newest ? "fresh" : undefined;
  }
  if (!since.every(({ digest }) => digest === digestOf(plan))) {
    return undefined;
  }
  return isSentWell(record, plan) ? "applied" : "resumed";
}

function newerRevision(saved: SavedPlan, { decided: { record } }: DecidedRelease): string {
  const { newest } = saved.revision;
  const then = newest === 0 ? "none" : `revision ${newest}`;
  const latest = latestOf(record.history);
  const now = latest === undefined ? "none" : `revision ${latest.number} (${latest.outcome})`;
  return `the newest revision of the release is ${now} of another set, and was ${then}`;
}

async function definitionChanges(
  { definitions }: SavedPlan,
  plan: Plan,
  opened: OpenedRelease,
): Promise<readonly string[]> {
  const found = new Map((await neededDefinitions(plan, opened)).map((one) => [one.name, one]));
  const known = new Set(definitions.map(({ name }) => name));
  const added = [...found.keys()].filter((name) => !known.has(name));
  const changed = definitions.flatMap(({ name, uid, generation }) => {
    const now = found.get(name);
    if (now === undefined) {
      return [`the CRD ${name} was deleted`];
    }
    const isSame = now.uid === uid && now.generation === generation;
    return isSame ? [] : [`the CRD ${name} was changed`];
  });
  return [...changed, ...added.map((name) => `the CRD ${name} was created`)];
}

/** The objects are the same: their order differs only if another converge, or the cluster, requires it. */
function orderChanges(
  saved: SavedPlan,
  { plan }: DecidedRelease,
  progress: SavedProgress | undefined,
): readonly string[] {
  const then = JSON.stringify(
    saved.groups.map(({ stage, objects }) => [stage, objects.map(({ ref }) => ref)]),
  );
  const now = JSON.stringify(
    plan.groups.map(({ stage, objects }) => [stage, objects.map(({ manifest }) => manifest.key)]),
  );
  return then === now || progress === "applied" || progress === undefined
    ? []
    : [`the objects are ordered differently now; the plan was saved by converge ${saved.converge}`];
}

interface ObjectChange {
  readonly change: string | undefined;
  readonly difference: string | undefined;
}

async function objectChanges(
  saved: SavedPlan,
  decision: DecidedRelease,
  progress: SavedProgress | undefined,
): Promise<readonly ObjectChange[]> {
  const planned = new Map(
    saved.groups.flatMap(({ objects }) => objects).map((object) => [keyOf(object.ref, object.hook), object]),
  );
  const { decisions } = decision.decided;
  const names = nameSet([...decisions.keys()].map(({ manifest }) => manifest.key));
  return Promise.all(
    [...decisions].map(async ([object, now]) => {
      const name = names.nameOf(object.manifest.key);
      const was = planned.get(keyOf(object.manifest.key, object.hook?.event ?? null));
      if (was === undefined || isOursToFinish(was, object, { now, progress })) {
        return { change: undefined, difference: undefined };
      }
      const change = await changeOf(was, { object, now }, decision);
      return {
        change: change === undefined ? undefined : `${name} ${change}`,
        difference: differenceOf(was, wordFor(object, now, decision.decided), name),
      };
    }),
  );
}

function keyOf(ref: string, hook: string | null): string {
  return `${hook ?? ""} ${ref}`;
}

const writing: ReadonlySet<DecisionWord> = new Set(["create", "update", "recreate", "take-over"]);

/**
 * Reports whether an object is as planned already, or on its way there: a run of this plan was interrupted.
 * An unchanged object has our field manager, our mark, and the planned content.
 */
function isOursToFinish(
  was: SavedDecision,
  object: PlannedObject,
  { now, progress }: { readonly now: Decision; readonly progress: SavedProgress | undefined },
): boolean {
  if (writing.has(was.decision) && now.type === "unchanged") {
    return true;
  }
  if (was.decision === "recreate" && now.type === "apply" && now.live === undefined) {
    return true;
  }
  return object.hook !== null && progress === "resumed";
}

async function changeOf(
  was: SavedDecision,
  { object, now }: { readonly object: PlannedObject; readonly now: Decision },
  { session: { deps } }: DecidedRelease,
): Promise<string | undefined> {
  if (now.type === "foreign") {
    return was.decision === "refused" ? undefined : `cannot be written now: ${now.reason}`;
  }
  const state = await liveStateFor(object, now, deps);
  if (state === null) {
    return was.live === null ? undefined : "was deleted";
  }
  const writers = writersOf((await readLive(object, now.live, deps)) ?? {});
  if (was.live === null) {
    return was.decision === "refused" ? "is no longer refused" : `was created${writers}`;
  }
  const changed = changedState(was.live, state) ?? changedOwners(was.decision, now);
  return changed === undefined ? undefined : `${changed}${writers}`;
}

/** The values are the same, and the decision is another one. */
function changedOwners(was: DecisionWord, now: Decision): string | undefined {
  return typeOf(was) === now.type ? undefined : "has other field owners";
}

function changedState(was: LiveState, now: LiveState): string | undefined {
  if (was.uid !== now.uid) {
    return "was deleted and created again";
  }
  return isSameState(was, now) ? undefined : "was changed";
}

const types: ReadonlyMap<DecisionWord, Decision["type"]> = new Map([
  ["unchanged", "unchanged"],
  ["left", "left"],
  ["refused", "foreign"],
]);

function typeOf(word: DecisionWord): Decision["type"] {
  return types.get(word) ?? "apply";
}

function writersOf(live: JsonObject): string {
  const writers = lastWriters(live, "");
  return writers.length === 0 ? "" : ` by ${listWords(writers, "and")}`;
}

function differenceOf(was: SavedDecision, word: DecisionWord, name: string): string | undefined {
  // Only a dry run distinguishes them.
  const isSame = word === was.decision || (word === "update" && was.decision === "recreate");
  return isSame ? undefined : `${name}: ${word} instead of ${was.decision}`;
}

/** An object that is gone needs no deletion any more. */
function pruneChanges({ prunes }: SavedPlan, candidates: ReadonlyMap<string, JsonObject>): readonly string[] {
  const planned = new Map(prunes.map((prune) => [prune.ref, prune]));
  const names = nameSet([...planned.keys(), ...candidates.keys()]);
  return [...candidates].flatMap(([ref, live]) => {
    const was = planned.get(ref);
    const name = names.nameOf(ref);
    if (was === undefined) {
      return [`${name} would be pruned too: it joined the release${writersOf(live)}`];
    }
    const changed = changedState(was.live, liveStateOf(live));
    return changed === undefined ? [] : [`${name}, to be pruned, ${changed}${writersOf(live)}`];
  });
}
