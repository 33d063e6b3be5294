/** Determines what applying a release would change: dry-runs all of it on the server and changes nothing. */
import PQueue from "p-queue";

import { partOfLabel } from "../../inventory/apply-set.ts";
import { without } from "../../inventory/conflict.ts";
import { migratedFrom } from "../../inventory/field-ownership.ts";
import { type JsonObject, stringField } from "../../object/json.ts";
import { versionOf } from "../../object/object-ref.ts";
import { type Plan, plannedObjects, type PlannedObject } from "../../plan/plan.ts";
import { applyObject } from "../effect/apply-object.ts";
import { attemptEffect } from "../effect/attempt-effect.ts";
import { type ReleaseDecision, decideRelease, objectsSeen } from "../decide/decide-release.ts";
import type { Decision } from "../decide/decide-object.ts";
import { leaveOut } from "../decide/left-fields.ts";
import { removedByTransfer } from "../effect/field-ownership-transfer.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import { neededBySet } from "../observe/prune-candidates.ts";
import { type DecidedRelease, sessionFor } from "./decide-changes.ts";
import type { OpenedRelease } from "./open-release.ts";
import type { ReleasePlan } from "./plan-release.ts";
import { planRemoval } from "../plan/plan-removal.ts";
import { isRefusal } from "../model/outcome.ts";
import { leftNotes } from "../decide/left-notes.ts";
import { withoutAllocated } from "../decide/candidate.ts";
import { removeObject } from "../effect/pruning.ts";
import { missingNamespaceOf } from "../decide/release-namespace.ts";
import type { ApplyRequest } from "../model/release-request.ts";
import type { EffectResult, Effect } from "../model/task.ts";

/** The way the set to compare would be applied. `choices.dryRun` is `server`. */
export type DiffRequest = Pick<
  ApplyRequest,
  | "release"
  | "namespace"
  | "choices"
  | "readiness"
  | "fieldRules"
  | "concurrency"
  | "timeout"
  | "deleteContents"
  | "prune"
  | "inventoryPolicy"
  | "adopt"
  | "createNamespace"
>;

/**
 * An object before and after an apply; undefined where it does not exist. Both undefined: it stays as it is.
 */
export interface Difference {
  /** Its reference. */
  readonly key: string;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
  /** It would be deleted and recreated: nothing of the object before is in the one after. */
  readonly verb?: "recreate";
  /** Notes that the two states do not show: the server could not be asked, fields are taken over. */
  readonly notes: readonly string[];
}

/** The changes that an apply would make. */
export interface ReleaseDiff {
  readonly release: string;
  readonly namespace: string;
  /** In the order of the plan, then what would be pruned in its order. */
  readonly differences: readonly Difference[];
  /** Objects that could not be applied, with the server's messages. */
  readonly faults: readonly { readonly key: string; readonly message: string }[];
}

/** Compares a set with the cluster. Throws a RefusedError if an apply would be refused as a whole. */
export async function diffRelease(
  { plan, isWhole }: ReleasePlan,
  request: DiffRequest,
  opened: OpenedRelease,
): Promise<ReleaseDiff> {
  const { place, record, adoption, run } = opened;
  const { addSecrets: learn, addDecrypted, redact: mask } = run.sink;
  addDecrypted(plannedObjects(plan));
  const session = sessionFor(plan, request, opened);
  try {
    const { deps } = session;
    const decided = await decideRelease(plan, record, {
      deps,
      adoption,
      request: { ...request, prune: request.prune && isWhole },
    });
    learn(objectsSeen(decided));
    const { createNamespace } = request;
    await missingNamespaceOf({ plan, decisions: decided.decisions, createNamespace }, place);
    const answers = await answersFor({ plan, decided, request }, deps, mask);
    return { release: request.release, namespace: place.namespace, ...answers };
  } finally {
    session.close();
  }
}

/** The server's answers to a dry run of each object. */
export type DryRunAnswers = Pick<ReleaseDiff, "differences" | "faults">;

/** The server's answers, and the namespace of the release if it is created besides the set. */
export interface ForeseenChanges extends DryRunAnswers {
  readonly createdNamespace: string | undefined;
}

/**
 * Asks the server what decided changes would do, by a dry run of each object. Changes nothing. Throws a
 * RefusedError if the namespace of the release is missing.
 */
export async function foreseeChanges(
  { plan, decided, request, session: { deps } }: DecidedRelease,
  { run: { sink }, place }: Pick<OpenedRelease, "run" | "place">,
): Promise<ForeseenChanges> {
  sink.addSecrets(objectsSeen(decided));
  const { createNamespace } = request;
  const missing = await missingNamespaceOf({ plan, decisions: decided.decisions, createNamespace }, place);
  const key = `/Namespace/${place.namespace}`;
  const isBesides = missing !== undefined && plannedObjects(plan).every((manifest) => manifest.key !== key);
  const choices: EffectDeps["choices"] = { ...deps.choices, dryRun: "server", wait: false };
  const answers = await answersFor({ plan, decided, request }, { ...deps, choices }, sink.redact);
  return { ...answers, createdNamespace: isBesides ? key : undefined };
}

async function answersFor(
  {
    plan,
    decided,
    request,
  }: { readonly plan: Plan; readonly decided: ReleaseDecision; readonly request: DiffRequest },
  deps: EffectDeps,
  mask: (text: string) => string,
): Promise<DryRunAnswers> {
  const asked = await askAll(plan, decided, { request, deps });
  const masked = asked.map((answer) => maskAnswer(answer, mask));
  return {
    differences: masked.flatMap((answer) => ("message" in answer ? [] : [answer])),
    faults: masked.flatMap((answer) => ("message" in answer ? [answer] : [])),
  };
}

