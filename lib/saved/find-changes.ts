/** Compares the cluster with the state that a saved plan rests on. */
import type { DecidedRelease } from "../apply/release/decide-changes.ts";
import type { OpenedRelease } from "../apply/release/open-release.ts";
import { isSentWell } from "../apply/release/release-record.ts";
import { latestOf } from "../inventory/history.ts";
import type { Plan } from "../plan/plan.ts";
import { neededDefinitions } from "./cluster-facts.ts";
import type { SavedProgress } from "./object-changes.ts";
import { identityOf } from "./saved-digest.ts";
import type { SavedPlan } from "./saved-plan.ts";
import { setChanges } from "./set-changes.ts";

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
  const { plan } = decision;
  const known = progressOf(saved, decision);
  const progress = known ?? "fresh";
  const version = await place.context.cluster.version({ signal: run.context.signal });
  const found = await setChanges(saved, decision, progress);
  return {
    progress,
    changes: [
      ...(version === saved.server ? [] : [`the API server is ${version} now, and was ${saved.server}`]),
      ...(known === undefined ? [newerRevision(saved, decision)] : []),
      ...(await definitionChanges(saved, plan, opened)),
      ...found.flatMap(({ change }) => change ?? []),
    ],
    decisions: found.flatMap(({ difference }) => difference ?? []),
  };
}

/** Returns how far earlier runs of a plan have come; undefined if the record has revisions of other runs. */
export function progressOf(
  saved: SavedPlan,
  { decided: { record }, plan }: ProgressFacts,
): SavedProgress | undefined {
  const { newest, recordedAt } = saved.revision;
  const since = record.history.filter(
    ({ number, at }) => number > newest || (number === newest && at !== recordedAt),
  );
  if (since.length === 0) {
    return (latestOf(record.history)?.number ?? 0) === newest ? "fresh" : undefined;
  }
  const identity = identityOf(saved);
  if (!since.every((revision) => revision.plan === identity)) {
    return undefined;
  }
  return isSentWell(record, plan) ? "applied" : "resumed";
}

interface ProgressFacts {
  readonly decided: Pick<DecidedRelease["decided"], "record">;
  readonly plan: Plan;
}

function newerRevision(saved: SavedPlan, { decided: { record } }: DecidedRelease): string {
  const { newest } = saved.revision;
  const then = newest === 0 ? "none" : `revision ${newest}`;
  const latest = latestOf(record.history);
  const now = latest === undefined ? "none" : `revision ${latest.number} (${latest.outcome})`;
  return `the newest revision of the release is ${now} of another run, and was ${then}`;
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
