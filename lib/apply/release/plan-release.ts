/** Reads the texts of a set for an opened release, and plans them. */
import { hasErrors } from "../../object/diagnostic/diagnostic.ts";
import type { LookupAnswer, RenderContext, ServedApis, TemplateLookup } from "../../object/render-context.ts";
import { latestOf, nextNumber } from "../../inventory/history.ts";
import type { SetTexts } from "../../manifest/read-set.ts";
import type { PlanResult } from "../../plan/make-plan.ts";
import type { Plan } from "../../plan/plan.ts";
import { RefusedError } from "../model/refused-error.ts";
import type { ApplyRequest } from "../model/release-request.ts";
import type { LookupRequest } from "../observe/set-lookups.ts";
import { withWeakerRules } from "../../health/builtin/health-rule-sources.ts";
import { readRulesOfSet } from "../../health/read-rules.ts";
import type { HealthRuleSources } from "../../readiness/readiness.ts";
import { readFieldRulesOfSet } from "../../fields/read-field-rules.ts";
import { withFieldRules } from "../plan/plan-field-rules.ts";
import { planSet, type PlanApart, type SetToPlan } from "../plan/plan-set.ts";
import { loadChecks, prepareChecks } from "../plan/plan-with-validation.ts";
import type { OpenedRelease } from "./open-release.ts";
import { hasRunHooks } from "./release-record.ts";
import { digestOf } from "../store/revision-store.ts";

/** The sources of a set, which are read, and rendered, once the action is known. */
export interface SetSources {
  /** Reads the texts. May be called again: another run may have changed the state of the release. */
  readonly read: (rendering: RenderContext) => Promise<SetTexts>;
}

/** A set to plan, and how. */
export interface SetRequest
  extends
    Pick<SetToPlan, "release" | "externalDeps" | "compat" | "invalid" | "timeout" | "selector" | "validate">,
    Pick<LookupRequest, "comesElsewhere"> {
  readonly sources: SetSources;
  /** Whether the hooks of the action run. */
  readonly hooks: boolean;
  /** Plans the set in another thread; it is planned in this one if absent. */
  readonly planApart?: PlanApart;
  /** Whether values that charts generate at random stay as they are in the cluster. Default: true. */
  readonly keepRandom?: boolean;
  /**
   * Whether the set that was sent last keeps the number of its revision: a chart that uses the number is then
   * unchanged when it is applied again.
   */
  readonly keepsNumber?: boolean;
}

type PlanRequest = Omit<SetRequest, "sources">;

/** The planned set of a release. */
export interface ReleasePlan {
  readonly plan: Plan;
  /**
   * Whether nothing of the set was left out for its faults: only then may what it lacks be pruned, and may it
   * be rolled back to.
   */
  readonly isWhole: boolean;
  /** The rules of the request, and those that the set itself contains. */
  readonly healthRules: HealthRuleSources | undefined;
}

type TextRequest = Pick<SetRequest, "sources" | "release" | "validate" | "keepRandom">;

/** Reads the texts of a set, rendered for the action on the release. */
export async function readTexts(
  request: TextRequest & (PlanRequest | { readonly keepsNumber?: false }),
  opened: OpenedRelease,
): Promise<SetTexts> {
  const { history } = opened.record;
  const [latest, next] = [latestOf(history), nextNumber(history)];
  if (request.keepsNumber !== true || latest === undefined || latest.number === next) {
    return readNumbered(next, request, opened);
  }
  const texts = await readNumbered(latest.number, request, opened);
  if (texts.usesRevision !== true) {
    return texts;
  }
  const { plan } = await planTexts(texts, request, opened);
  return digestOf(plan) === latest.digest ? texts : readNumbered(next, request, opened);
}

function readNumbered(
  revision: number,
  { sources, release, validate: level, keepRandom }: TextRequest,
  { target: { action, namespace }, lookups, run }: OpenedRelease,
): Promise<SetTexts> {
  const { cluster, signal } = run.context;
  const served = async (): Promise<ServedApis> => {
    const { servedApis } = await import("../observe/served-apis.ts");
    // The renderer starts next: load the schemas meanwhile.
    return servedApis({ cluster, signal }).finally(() => void loadChecks(level));
  };
  const whileRendering = prepareChecks(level, lookups);
  const answer = async (wanted: TemplateLookup): Promise<LookupAnswer> => {
    const { answerLookup } = await import("../observe/template-lookups.ts");
    return answerLookup(wanted, { cluster, signal });
  };
  // Charts keep their random values by lookup.
  const lookUp = keepRandom === false ? undefined : answer;
  return sources.read({ release, namespace, action, revision, served, lookUp, whileRendering, signal });
}

/** Plans a set for the action on its release. Throws a RefusedError if the set has faults. */
export async function planRelease(
  given: SetTexts,
  request: PlanRequest &
    Pick<ApplyRequest, "onPlan"> &
    Partial<Pick<ApplyRequest, "hooksOnce" | "savedPlan" | "healthRules" | "fieldRules">>,
  opened: OpenedRelease,
): Promise<ReleasePlan> {
  const { rules, diagnostics } = await readRulesOfSet(given.sources);
  const fields = await readFieldRulesOfSet(given.sources);
  const texts = { ...given, found: [...(given.found ?? []), ...diagnostics, ...fields.diagnostics] };
  const first = await planTexts(texts, request, opened);
  const isRepeat = hasHooks(first.plan) && hasRunHooks(opened.record, first.plan, request);
  const settled = isRepeat ? await planTexts(texts, { ...request, hooks: false }, opened) : first;
  const planned = await withFieldRules(
    settled,
    [...(request.fieldRules ?? []), ...fields.rules],
    opened.run.context,
  );
  await request.onPlan(planned);
  if (planned.refused) {
    throw new RefusedError("correct the errors");
  }
  const { plan } = planned;
  const isWhole = !hasErrors(plan.diagnostics);
  if (!isWhole) {
    const { emit, clock } = opened.run.context;
    const message = "objects with errors are excluded: nothing is pruned, and no revision is stored";
    emit({ type: "notice", at: clock.now(), level: "warning", message });
  }
  const healthRules = rules.length === 0 ? request.healthRules : withWeakerRules(request.healthRules, rules);
  return { plan, isWhole, healthRules };
}

function planTexts(
  texts: SetTexts,
  request: PlanRequest,
  { target: { action, namespace }, lookups, run }: OpenedRelease,
): Promise<PlanResult> {
  const {
    release,
    externalDeps,
    compat,
    invalid,
    timeout,
    hooks,
    validate,
    keepRandom = true,
    selector,
  } = request;
  const set: SetToPlan = {
    ...texts,
    action,
    release,
    namespace,
    ...(selector && { selector }),
    externalDeps,
    ...(compat === undefined ? {} : { compat }),
    invalid,
    timeout,
    hooks,
    validate,
    keepRandom,
  };
  return request.planApart === undefined
    ? planSet(set, lookups)
    : request.planApart(set, lookups, run.context.signal);
}

function hasHooks({ groups }: Plan): boolean {
  return groups.some(({ objects }) => objects.some(({ hook }) => hook !== null));
}
