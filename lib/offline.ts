/**
 * Operations that need no cluster: read, plan, validate and show. Passes values between layers and decides
 * nothing, like `engine.ts`.
 */
import { isCrd } from "./manifest/crd.ts";
import type { FaultyObject, Manifest, ReadObject } from "./manifest/manifest.ts";
import { definedScope, resolveManifests } from "./manifest/resolve-manifests.ts";
import { randomDiagnostics } from "./manifest/random-fields.ts";
import { readSet, type SetRead } from "./manifest/read-set.ts";
import type { TextReader } from "./manifest/cached-reader.ts";
import { compareDiagnostics, type Diagnostic } from "./object/diagnostic/diagnostic.ts";
import { type JsonObject, listField, objectField, stringField } from "./object/json.ts";
import type { SourceText } from "./object/diagnostic/source-text.ts";
import {
  type CachedDefinitions,
  type FieldsRequest,
  loadSchemas,
  readCached,
  settleRead,
} from "./offline-schemas.ts";
import { redactDiagnostics } from "./redact/decrypted-values.ts";
import { nameFirstVersions } from "./plan/versions/name-versions.ts";
import { makePlan, type PlanResult } from "./plan/make-plan.ts";
import type { PlanningRequest } from "./plan/plan-request.ts";
import type { OpenApiVersion } from "./validate/openapi/object-meta-schema.ts";
import type { StoringSteps } from "./validate/stored-object.ts";

export type { PlanResult } from "./plan/make-plan.ts";

/**
 * The options of a plan that have defaults: install the release `default` into the namespace `default`,
 * refuse invalid objects, five minutes per object.
 */
type Choices = Pick<
  PlanningRequest,
  "found" | "action" | "release" | "namespace" | "externalDeps" | "invalid" | "timeout"
>;

const usualChoices: Choices = {
  found: [],
  action: "install",
  release: "default",
  namespace: "default",
  externalDeps: "error",
  invalid: "fail",
  timeout: 300_000,
};

/** A plan request with all defaults filled in. */
export interface SettledPlanRequest extends Omit<PlanningRequest, "objects" | "faulty" | "configs"> {
  readonly sources: readonly SourceText[];
  /** Sources that a second rendering of the same charts produced differently. */
  readonly again?: readonly SourceText[];
}

/**
 * The input of a plan: texts, faults found while reading them, and planning options. Only the texts are
 * required.
 */
export interface PlanRequest extends Partial<Choices>, Omit<SettledPlanRequest, keyof Choices> {}

/** Plans manifests without a cluster. Faults of the user are in `plan.diagnostics`. */
export function plan(request: PlanRequest): PlanResult {
  const chosen = withDefaults(request);
  return planRead(chosen, readSet(chosen));
}

/** A plan whose objects are validated by the schemas of a version of Kubernetes and by CRDs. */
export interface CheckedPlanRequest extends Omit<PlanRequest, "check" | "served"> {
  readonly fields: Omit<FieldsRequest, "namespace">;
}

/**
 * Plans and validates manifests without a cluster; `read` reads a text. Faults of the user are in
 * `plan.diagnostics`.
 */
export async function planChecked(
  { fields, ...request }: CheckedPlanRequest,
  read?: TextReader,
): Promise<PlanResult> {
  const chosen = withDefaults(request);
  const set = readSet(chosen, read);
  const { namespace } = chosen;
  const { planning, found } = await loadSchemas({ ...fields, namespace }, set.objects);
  return planRead({ ...chosen, ...planning }, { ...set, found: [...set.found, ...found] });
}

/** Plans a set that was read before, with schemas that may have been loaded for several sets. */
export function planLoaded(request: PlanRequest, set: SetRead): PlanResult {
  return planRead(withDefaults(request), set);
}

function planRead(
  request: PlanRequest & Choices,
  { objects, faulty, configs, found, random }: SetRead,
): PlanResult {
  const reported = randomDiagnostics(random, () => "unknown");
  const versions = nameFirstVersions({ ...request, objects, configs });
  const result = makePlan({
    ...request,
    objects: versions.objects,
    faulty,
    configs,
    found: [...found, ...reported, ...versions.diagnostics],
  });
  return { ...result, plan: { ...result.plan, diagnostics: result.plan.diagnostics.map(withRemedy) } };
}

/** Adds where the CRD of a kind can come from: without a cluster, it must be given. */
function withRemedy(found: Diagnostic): Diagnostic {
  return found.code === "UnknownScope"
    ? { ...found, message: `${found.message}; pass it with --crds, or store it with converge crds add` }
    : found;
}

/** Fills in defaults. */
function withDefaults<Request extends PlanRequest>(request: Request): Request & Choices {
  const { found, action, release, namespace, externalDeps, invalid, timeout } = request;
  return {
    ...request,
    found: found ?? usualChoices.found,
    action: action ?? usualChoices.action,
    release: release ?? usualChoices.release,
    namespace: namespace ?? usualChoices.namespace,
    externalDeps: externalDeps ?? usualChoices.externalDeps,
    invalid: invalid ?? usualChoices.invalid,
    timeout: timeout ?? usualChoices.timeout,
  };
}

/**
 * Validates the fields of objects against CRDs, including the status unless it is a subresource, without
 * metadata. A field that the CRD does not know is a warning, since another version of the CRD may have it;
 * versions that are not served are not checked. Complexity: linear in the objects.
 */
