/**
 * Turns the objects read into a Plan. Faults are collected first; then the set is refused, or its valid rest
 * is planned. Differences between actions are decided here and in `apply-groups.ts` and `deletion-groups.ts`,
 * never later.
 */
import { readDirectives } from "../annotation/parse-directives.ts";
import { edgeOrigin } from "../order/cycle/conflict-diagnostics.ts";
import type { Edge, ExternalWait, RuleContext } from "../order/model/edge.ts";
import { labelLookup, mayMatch } from "../object/label-selector.ts";
import { rules } from "../order/rules.ts";
import { ManifestIndex } from "../order/index/manifest-index.ts";
import { isHardEdge } from "../order/cycle/edge-priority.ts";
import { isFromCrdsFolder } from "../manifest/crd.ts";
import { hookNodes } from "../order/select-nodes.ts";
import { deduplicate } from "../manifest/resolve-manifests.ts";
import { fieldOrigin } from "../manifest/locate-field.ts";
import type { DiagnosticCode } from "../object/diagnostic/diagnostic-code.ts";
import { compareDiagnostics, type Diagnostic, hasErrors } from "../object/diagnostic/diagnostic.ts";
import type { JsonObject } from "../object/json.ts";
import { annotationOf } from "../object/metadata.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { hasSyncOption } from "../object/sync-options.ts";
import { redactDiagnostics } from "../redact/decrypted-values.ts";
import { type Candidates, dropInvalid, applyExclusions, setApart } from "./exclude-objects.ts";
import { deletionEdges, inDeletion } from "./deletion-edges.ts";
import type { Plan } from "./plan.ts";
import { eventsOf, type PlanningRequest, type PlanInput } from "./plan-request.ts";
import { deletionGroups } from "./deletion-groups.ts";
import { type GroupedPlan, applyGroups } from "./apply-groups.ts";

/** A plan, or the refusal of a set. */
export interface PlanResult {
  readonly plan: Plan;
  /** There are errors and the policy refuses the set: the plan has no groups. */
  readonly refused: boolean;
}

/** Plans a set. Complexity: O(objects log objects + edges). */
export function makePlan(request: PlanningRequest): PlanResult {
  const { selector } = request;
  const selected =
    selector === undefined
      ? request.objects
      : request.objects.filter(({ value }) => mayMatch(selector, labelLookup(value)));
  const settled = setApart(selected, request);
  const { manifests: sifted, leftOut, notes } = applyExclusions(settled.manifests);
  const unique = deduplicate(sifted);
  const all = settled.faulty.length === 0 ? unique.manifests : [...unique.manifests, ...settled.faulty];
  const read = readDirectives(all, request.compat === "argocd");
  const candidates = {
    manifests: unique.manifests,
    directives: read.directives.slice(0, unique.manifests.length),
    leftOut,
  };
  const found = foundIn(request, settled.found);
  const checked = withoutUnchecked(request.check?.(all) ?? [], all);
  const stepped = [settled, unique, read].flatMap((step) => step.diagnostics);
  const fresh = [...notes, ...withoutRepeats(stepped, checked), ...checked];
  // A part of a deletion was already checked and reported when it was applied.
  const early = request.part === undefined ? [...found, ...fresh] : found;
  const attempt = planCandidates(request, candidates);
  const reported = [...early, ...attempt.diagnostics];
  if (!hasErrors(reported)) {
    return { plan: planOf(request, attempt, early), refused: false };
  }
  if (request.invalid === "fail" || found.some(isUnskippable)) {
    return { plan: planOf(request, { ...attempt, groups: [], resting: [] }, early), refused: true };
  }
  return { plan: planValidRest(request, candidates, { attempt, found: reported }), refused: false };
}

/**
 * The findings without those on objects whose fields are not to be checked (`Validate=false` of Argo CD), or
 * which are never sent (`exists` and `noop` of kapp).
 */
function withoutUnchecked(
  checked: readonly Diagnostic[],
  manifests: readonly Manifest[],
): readonly Diagnostic[] {
  const unchecked = new Set(manifests.filter(({ value }) => isUnchecked(value)).map(({ key }) => key));
  return unchecked.size === 0 ? checked : checked.filter(({ ref = "" }) => !unchecked.has(ref));
}

