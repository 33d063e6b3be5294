/** Writes decisions on a release down as a saved plan. Sends nothing but reads. */
import type { Decision } from "../apply/decide/decide-object.ts";
import { isOwn, type ReleaseDecision } from "../apply/decide/decide-release.ts";
import type { DryRunAnswers } from "../apply/release/diff-release.ts";
import type { DecidedRelease } from "../apply/release/decide-changes.ts";
import type { OpenedRelease } from "../apply/release/open-release.ts";
import { contentOf, digestOf } from "../apply/store/revision-store.ts";
import { compareObjects } from "../compare/compare-objects.ts";
import { latestOf, nextNumber } from "../inventory/history.ts";
import type { SetTexts } from "../manifest/read-set.ts";
import type { ObjectDiff } from "../object/field-change.ts";
import type { JsonObject } from "../object/json.ts";
import { compareText } from "../object/object-ref.ts";
import { type Plan, plannedObjects, type PlannedObject } from "../plan/plan.ts";
import { maskObject } from "../redact/redact-object.ts";
import { sensitivityOf } from "../redact/sensitivity.ts";
import { clusterUid, neededDefinitions } from "./cluster-facts.ts";
import { seenObject } from "./live-now.ts";
import { pruneStateOf } from "./live-state.ts";
import { digestOfDocuments, digestOfJson, digestOfObjects } from "./saved-digest.ts";
import { savedOptions } from "./saved-request.ts";
import {
  type DecisionWord,
  type LiveState,
  type OmittedPart,
  type SavedDecision,
  savedFormat,
  type SavedObject,
  type SavedPlan,
  type SavedPrune,
} from "./saved-plan.ts";

/** Decisions on the objects of a plan. */
interface DecidedObjects {
  readonly plan: Plan;
  readonly decided: Pick<ReleaseDecision, "decisions" | "owns">;
  readonly session: Pick<DecidedRelease["session"], "deps">;
}

/** The states that the decisions on the objects of a plan rest on; null for an object that does not exist. */
export type LiveStates = ReadonlyMap<PlannedObject, LiveState | null>;

/**
 * Returns the states that decisions rest on; undefined if an object was written meanwhile: then the decisions
 * are outdated.
 */
export async function liveStatesOf({ decided, session }: DecidedObjects): Promise<LiveStates | undefined> {
  const seen = await Promise.all(
    [...decided.decisions].map(
      async ([object, decision]) => [object, await seenObject(object, decision, session.deps)] as const,
    ),
  );
  return seen.some(([, { isLater }]) => isLater)
    ? undefined
    : new Map(seen.map(([object, { state }]) => [object, state]));
}

/** Everything that a saved plan is made of. */
export interface DescribedPlan {
  readonly decision: DecidedRelease;
  readonly opened: OpenedRelease;
  readonly answers: DryRunAnswers;
  readonly states: LiveStates;
  readonly options: Parameters<typeof savedOptions>[0];
  /** The texts of the set, which may have documents that are not objects. */
  readonly sources: SetTexts["sources"];
  /** Whether the file will be encrypted: then it has all values. */
  readonly isEncrypted: boolean;
}

/** Returns the saved plan of decisions. The same state of the cluster gives the same plan. */
export async function describePlan({
  decision,
  opened,
  answers,
  states,
  options,
  sources,
  isEncrypted,
}: DescribedPlan): Promise<SavedPlan> {
  const { plan, decided } = decision;
  const { context } = opened.run;
  const hides = !isEncrypted && plannedObjects(plan).some(({ value }) => isHiding(value));
  const documents = digestOfDocuments(sources);
  const leftOut: readonly OmittedPart[] = [
    ...(hides ? (["hidden-values"] as const) : []),
    ...(documents !== null ? (["documents"] as const) : []),
  ];
  const objects = savedObjects(plan, isEncrypted);
  const diffs = new Map(answers.differences.map((one) => [one.key, compareObjects(one)]));
  return {
    apiVersion: "converge.dev/v1",
    kind: "SavedPlan",
    format: savedFormat,
    converge: context.tooling.replace("converge/", ""),
    server: await context.cluster.version({ signal: context.signal }),
    cluster: (await clusterUid(context)) ?? null,
    release: opened.place.release,
    namespace: opened.place.namespace,
    action: decided.record.installed ? "upgrade" : "install",
    leftOut,
    digest: digestOfObjects(objects),
    documents,
    revision: revisionOf(decision),
    options: savedOptions(options),
    groups: savedGroups(decision, { diffs, faults: answers.faults, states }),
    prunes: savedPrunes(decided, diffs),
    definitions: await neededDefinitions(plan, opened),
    objects,
  };
}

