import { type JsonObject, type Path, sameJson } from "../object/json.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { nameOrigin } from "../manifest/locate-field.ts";
import { compareText } from "../object/object-ref.ts";
import { annotationsOf, metadataOf } from "../object/metadata.ts";
import { forbidsRecreation, isProtected, keepReason } from "../inventory/keep-policy.ts";
import { immutableFields, mayRecreate, replacesOnChange } from "../inventory/immutable-fields.ts";
import { neededBySet } from "../apply/observe/prune-candidates.ts";
import { type Plan, type PlannedObject, plannedObjects } from "../plan/plan.ts";
import type { ReplacementCheck, UpdateFault } from "../validate/update-check.ts";
import { compareObjects } from "./compare-objects.ts";
import { comparablePair, comparableValue } from "./comparable-value.ts";
import { storedForm } from "../validate/as-stored.ts";
import type { ObjectKnowledge } from "../validate/stored-object.ts";
import { type LeftByKey, leftByKey, withoutLeft } from "./left-to-others.ts";
import { type StoredState, storedPair } from "./stored-pair.ts";
import { type ComparedObject, type ObjectEffect, objectEffects } from "./set-comparison.ts";

/** The fields of each side that differ from rendering to rendering, by the reference of their object. */
export type RandomPaths = Readonly<Record<"base" | "head", ReadonlyMap<string, readonly Path[]>>>;

/** Two plans of a release, and what decides about updates. */
export interface EffectRequest {
  readonly base: Plan;
  readonly head: Plan;
  readonly updates: ReplacementCheck;
  readonly random: RandomPaths;
  /** The schemas that are known for an object of either side. */
  readonly schemas: Readonly<Record<"base" | "head", (manifest: Manifest) => ObjectKnowledge>>;
  /** Whether apply may recreate any object that cannot be changed (`--recreate`). */
  readonly recreate: boolean;
  /** References of head objects that are excluded from the plan because they have errors. */
  readonly excluded: ReadonlySet<string>;
}

/** The objects that differ, and the number of those that do not. */
export interface ObjectEffects {
  readonly objects: readonly ComparedObject[];
  readonly unchanged: number;
}

/** Compares the objects of two plans. Complexity: O(size of both × log). */
export function objectEffectsOf(request: EffectRequest): ObjectEffects {
  const before = byKey(request.base);
  const after = byKey(request.head);
  const judge = updateJudge(request);
  const removal = removalJudge(request);
  const objects: ComparedObject[] = [];
  let unchanged = 0;
  for (const [key, manifest] of after) {
    const old = before.get(key);
    const compared = old === undefined ? added(manifest) : judge(old, manifest);
    if (compared === undefined) {
      unchanged += 1;
    } else {
      objects.push(compared);
    }
  }
  for (const [key, manifest] of before) {
    if (!after.has(key) && !request.excluded.has(key)) {
      objects.push(removal(manifest));
    }
  }
  return { objects: objects.toSorted(compareEffects), unchanged };
}

function compareEffects(left: ComparedObject, right: ComparedObject): number {
  return rankOf(left.effect) - rankOf(right.effect) || compareText(left.key, right.key);
}

function rankOf(effect: ObjectEffect): number {
  return objectEffects.indexOf(effect);
}

/** Returns the objects of a plan by reference. */
export function byKey(plan: Plan): ReadonlyMap<string, Manifest> {
  return new Map(plannedObjects(plan).map((manifest) => [manifest.key, manifest]));
}

function added(manifest: Manifest): ComparedObject {
  const { changes } = compareObjects({
    key: manifest.key,
    before: undefined,
    after: comparableValue(manifest),
  });
  const origin = nameOrigin(manifest);
  return { key: manifest.key, effect: "added", changes, immutable: [], reason: undefined, origin };
}

