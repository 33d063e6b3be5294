import { createHash } from "node:crypto";

import { type Candidate, candidatesOf, type Judged, leaving } from "../../apply/decide/candidate.ts";
import { extentOf } from "../../apply/decide/decide-release.ts";
import { isCrd } from "../../manifest/crd.ts";
import { PackedObjects } from "../../client/cache/compressed-store.ts";
import { BugError } from "../../object/bug-error.ts";
import { field, type JsonObject, objectField } from "../../object/json.ts";
import { groupKindKey, type ObjectRef, parseRef } from "../../object/object-ref.ts";
import type { Plan, PlannedObject } from "../../plan/plan.ts";
import { trimCrd } from "./readiness-tracker.ts";

/** An applied object; its manifest is packed together with others of its kind. */
interface Made extends Omit<Candidate, "object" | "value" | "written"> {
  readonly asked: Omit<Judged, "manifest" | "fieldRules">;
  readonly fieldRules: Judged["fieldRules"] | undefined;
  readonly ofKind: PackedObjects;
  /** Its manifest, if JSON does not preserve all of it. */
  readonly unpacked: JsonObject | undefined;
  readonly failuresAllowed: number | null;
  readonly hasTtl: boolean;
}

/**
 * Returns a digest of the objects of a plan that are tracked: two plans with the same digest are tracked in
 * the same way. Undefined if JSON does not preserve one of the manifests. Complexity: linear in the plan.
 */
export function trackedDigest(plan: Plan, settled: ReadonlySet<string>): string | undefined {
  return digestOf(plan, trackedCandidates(plan, settled));
}

/** Returns the number of objects of a plan that are tracked. */
export function trackedCount(plan: Plan, settled: ReadonlySet<string>): number {
  return plan.groups.reduce(
    (sum, { objects }) => sum + objects.filter((object) => isTracked(object, settled)).length,
    0,
  );
}

function digestOf(plan: Plan, candidates: readonly Candidate<PlannedObject>[]): string | undefined {
  const hash = createHash("sha256").update(JSON.stringify([plan.namespace, extentOf(plan).namespaces]));
  // The health of custom resources depends on their definitions, whoever maintains these.
  hash.update(JSON.stringify(definitionsIn(plan)));
  for (const { object, left, stage } of candidates) {
    const { manifest, treatment, fieldRules } = object;
    if (hasBigint(manifest.value)) {
      return undefined;
    }
    const { key, value } = manifest;
    const parts = [key, value, requestsOf(object), treatment.failuresAllowed, fieldRules ?? [], left, stage];
    hash.update(JSON.stringify(parts));
  }
  return hash.digest("base64");
}

/** The CustomResourceDefinitions of a plan, trimmed to what the health of their objects depends on. */
export function definitionsIn({ groups }: Plan): readonly JsonObject[] {
  const manifests = groups.flatMap(({ objects }) => objects.map(({ manifest }) => manifest));
  return manifests.filter((manifest) => isCrd(manifest)).map(({ value }) => trimCrd(value));
}

/**
 * The objects of a release that a run has applied, each with what is needed to decide on it again, in as
 * little memory as possible: the plan is not kept.
 */
export class AppliedObjects {
  /** As that of `trackedDigest`. */
  readonly digest: string | undefined;
  readonly #made = new Map<string, Made>();

  /**
   * `settled`: the keys of objects that are as they were sent. Hooks, and objects that the release does not
   * own, are not tracked.
   */
  constructor(plan: Plan, settled: ReadonlySet<string>) {
    const kinds = new Map<string, PackedObjects>();
    const asked = new Map<string, Made["asked"]>();
    const candidates = trackedCandidates(plan, settled);
    this.digest = digestOf(plan, candidates);
    for (const candidate of candidates) {
      const { manifest } = candidate.object;
      const kind = groupKindKey(manifest.ref);
      const ofKind = kinds.get(kind) ?? new PackedObjects();
      kinds.set(kind, ofKind);
      this.#made.set(manifest.key, pack(candidate, { ofKind, asked }));
    }
  }

  /** All keys, in the order of the plan. */
  keys(): IterableIterator<string> {
    return this.#made.keys();
  }

  /** Reports whether an object of that key was applied. */
  has(key: string): boolean {
    return this.#made.has(key);
  }

  /** Returns the references of the objects. */
  refs(): readonly ObjectRef[] {
    return [...this.#made.keys()].map((key) => refIn(key));
  }

  /** Returns an object to decide on again. */
  candidate(key: string): Candidate {
    const { asked, stage, left, fieldRules, ofKind, unpacked } = this.#demand(key);
    const value = unpacked ?? ofKind.get(key);
    if (value === undefined) {
      throw new BugError(`the manifest of ${key} is missing`);
    }
    const ref = refIn(key);
    const manifest = { key, ref, name: ref.name, value };
    const object = { ...asked, ...(fieldRules === undefined ? {} : { fieldRules }), manifest };
    return { object, stage, ...leaving(value, left) };
  }

  /** Returns how often its pods may fail; null if unspecified. */
  failuresAllowed(key: string): number | null {
    return this.#demand(key).failuresAllowed;
  }

  /** Reports whether it is removed by its TTL some time after it finishes. */
  hasTtl(key: string): boolean {
    return this.#demand(key).hasTtl;
  }

  #demand(key: string): Made {
    const made = this.#made.get(key);
    if (made === undefined) {
      throw new BugError(`${key} was not created`);
    }
    return made;
  }
}

function trackedCandidates(plan: Plan, settled: ReadonlySet<string>): readonly Candidate<PlannedObject>[] {
  return candidatesOf(plan).filter(({ object }) => isTracked(object, settled));
}

function isTracked({ owned, hook, manifest }: PlannedObject, settled: ReadonlySet<string>): boolean {
  return owned && hook === null && settled.has(manifest.key);
}

/** Parsed from the key: the strings of a manifest may keep the whole text alive that they were read from. */
function refIn(key: string): ObjectRef {
  const ref = parseRef(key);
  if (ref === undefined) {
    throw new BugError(`"${key}" is not an object reference`);
  }
  return ref;
}

function pack(
  { object, left, stage }: Candidate<PlannedObject>,
  { ofKind, asked }: { readonly ofKind: PackedObjects; readonly asked: Map<string, Made["asked"]> },
): Made {
  const { manifest, treatment, fieldRules } = object;
  const { value } = manifest;
  const requests = requestsOf(object);
  // Most objects have the same requests.
  const text = JSON.stringify(requests);
  const known = asked.get(text) ?? requests;
  asked.set(text, known);
  const isExact = !hasBigint(value);
  if (isExact) {
    ofKind.set(manifest.key, value);
  }
  return {
    asked: known,
    stage,
    left,
    fieldRules,
    ofKind,
    unpacked: isExact ? undefined : value,
    failuresAllowed: treatment.failuresAllowed,
    hasTtl: field(objectField(value, "spec"), "ttlSecondsAfterFinished") !== undefined,
  };
}

function requestsOf({ hook, owned, deletePolicy, treatment }: PlannedObject): Made["asked"] {
  const { replicasOnCreation, resourcePolicy, isExternal } = treatment;
  return { hook, owned, deletePolicy, treatment: { replicasOnCreation, resourcePolicy, isExternal } };
}

/** Reports whether a value holds a bigint: JSON.stringify refuses it, and JSON.parse would not restore it. */
function hasBigint(value: JsonObject): boolean {
  try {
    JSON.stringify(value);
    return false;
  } catch (error) {
    if (error instanceof TypeError) {
      return true;
    }
    throw error;
  }
}