/** The objects of a set in the form of a saved plan; hidden values are masked unless it may have them. */
export function savedObjects(plan: Plan, isWhole: boolean): readonly SavedObject[] {
  const files = contentOf(plan);
  return plannedObjects(plan).map(({ key, value }, index) => ({
    ref: key,
    file: files[index]?.file ?? "",
    ...(files[index]?.isChartCrds === true ? { chartCrds: true } : {}),
    object: isWhole ? value : maskObject(value),
  }));
}

function isHiding(value: JsonObject): boolean {
  return sensitivityOf(value) !== undefined && digestOfJson(maskObject(value)) !== digestOfJson(value);
}

/** The revision that the plan rests on, and the one that it records: none if the same set was sent last. */
function revisionOf({ plan, decided: { record } }: DecidedRelease): SavedPlan["revision"] {
  const latest = latestOf(record.history);
  const isSame = latest?.outcome === "succeeded" && latest.digest === digestOf(plan);
  return {
    newest: latest?.number ?? 0,
    recordedAt: latest?.at ?? 0,
    next: isSame ? null : nextNumber(record.history),
  };
}

/** The facts about the objects of decisions: dry runs, refusals, live states. */
export interface Foreseen {
  readonly diffs: ReadonlyMap<string, ObjectDiff>;
  readonly faults: DryRunAnswers["faults"];
  readonly states: LiveStates;
}

/** The groups of a plan with the decisions on their objects, as a saved plan has them. */
export function savedGroups(decision: DecidedObjects, foreseen: Foreseen): SavedPlan["groups"] {
  return decision.plan.groups.map(({ index, stage, weight, objects }) => ({
    index,
    stage,
    weight,
    objects: objects.map((object) => savedDecision(object, decision, foreseen)),
  }));
}

function savedDecision(
  object: PlannedObject,
  { decided }: DecidedObjects,
  { diffs, faults, states }: Foreseen,
): SavedDecision {
  const { key } = object.manifest;
  const decision = decided.decisions.get(object);
  const diff = diffs.get(key);
  const reason = reasonOf(decision);
  const notes = reason === undefined ? notesOf(key, { diff, faults }) : [];
  return {
    ref: key,
    hook: object.hook?.event ?? null,
    decision: wordFor(object, decision, { owns: decided.owns, verb: diff?.verb }),
    ...(reason === undefined ? {} : { reason }),
    live: states.get(object) ?? null,
    changes: diff?.changes ?? [],
    ...(notes.length === 0 ? {} : { notes }),
  };
}

function reasonOf(decision: Decision | undefined): string | undefined {
  return decision?.type === "left" || decision?.type === "foreign" ? decision.reason : undefined;
}

function notesOf(
  key: string,
  { diff, faults }: { readonly diff: ObjectDiff | undefined; readonly faults: Foreseen["faults"] },
): readonly string[] {
  const refusals = faults.filter((fault) => fault.key === key);
  return [
    ...(diff?.notes ?? []),
    ...refusals.map(({ message }) => `the server refuses it at present: ${message}`),
  ];
}

/** The word for a decision; `verb` is what a dry run has shown, if there was one. */
export function wordFor(
  object: Pick<PlannedObject, "hook" | "owned">,
  decision: Decision | undefined,
  { owns, verb }: { readonly owns: ReleaseDecision["owns"]; readonly verb?: ObjectDiff["verb"] | undefined },
): DecisionWord {
  if (decision === undefined || decision.type === "left") {
    return "left";
  }
  if (decision.type !== "apply") {
    return decision.type === "foreign" ? "refused" : "unchanged";
  }
  if (object.hook !== null) {
    return "run";
  }
  return verb === "recreate" || (decision.replaces && decision.live !== undefined)
    ? "recreate"
    : writeWord(decision, object.owned && !isOwn(decision, owns));
}

function writeWord({ live }: Extract<Decision, { readonly type: "apply" }>, isTaken: boolean): DecisionWord {
  if (live === undefined) {
    return "create";
  }
  return isTaken ? "take-over" : "update";
}

/** The objects that are pruned, as a saved plan has them. */
export function savedPrunes(
  { candidates }: Pick<ReleaseDecision, "candidates">,
  diffs: ReadonlyMap<string, ObjectDiff>,
): readonly SavedPrune[] {
  return [...candidates]
    .toSorted(([left], [right]) => compareText(left, right))
    .map(([ref, object]) => {
      const { verb, notes = [] } = diffs.get(ref) ?? {};
      return {
        ref,
        live: pruneStateOf(object),
        kept: verb !== undefined && verb !== "prune",
        ...(notes.length === 0 ? {} : { notes }),
      };
    });
}