/** Compares both states of an object; undefined if they are the same. */
function updateJudge(
  request: EffectRequest,
): (before: Manifest, after: Manifest) => ComparedObject | undefined {
  const { base, head, updates, recreate } = request;
  const parts = {
    left: { base: leftByKey(base), head: leftByKey(head) },
    isSameDefinition: definitionComparer(),
  };
  const planned = new Map(
    head.groups.flatMap(({ objects }) => objects.map((object) => [object.manifest.key, object] as const)),
  );
  const owned = new Set(head.resting.flatMap((each) => (each.owned ? [each.manifest.key] : [])));
  const isAlike = likenessCheck(parts, request);
  return (before, after) => {
    const { key } = after;
    if (isAlike(before, after)) {
      return undefined;
    }
    const object = planned.get(key);
    // A hook of any action is deleted before it runs again.
    const isHook = object === undefined ? !owned.has(key) : object.hook !== null;
    const staysInPlace = !isHook && recreationOf({ before, after, object }).replaced === undefined;
    const states = comparedStates([before, after], { ...parts, staysInPlace }, request);
    const [was, becomes] = states.shown;
    const { changes } = compareObjects({ key, before: was, after: becomes });
    if (changes.length === 0) {
      return undefined;
    }
    const faults = isHook ? [] : updates.changes(becomes, was);
    const stored = staysInPlace ? states.stored : undefined;
    const kept = stored === undefined ? [] : updates.defaults(stored.after, stored.before);
    return {
      key,
      changes,
      immutable: [...new Set(faults.map((fault) => fault.field))].toSorted(compareText),
      origin: nameOrigin(after),
      ...effectOf({ before, after, object, faults, kept, recreate }),
    };
  };
}

/** Fields that apply does not send, and whether it updates the object, and does not create it again. */
interface LeftParts {
  readonly left: Readonly<Record<"base" | "head", LeftByKey>>;
  readonly staysInPlace: boolean;
  readonly isSameDefinition: DefinitionComparer;
}

/** Returns a check whether both states are the same value, read once, of which nothing is left to others. */
function likenessCheck(
  { left, isSameDefinition }: Pick<LeftParts, "left" | "isSameDefinition">,
  { random, schemas }: Pick<EffectRequest, "random" | "schemas">,
): (before: Manifest, after: Manifest) => boolean {
  return (before, after) => {
    const { key } = after;
    return (
      before.value === after.value &&
      [left.base, left.head, random.base, random.head].every(
        (paths) => (paths.get(key) ?? []).length === 0,
      ) &&
      isSameDefinition(schemas.base(before).definition, schemas.head(after).definition)
    );
  };
}

/** Reports whether both sides define a kind in the same way. */
type DefinitionComparer = (old: ObjectKnowledge["definition"], now: ObjectKnowledge["definition"]) => boolean;

/** Returns a function that compares each definition once: a CRD is larger than its custom resources. */
function definitionComparer(): DefinitionComparer {
  const compared = new Map<ObjectKnowledge["definition"], boolean>();
  return (old, now) => {
    const isSame = compared.get(old) ?? sameJson(old?.raw, now?.raw);
    if (old !== undefined) {
      compared.set(old, isSame);
    }
    return isSame;
  };
}

/** Both states of an object. */
interface ComparedStates {
  /** Without what makes no difference in the cluster. */
  readonly shown: readonly [JsonObject, JsonObject];
  /** As they are stored; undefined if the same is written. */
  readonly stored: Readonly<Record<"before" | "after", StoredState>> | undefined;
}

function comparedStates(
  sides: readonly [Manifest, Manifest],
  { left, staysInPlace, isSameDefinition }: LeftParts,
  { random, schemas }: Pick<EffectRequest, "random" | "schemas">,
): ComparedStates {
  const [before, after] = withoutLeft(sides, left, staysInPlace);
  const { key } = after;
  const generated = { before: random.base.get(key) ?? [], after: random.head.get(key) ?? [] };
  const [was, becomes] = comparablePair({ before, after, random: generated });
  const [old, now] = [schemas.base(before), schemas.head(after)];
  if (sameJson(was, becomes) && isSameDefinition(old.definition, now.definition)) {
    return { shown: [was, becomes], stored: undefined };
  }
  const stored = { before: storedState(before, was, old), after: storedState(after, becomes, now) };
  return { shown: storedPair(stored.before, stored.after), stored };
}

