import type { Manifest, ReadObject } from "../../manifest/manifest.ts";
import type { ServedScope } from "../../manifest/resolve-manifests.ts";
import { type ParseResult, readManifests } from "../../manifest/parse-manifests.ts";
import { readSet, type SetTexts } from "../../manifest/read-set.ts";
import { groupKindKey, groupOf } from "../../object/object-ref.ts";
import type { Origin, SourceText } from "../../object/diagnostic/source-text.ts";
import { makePlan, type PlanResult } from "../../plan/make-plan.ts";
import type { PlanningRequest } from "../../plan/plan-request.ts";
import type { CheckLevel } from "../../validate/model/validation-level.ts";
import { nameLiveVersions } from "./live-versions.ts";
import type { RandomSet } from "./keep-random.ts";
import { kindsOf } from "../observe/observe-release.ts";
import { planWithValidation } from "./plan-with-validation.ts";
import type { SetLookups } from "../observe/set-lookups.ts";

type Choices =
  | "action"
  | "release"
  | "namespace"
  | "selector"
  | "externalDeps"
  | "compat"
  | "invalid"
  | "timeout"
  | "hooks";

/** A set to be planned: plain data, which can be passed to another thread. */
export interface SetToPlan extends SetTexts, Pick<PlanningRequest, Choices> {
  /** The level at which faults of fields are reported. */
  readonly validate: CheckLevel;
  /** Whether values that charts generate at random stay as they are in the cluster. */
  readonly keepRandom: boolean;
}

/** The steps of planning that may take long. */
export type PlanStep = "reading" | "checking" | "ordering";

/** Called as planning progresses, with the current file or object. */
export type PlanProgress = (step: PlanStep, at: Origin | undefined) => void;

/** Plans a set in another thread. Throws the signal's reason if that aborts first. */
export type PlanApart = (set: SetToPlan, lookups: SetLookups, signal: AbortSignal) => Promise<PlanResult>;

/** Optional parameters of planning a set. */
export interface PlanSetOptions {
  readonly progress?: PlanProgress;
  /** Reads one of the sources; for callers that have read it already. */
  readonly read?: (source: SourceText) => ParseResult;
}

/** Reads, checks and plans a set. Never throws for mistakes in the input; throws what a lookup throws. */
export async function planSet(
  set: SetToPlan,
  lookups: SetLookups,
  { progress = () => {}, read: readOne = readManifests }: PlanSetOptions = {},
): Promise<PlanResult> {
  const { sources: _, again: __, validate: level, keepRandom: keeps, ...choices } = set;
  const read = readSet(set, (source) => {
    progress("reading", { file: source.name, line: 1 });
    return readOne(source);
  });
  const { faulty, configs } = read;
  const kept = await withKeptRandom({ ...read, namespace: set.namespace, keeps }, lookups);
  const broken = faulty.flatMap(({ object }) => object ?? []);
  const served = await servedScope([...kept.objects, ...broken], lookups);
  const versions = await nameLiveVersions({ ...set, ...kept, configs, served }, lookups);
  const { objects } = versions;
  const found = [...kept.found, ...versions.diagnostics];
  const all = [...objects, ...broken];
  const elsewhere = new Elsewhere(lookups);
  const request = { ...choices, objects, faulty, configs, found, served };
  return planWithValidation(
    {
      level,
      objects: all,
      ...(set.selector && { selector: set.selector }),
      onObject: ({ origin }) => {
        progress("checking", origin);
      },
      plan: async (check) => {
        const checked = check && checkedThen(check, progress);
        return elsewhere.plan({ ...request, ...(checked && { check: checked }) });
      },
    },
    lookups,
  );
}

type Check = NonNullable<PlanningRequest["check"]>;

function checkedThen(check: Check, progress: PlanProgress): Check {
  return (manifests: readonly Manifest[]) => {
    const found = check(manifests);
    progress("ordering", undefined);
    return found;
  };
}

async function withKeptRandom(
  set: RandomSet,
  lookups: SetLookups,
): Promise<Pick<RandomSet, "objects" | "found">> {
  if (set.random.length === 0) {
    return set;
  }
  const { keepRandom } = await import("./keep-random.ts");
  return keepRandom(set, lookups);
}

/** Looks up which kinds of the objects are namespaced. */
async function servedScope(objects: readonly ReadObject[], { scopes }: SetLookups): Promise<ServedScope> {
  const kinds = kindsOf(objects.map(({ apiVersion, kind }) => ({ group: groupOf(apiVersion), kind })));
  const answers = await scopes(kinds);
  const known = new Map(kinds.map((kind, index) => [groupKindKey(kind), answers[index]]));
  return (kind) => known.get(groupKindKey(kind));
}

/**
 * Looks up which dependencies on objects outside the set another set satisfies. Which dependencies these are
 * is known only after a first plan.
 */
class Elsewhere {
  readonly #lookups: SetLookups;
  readonly #known = new Map<string, boolean>();

  constructor(lookups: SetLookups) {
    this.#lookups = lookups;
  }

  async plan(request: PlanningRequest): Promise<PlanResult> {
    const asked = new Set<string>();
    const comesElsewhere = (key: string): boolean => {
      if (!this.#known.has(key)) {
        asked.add(key);
      }
      return this.#known.get(key) === true;
    };
    const planned = makePlan({ ...request, comesElsewhere });
    if (asked.size === 0) {
      return planned;
    }
    const keys = [...asked];
    const answers = await this.#lookups.broughtElsewhere(keys);
    keys.forEach((key, index) => this.#known.set(key, answers[index] === true));
    return answers.includes(true) ? makePlan({ ...request, comesElsewhere }) : planned;
  }
}
