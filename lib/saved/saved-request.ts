import type { ApplyRequest } from "../apply/model/release-request.ts";
import type { SetRequest } from "../apply/release/plan-release.ts";
import type { WriteChoices } from "../apply/model/write-choices.ts";
import { defaultMaxPrune, type MaxPrune, parseMaxPrune } from "../inventory/prune-limits.ts";
import type { SetTexts } from "../manifest/read-set.ts";
import { escapedJson } from "./escaped-json.ts";
import { identityOf } from "./saved-digest.ts";
import type { SavedObject, SavedOptions, SavedPlan } from "./saved-plan.ts";

/** The part of a request that a saved plan determines. */
export type PlannedRequest = Pick<
  ApplyRequest,
  | "release"
  | "namespace"
  | "choices"
  | "timeouts"
  | "timeout"
  | "hooks"
  | "deleteContents"
  | "source"
  | "isPartial"
  | "fieldRules"
  | "prune"
  | "pruneLimits"
  | "inventoryPolicy"
  | "createNamespace"
  | "hooksOnce"
  | "savedPlan"
> &
  Pick<SetRequest, "externalDeps" | "compat" | "invalid" | "validate">;

/** The part of a request that a saved plan keeps. */
type KeptRequest = Omit<
  PlannedRequest,
  "release" | "namespace" | "isPartial" | "fieldRules" | "hooksOnce" | "savedPlan" | "invalid"
>;

const validations = { strict: "Strict", warn: "Warn", ignore: "Ignore" } as const;

/** Returns the options of a request in the form of a saved plan. */
export function savedOptions(request: KeptRequest): SavedOptions {
  const { choices, timeouts, pruneLimits } = request;
  return {
    sourceRevision: request.source ?? null,
    prune: request.prune,
    maxPrune: maxPruneText(pruneLimits.maxPrune),
    allowPrune: [...pruneLimits.allow],
    prunePropagationPolicy: choices.propagation,
    deleteContents: request.deleteContents,
    forceConflicts: choices.forceConflicts,
    recreate: choices.recreate,
    validate: request.validate,
    inventoryPolicy: request.inventoryPolicy,
    createNamespace: request.createNamespace,
    externalDeps: request.externalDeps,
    compat: request.compat ?? null,
    hooks: request.hooks,
    reconcileTimeout: request.timeout,
    externalTimeout: timeouts.external,
    weightTimeouts: [...timeouts.weights].map(([weight, timeout]) => ({ weight, timeout })),
  };
}

function maxPruneText(limit: MaxPrune): string {
  return "percent" in limit ? `${limit.percent}%` : String(limit.count);
}

/** Returns the part of the request for a saved plan that the plan determines; the rest is that of the run. */
export function requestOfPlan(
  saved: SavedPlan,
  run: Pick<ApplyRequest, "choices" | "timeouts">,
): PlannedRequest {
  const { release, namespace, revision, options } = saved;
  const weights = new Map(options.weightTimeouts.map(({ weight, timeout }) => [weight, timeout]));
  const maxPrune = parseMaxPrune(options.maxPrune) ?? defaultMaxPrune;
  return {
    release,
    namespace,
    choices: choicesOf(options, run.choices),
    timeouts: { ...run.timeouts, external: options.externalTimeout, weights },
    timeout: options.reconcileTimeout,
    hooks: options.hooks,
    deleteContents: options.deleteContents,
    source: options.sourceRevision ?? undefined,
    isPartial: false,
    fieldRules: [],
    prune: options.prune,
    pruneLimits: { maxPrune, allow: new Set(options.allowPrune) },
    inventoryPolicy: options.inventoryPolicy,
    createNamespace: options.createNamespace,
    externalDeps: options.externalDeps,
    ...(options.compat === null ? {} : { compat: options.compat }),
    invalid: "fail",
    validate: options.validate,
    // A plan that was applied before runs no hooks again.
    hooksOnce: revision.next !== null,
    savedPlan: identityOf(saved),
  };
}

function choicesOf(options: SavedOptions, run: WriteChoices): WriteChoices {
  return {
    ...run,
    forceConflicts: options.forceConflicts,
    recreate: options.recreate,
    fieldValidation: validations[options.validate],
    propagation: options.prunePropagationPolicy,
  };
}

/** The objects of a saved plan as texts that are read like rendered manifests. */
export function textsOfPlan({ objects }: Pick<SavedPlan, "objects">): SetTexts {
  const files = Map.groupBy(objects, ({ file, chartCrds }) => `${String(chartCrds === true)} ${file}`);
  return { sources: [...files.values()].map((of) => sourceOf(of)) };
}

function sourceOf(objects: readonly SavedObject[]): SetTexts["sources"][number] {
  const [first] = objects;
  return {
    name: first?.file ?? "",
    text: objects.map(({ object }) => `---\n${escapedJson(object)}\n`).join(""),
    ...(first?.chartCrds === true ? { isChartCrds: true } : {}),
  };
}