function storedState(manifest: Manifest, written: JsonObject, known: ObjectKnowledge): StoredState {
  const steps = { defaulted: true, pruned: true };
  return { written, stored: storedForm({ ...manifest, value: written }, known, steps) };
}

interface Update {
  readonly before: Manifest;
  readonly after: Manifest;
  readonly object: PlannedObject | undefined;
  readonly faults: readonly UpdateFault[];
  /** The faults of defaults that the server keeps. */
  readonly kept: readonly UpdateFault[];
  /** Whether apply may recreate any object that cannot be changed (`--recreate`). */
  readonly recreate: boolean;
}

/** Decides as `lib/apply/decide` does once the API server refuses an update. */
function effectOf(update: Update): Pick<ComparedObject, "effect" | "reason"> {
  const { faults, kept } = update;
  const { forbidden, replaced } = recreationOf(update);
  if (replaced !== undefined) {
    return { effect: "recreated", reason: replaced };
  }
  if (kept.length > 0) {
    // Apply recreates an object only if nothing else is wrong with it.
    return { effect: "refused", reason: keptReason(kept) };
  }
  if (faults.length === 0) {
    return { effect: "changed", reason: undefined };
  }
  return forbidden === undefined && mayReplace(update)
    ? { effect: "recreated", reason: undefined }
    : { effect: "refused", reason: forbidden };
}

function keptReason(kept: readonly UpdateFault[]): string {
  const faults = [...new Set(kept.map(({ field, message }) => `${field}: ${message}`))].toSorted(compareText);
  return `the API server keeps a default beside the new value: ${faults.join("; ")}`;
}

/** Returns why an object must not be recreated, or why it is at any change. */
function recreationOf(
  update: Pick<Update, "before" | "after" | "object">,
): Readonly<Record<"forbidden" | "replaced", string | undefined>> {
  const { before, after } = update;
  const forbidden = forbidsRecreation(metadataOf(before.value)) ?? forbidsRecreation(metadataOf(after.value));
  return { forbidden, replaced: forbidden === undefined ? replacementReason(update) : undefined };
}

/** Reports whether apply may recreate an object whose update the API server refuses. */
function mayReplace({ after, object, faults, recreate }: Update): boolean {
  // A change that is refused for another reason too would be refused of a new object.
  const isImmutable = immutableFields({ message: "", causes: faults }).length > 0;
  return isImmutable && (recreate || mayRecreate(after.value, object?.deletePolicy ?? []));
}

/** Returns why an object is recreated at any change. */
function replacementReason({ after, object }: Pick<Update, "after" | "object">): string | undefined {
  if (object?.hook !== null) {
    return undefined;
  }
  if (object.deletePolicy.includes("before-creation")) {
    return "its delete policy is before-creation";
  }
  return replacesOnChange(annotationsOf(after.value), after.ref)
    ? "kapp.k14s.io/update-strategy: always-replace"
    : undefined;
}

/** Decides on objects of the base that the head lacks, as pruning does. */
function removalJudge({ base, head }: EffectRequest): (manifest: Manifest) => ComparedObject {
  const owned = new Set([
    ...base.groups.flatMap(({ objects }) => objects.filter(isPrunable).map(({ manifest }) => manifest.key)),
    ...base.resting.filter((each) => each.owned).map(({ manifest }) => manifest.key),
  ]);
  const needed = neededBySet(head);
  return (manifest) => {
    const { key, ref, value } = manifest;
    const about = { key, changes: [], immutable: [], origin: nameOrigin(manifest) };
    if (!owned.has(key)) {
      return { ...about, effect: "left", reason: undefined };
    }
    const kept = isProtected(ref)
      ? "every cluster needs it"
      : (keepReason(metadataOf(value)) ?? needed(value));
    return { ...about, effect: kept === undefined ? "pruned" : "kept", reason: kept };
  };
}

function isPrunable({ owned, treatment }: PlannedObject): boolean {
  return owned && !treatment.isExternal;
}