export async function fieldFindings(
  objects: readonly ReadObject[],
  definitions: readonly JsonObject[],
): Promise<readonly Diagnostic[]> {
  const { checkSet } = await import("./validate/validate-set.ts");
  const { newestMinor } = await import("./validate/builtin/supported-versions.ts");
  const served = new Set(definitions.flatMap(servedVersions));
  const known = objects
    .filter(({ apiVersion, kind }) => served.has(`${apiVersion} ${kind}`))
    .map((object) => ({ ...object, value: { ...object.value, metadata: { name: object.name } } }));
  const { manifests } = resolveManifests(known, "", () => false);
  return checkSet(manifests, { level: "strict", minor: newestMinor, definitions })
    .map((finding): Diagnostic =>
      finding.code === "UnknownField" ? { ...finding, severity: "warning" } : finding,
    )
    .toSorted(compareDiagnostics);
}

function servedVersions(definition: JsonObject): readonly string[] {
  const spec = objectField(definition, "spec");
  const [group, kind] = [stringField(spec, "group"), stringField(objectField(spec, "names"), "kind")];
  return listField(spec, "versions").map(
    (version) => `${group ?? ""}/${stringField(version, "name") ?? ""} ${kind ?? ""}`,
  );
}

/** The input of a validation: a set, and the schemas to validate it against. */
export interface ValidationRequest extends Omit<PlanRequest, "check" | "served"> {
  /** Whether an object that cannot be checked, for lack of a schema, is an error. */
  readonly strict?: boolean;
  readonly fields: Omit<FieldsRequest, "namespace">;
}

/** The validated objects and all findings. */
export interface Validated {
  readonly manifests: readonly Manifest[];
  /** Objects without a known schema: their fields were not validated. */
  readonly unchecked: ReadonlySet<Manifest>;
  /** Documents and objects whose kind or name could not be read. */
  readonly unreadable: readonly FaultyObject[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Validates manifests without a cluster, as an API server and a plan would. Never throws for faults of the
 * user.
 */
export async function validate({ fields, strict = false, ...given }: ValidationRequest): Promise<Validated> {
  const request = withDefaults(given);
  const { uncheckedKinds } = await import("./validate/unchecked-kinds.ts");
  const read = readSet(request);
  const { planning, found, unchecked } = await loadSchemas(
    { ...fields, namespace: request.namespace },
    read.objects,
  );
  const manifests: Manifest[] = [];
  const set = { ...read, found: [...read.found, ...found] };
  const check = (all: readonly Manifest[]): readonly Diagnostic[] => {
    manifests.push(...all);
    return planning.check?.(all) ?? [];
  };
  const planned = planRead({ ...request, ...planning, check }, set);
  const diagnostics = planned.plan.diagnostics.map(asLint);
  const refused = new Set(diagnostics.filter(({ severity }) => severity === "error").map(({ ref }) => ref));
  const scopes = diagnostics.filter(({ code }) => code === "UnknownScope").map(({ ref }) => ref);
  const reported = new Set(strict ? [] : scopes);
  const rest = fields.level === "ignore" ? [] : unchecked(manifests).filter(({ key }) => !refused.has(key));
  return {
    manifests,
    unchecked: new Set(unchecked(manifests)),
    unreadable: set.faulty.filter(({ object }) => object === undefined),
    diagnostics: [...diagnostics, ...uncheckedKinds(rest, { isError: strict, reported })].toSorted(
      compareDiagnostics,
    ),
  };
}

/** Raises what has no effect but is a mistake: Helm's lint refuses it too. */
function asLint(found: Diagnostic): Diagnostic {
  return found.code === "ReadinessIncomplete" ? { ...found, severity: "error" } : found;
}

/** The object to show, and how. */
export interface ShowRequest extends Pick<PlanRequest, "sources" | "namespace"> {
  /** The object as people name it: `web`, `deploy/web` or its full reference. */
  readonly object: string;
  readonly definitions: readonly SourceText[];
  /** Texts with admission policies of the cluster, and what they need: mutating ones are applied. */
  readonly policies?: readonly SourceText[];
  readonly cached?: CachedDefinitions;
  readonly minor?: number;
  readonly steps: StoringSteps;
  /** Shows the schemas of a CRD in this form. */
  readonly openApi?: OpenApiVersion;
}

/** The object shown, or the reason why none is, with the findings of reading. */
export type ShownObject = { readonly diagnostics: readonly Diagnostic[] } & (
  | { readonly value: JsonObject }
  | { readonly fault: string }
);

/** Returns an object as the API server would store it, or the schemas of a CRD as it would publish them. */
export async function show({
  sources,
  namespace = usualChoices.namespace,
  object,
  policies,
  cached,
  ...request
}: ShowRequest): Promise<ShownObject> {
  const { renderAsStored } = await import("./validate/as-stored.ts");
  const { chooseManifest } = await import("./plan/select-manifest.ts");
  const given = settleRead(request.definitions, namespace);
  const written = given.manifests.filter(isCrd);
  const read = readSet({ sources, found: [] });
  const stored = await readCached(cached, [...read.objects, ...written]);
  const defining = [...written, ...stored.definitions];
  const settled = resolveManifests(read.objects, namespace, definedScope(defining));
  const admission = settleRead(policies ?? [], namespace, definedScope(defining));
  const found = [...read.found, ...given.found, ...stored.found, ...admission.found];
  const chosen = chooseManifest(object, settled.manifests, namespace);
  if ("fault" in chosen) {
    return { ...chosen, diagnostics: found };
  }
  const definitions = defining.map(({ value }) => value);
  const shown = await renderAsStored(chosen, settled.manifests, {
    ...request,
    definitions,
    ...(policies && { policies: admission.manifests }),
  });
  const reported = "diagnostics" in shown ? shown.diagnostics : [];
  const diagnostics = [...found, ...settled.diagnostics.filter(({ ref }) => ref === chosen.key), ...reported];
  return { ...shown, diagnostics: redactDiagnostics(diagnostics, sources) };
}