type WriteDecision = Extract<Decision, { readonly type: "apply" }>;

type Answer = Difference | { readonly key: string; readonly message: string };

/** The server quotes what it refuses, so its messages are redacted. */
function maskAnswer(answer: Answer, mask: (text: string) => string): Answer {
  return "message" in answer
    ? { ...answer, message: mask(answer.message) }
    : { ...answer, notes: answer.notes.map(mask) };
}

async function askAll(
  plan: Plan,
  { decisions, candidates, owns, record }: ReleaseDecision,
  { request, deps }: { readonly request: DiffRequest; readonly deps: EffectDeps },
): Promise<readonly Answer[]> {
  const { concurrency, deleteContents } = request;
  const { namespace } = plan;
  const queue = new PQueue({ concurrency });
  const planned = objectsOf(plan).map((object) => {
    const decision = decisions.get(object);
    return () => answerFor(object, deps, () => ask(object, decision, deps));
  });
  const removing = { deps, id: record.id, owns, deleteContents, neededBecause: neededBySet(plan) };
  const removal =
    candidates.size === 0 ? [] : objectsOf(planRemoval([...candidates.values()], { request, namespace }));
  const pruned = removal.map(
    (object) => () => answerFor(object, deps, () => askRemoval(object, removeObject(object, removing), deps)),
  );
  return queue.addAll([...planned, ...pruned]);
}

function objectsOf(plan: Plan): readonly PlannedObject[] {
  return plan.groups.flatMap((group) => group.objects);
}

/** A refusal concerns one object; the others are still compared, unless the run is to end. */
async function answerFor(
  { manifest: { key } }: PlannedObject,
  { context }: EffectDeps,
  act: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    if (!isRefusal(error) || context.signal.aborted) {
      throw error;
    }
    return { key, message: error.message };
  }
}

async function ask(object: PlannedObject, decision: Decision | undefined, deps: EffectDeps): Promise<Answer> {
  const { manifest } = object;
  const { key } = manifest;
  if (decision?.type === "foreign") {
    return { key, message: decision.reason };
  }
  if (decision?.type !== "apply") {
    const notes = decision?.type === "left" ? [decision.reason] : await notesOnLeft(object, decision, deps);
    return { key, before: undefined, after: undefined, notes };
  }
  const before = await readLive(object, decision.live, deps);
  const left = leftNotes(decision.left, { manifest: manifest.value, live: before });
  const { acted, notes } = await attemptEffect(
    applyObject({ ...decision, manifest, unawaited: true }, deps),
    deps,
  );
  const written = acted.written ?? decision.sent;
  const created = withoutAllocated(written, manifest.value);
  const states = statesOf(before, { created, changed: afterTransfer(written, decision) }, acted);
  return { key, ...states, notes: [...notesOnTransfer(decision), ...left, ...notes] };
}

/** An object after the real write: a dry run transfers no fields, so it removes none that were another's. */
function afterTransfer(written: JsonObject, { live, migration, transfer }: WriteDecision): JsonObject {
  const removed =
    live === undefined || migration === undefined ? [] : removedByTransfer(live, written, transfer);
  return leaveOut(
    written,
    removed.map((path) => ({ path })),
  );
}

function notesOnTransfer({ live, migration, transfer }: WriteDecision): readonly string[] {
  const writer = live === undefined || migration === undefined ? undefined : migratedFrom(live, transfer);
  return writer === undefined
    ? []
    : [`takes over the fields of ${writer}; those that the manifest lacks are removed`];
}

/** Notes on the fields of an unchanged object that rules leave to the cluster. */
async function notesOnLeft(
  object: PlannedObject,
  decision: Extract<Decision, { readonly type: "unchanged" }> | undefined,
  deps: EffectDeps,
): Promise<readonly string[]> {
  const { left = [], live } = decision ?? {};
  const isRuled = left.some(({ rule }) => rule !== undefined);
  const whole = !isRuled ? undefined : await readLive(object, live, deps);
  return leftNotes(left, { manifest: object.manifest.value, live: whole });
}

/** The label of the release is not shown on a new object. */
function statesOf(
  before: JsonObject | undefined,
  { created, changed }: { readonly created: JsonObject; readonly changed: JsonObject },
  { change }: EffectResult,
): Pick<Difference, "before" | "after" | "verb"> {
  if (change === "recreated") {
    return { before: undefined, after: unmarked(created), verb: "recreate" };
  }
  return { before, after: before === undefined ? unmarked(created) : changed };
}

function unmarked(object: JsonObject): JsonObject {
  return without(object, ["metadata", "labels", partOfLabel]);
}

/**
 * The object in full and in the version of its manifest: the observed one may be only its metadata, or in
 * another version.
 */
export async function readLive(
  { manifest }: PlannedObject,
  live: JsonObject | undefined,
  { kinds, liveObjects, context }: EffectDeps,
): Promise<JsonObject | undefined> {
  const isWhole = liveObjects.get(manifest.key) === live;
  if (live === undefined || (isWhole && stringField(live, "apiVersion") === manifest.apiVersion)) {
    return live;
  }
  const resource = kinds.require(manifest.ref, versionOf(manifest.apiVersion));
  const place = { resource, namespace: manifest.ref.namespace, name: manifest.name };
  return context.cluster.get(place, { signal: context.signal });
}

async function askRemoval({ manifest }: PlannedObject, effect: Effect, deps: EffectDeps): Promise<Answer> {
  const { acted, notes } = await attemptEffect(effect, deps);
  const before = manifest.value;
  const isKept = acted.change === "detached";
  return {
    key: manifest.key,
    before,
    after: isKept ? unmarked(before) : undefined,
    notes,
  };
}
