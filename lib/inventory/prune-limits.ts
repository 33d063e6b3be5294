import { groupKindKey, type GroupKind } from "../object/object-ref.ts";

/** The share of a release that one run may delete: a percentage, or a number of objects. */
export type MaxPrune = { readonly percent: number } | { readonly count: number };

/**
 * Kinds whose deletion removes more than the object itself, and so needs explicit consent; `controllers` are
 * workloads that control custom resources outside the release.
 */
export const consents = ["namespaces", "crds", "pvcs", "controllers"] as const;
export type Consent = (typeof consents)[number];

/** The deletions that a run may do without consent. */
export interface PruneLimits {
  readonly maxPrune: MaxPrune;
  readonly allow: ReadonlySet<Consent>;
}

/** An object that would be deleted. */
export interface PruneCandidate extends GroupKind {
  readonly key: string;
}

/** A decision that the user has to make before anything is deleted. */
export interface PruneRefusal {
  readonly guard: "max-prune" | Consent;
  /** The keys of the objects that would be deleted. */
  readonly names: readonly string[];
  readonly message: string;
  /** The flag that allows it: `--allow-prune=crds`. */
  readonly flag: string;
}

/** A quarter of the release. */
export const defaultMaxPrune: MaxPrune = { percent: 25 };

/** Fewer objects than this are not a sign of an accident, whatever share of the release they are. */
const fewestForPercent = 4;

const guarded: ReadonlyMap<string, { readonly consent: Consent; readonly takesAlong: string }> = new Map([
  ["/Namespace", { consent: "namespaces", takesAlong: "a namespace with everything in it" }],
  [
    "apiextensions.k8s.io/CustomResourceDefinition",
    { consent: "crds", takesAlong: "a definition with all its custom resources" },
  ],
  ["/PersistentVolumeClaim", { consent: "pvcs", takesAlong: "a claim with its data" }],
]);

/** Parses the value of `--max-prune`: `25%` or `10`; undefined if it is neither. A percentage is 0 to 100. */
export function parseMaxPrune(text: string): MaxPrune | undefined {
  const [, digits = "", percent] = /^(\d{1,9})(%?)$/.exec(text) ?? [];
  if (digits === "") {
    return undefined;
  }
  const amount = Number(digits);
  if (percent === "") {
    return { count: amount };
  }
  return amount <= 100 ? { percent: amount } : undefined;
}

/**
 * The decisions to make before the candidates are deleted; empty if all is allowed. `owned` is the number of
 * objects the release has in the cluster before the run.
 */
export function checkPruneLimits(facts: {
  readonly candidates: readonly PruneCandidate[];
  readonly owned: number;
  readonly limits: PruneLimits;
}): readonly PruneRefusal[] {
  const { candidates, owned, limits } = facts;
  const refusals = consents.flatMap((consent) =>
    limits.allow.has(consent) ? [] : refuseConsent(consent, candidates),
  );
  return exceeds(candidates.length, owned, limits.maxPrune)
    ? [refuseAmount(candidates, owned, limits.maxPrune), ...refusals]
    : refusals;
}

function exceeds(count: number, owned: number, limit: MaxPrune): boolean {
  return "count" in limit
    ? count > limit.count
    : count >= fewestForPercent && count * 100 > limit.percent * owned;
}

function refuseAmount(candidates: readonly PruneCandidate[], owned: number, limit: MaxPrune): PruneRefusal {
  const flag = `--max-prune=${candidates.length}`;
  const allowed = "count" in limit ? `${limit.count}` : `${limit.percent}%`;
  return {
    guard: "max-prune",
    names: candidates.map(({ key }) => key),
    message: `${candidates.length} of ${owned} objects of the release would be deleted, more than --max-prune=${allowed} allows; if this is intended, add ${flag}`,
    flag,
  };
}

function refuseConsent(consent: Consent, candidates: readonly PruneCandidate[]): readonly PruneRefusal[] {
  const affected = candidates.filter(
    (candidate) => guarded.get(groupKindKey(candidate))?.consent === consent,
  );
  const [first] = affected;
  const takesAlong = first === undefined ? undefined : guarded.get(groupKindKey(first))?.takesAlong;
  if (takesAlong === undefined) {
    return [];
  }
  const names = affected.map(({ key }) => key);
  const flag = `--allow-prune=${consent}`;
  return [
    {
      guard: consent,
      names,
      message: `${names.join(", ")} would be deleted: ${takesAlong}; if this is intended, add ${flag}`,
      flag,
    },
  ];
}