function isUnchecked(value: JsonObject): boolean {
  return (
    hasSyncOption(value, "Validate=false") ||
    annotationOf(value, "kapp.k14s.io/exists") !== undefined ||
    annotationOf(value, "kapp.k14s.io/noop") !== undefined
  );
}

const kindCodes: ReadonlySet<DiagnosticCode> = new Set(["KindRetired", "UnknownKind"]);
const versionCodes: ReadonlySet<DiagnosticCode> = new Set(["VersionRemoved", "VersionUnknown"]);

/**
 * The diagnostics of planning, without those about a kind for which the field check reports the same or more
 * about its version.
 */
function withoutRepeats(found: readonly Diagnostic[], checked: readonly Diagnostic[]): readonly Diagnostic[] {
  const refs = new Set(checked.filter(({ code }) => versionCodes.has(code)).map(({ ref }) => ref));
  return found.filter(({ code, ref }) => !kindCodes.has(code) || !refs.has(ref));
}

/** The diagnostics of reading, plus an error if there was no object at all and nothing else explains that. */
function foundIn({ objects, part }: PlanningRequest, found: readonly Diagnostic[]): readonly Diagnostic[] {
  const isEmpty = part === undefined && objects.length === 0 && !hasErrors(found);
  const message = "no Kubernetes objects found: check the paths";
  return isEmpty ? [...found, { code: "NothingToPlan", severity: "error", message }] : found;
}

const unskippable: ReadonlySet<DiagnosticCode> = new Set([
  "SourceNotFound",
  "SourceUnreadable",
  "RendererMissing",
  "RenderFailed",
  "NothingToPlan",
  "SopsKeyMissing",
  "SopsKeyInvalid",
  "SopsInvalid",
  "SopsUnsupported",
]);

/**
 * Reports whether an error concerns a path that could not be read: that is not a faulty object that the rest
 * could do without.
 */
export function isUnskippable({ code, severity }: Diagnostic): boolean {
  return severity === "error" && unskippable.has(code);
}

function planOf(
  request: PlanningRequest,
  { groups, resting, waves, diagnostics }: GroupedPlan,
  early: readonly Diagnostic[],
): Plan {
  const { action, release, namespace } = request;
  const once = new Map([...early, ...diagnostics].map((one) => [JSON.stringify(one), one]));
  return {
    action,
    release,
    namespace,
    groups,
    resting,
    ...(waves === undefined ? {} : { waves }),
    diagnostics: redactDiagnostics([...once.values()].toSorted(compareDiagnostics), sourcesOf(request)),
  };
}

function* sourcesOf({ objects, faulty, configs = [] }: PlanningRequest): Generator<SourceText> {
  for (const { document } of configs) {
    yield document.source;
  }
  for (const { document } of objects) {
    yield document.source;
  }
  for (const { object } of faulty ?? []) {
    if (object !== undefined) {
      yield object.document.source;
    }
  }
}

interface Attempt extends GroupedPlan {
  readonly survey: PlanInput;
}

function planCandidates(request: PlanningRequest, { manifests, directives, leftOut }: Candidates): Attempt {
  const set = new ManifestIndex(manifests, directives, request.namespace);
  const edges: Edge[] = [];
  const deleteEdges: Edge[] = [];
  const externals: ExternalWait[] = [];
  const diagnostics: Diagnostic[] = [...stageNotes(set)];
  const { externalDeps, comesElsewhere = (): boolean => false } = request;
  const context: RuleContext = {
    set,
    externalDeps,
    comesElsewhere,
    leftOut,
    configs: request.configs ?? [],
    hasUnread: hasErrors(request.found),
    edges,
    deleteEdges,
    externals,
    diagnostics,
  };
  for (const rule of rules) {
    rule(context);
  }
  const isDeletion = request.action === "delete";
  const survey: PlanInput = {
    set,
    edges: isDeletion ? inDeletion(edges) : edges,
    externals,
    deleteEdges: isDeletion ? [...deleteEdges, ...deletionEdges(set, edges)] : [],
  };
  const rollout = isDeletion ? deletionGroups(survey, request) : applyGroups(survey, request);
  const reported = [...diagnostics, ...rollout.diagnostics];
  return {
    survey,
    ...rollout,
    diagnostics: request.part === "hooks" ? aboutHooks(set, reported, request) : reported,
  };
}

/**
 * The diagnostics of objects that run around the action: if they alone are planned, the others do not matter.
 */
function aboutHooks(
  set: ManifestIndex,
  reported: readonly Diagnostic[],
  { action }: PlanningRequest,
): readonly Diagnostic[] {
  const keys = new Set(hookNodes(set, eventsOf(action)).map(({ manifest }) => set.manifest(manifest).key));
  return reported.filter(({ ref }) => ref !== undefined && keys.has(ref));
}

/**
 * Plans the set without its faulty objects and their dependents by hard edges, repeatedly, until the rest has
 * no fault.
 */
function planValidRest(request: PlanningRequest, all: Candidates, { attempt, found }: FaultyAttempt): Plan {
  let candidates = all;
  let latest = attempt;
  let errors = errorsIn(found);
  let faulty = faultyKeys(candidates, errors);
  while (faulty.size > 0) {
    const dependents = dependentsOf(latest.survey, faulty);
    candidates = dropInvalid(candidates, new Set([...faulty, ...dependents.map(({ ref = "" }) => ref)]));
    latest = planCandidates(request, candidates);
    const fresh = errorsIn(latest.diagnostics);
    errors = errors.concat(dependents, fresh);
    faulty = faultyKeys(candidates, fresh);
  }
  const early = found.filter((one) => one.severity !== "error");
  return planOf(request, latest, [...errors, ...early]);
}

/** The first attempt, and all diagnostics so far. */
interface FaultyAttempt {
  readonly attempt: Attempt;
  readonly found: readonly Diagnostic[];
}

function errorsIn(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter((one) => one.severity === "error");
}

/** The candidates that errors are about. */
function faultyKeys({ manifests }: Candidates, errors: readonly Diagnostic[]): ReadonlySet<string> {
  const named = new Set(errors.flatMap(({ ref, members = [] }) => [ref, ...members]));
  return new Set(manifests.map((manifest) => manifest.key).filter((key) => named.has(key)));
}

/** An error for everything that depends on a faulty object by hard edges, directly or indirectly. */
function dependentsOf({ set, edges }: PlanInput, faulty: ReadonlySet<string>): readonly Diagnostic[] {
  const users = Map.groupBy(
    edges.filter((edge) => isHardEdge(edge.rule)),
    (edge) => edge.to,
  );
  const reached = new Set([...set.manifests.keys()].filter((index) => faulty.has(set.manifest(index).key)));
  const errors: Diagnostic[] = [];
  for (const index of reached) {
    for (const edge of users.get(index) ?? []) {
      if (!reached.has(edge.from)) {
        reached.add(edge.from);
        errors.push(dependentFault(set, edge));
      }
    }
  }
  return errors;
}

function dependentFault(set: ManifestIndex, edge: Edge): Diagnostic {
  const { key } = set.manifest(edge.from);
  return {
    code: "DependencyInvalid",
    severity: "error",
    message: `${key} needs ${set.manifest(edge.to).key} (${edge.rule}), which is excluded because it has errors: it is excluded too`,
    ref: key,
    origin: edgeOrigin(edge),
  };
}

/** Notes about annotations on CRDs from `crds` that have no effect. */
function stageNotes(set: ManifestIndex): readonly Diagnostic[] {
  return set.manifests.flatMap((manifest, index) => {
    const directives = set.directives[index];
    if (directives === undefined) {
      return [];
    }
    const { hook, weight, deployOn } = directives;
    const ignored = isFromCrdsFolder(manifest)
      ? [hook?.path, deployOn?.path, weight?.path].filter((path) => path !== undefined)
      : [];
    return ignored.map((path) => ({
      code: "AnnotationIgnored",
      severity: "warning",
      message: `${manifest.key} is from the crds folder of a chart, which is always applied first: ${String(path.at(-1))} has no effect`,
      ref: manifest.key,
      origin: fieldOrigin(manifest, path, "key"),
    }));
  });
}
