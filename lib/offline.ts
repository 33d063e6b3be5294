/**
 * What needs no cluster: texts are read, planned, checked and shown. Like `converge.ts` it hands values from
 * one room to the next and decides nothing.
 */
import { isCrd } from "./manifest/crd.ts";
import type { FaultyObject, Manifest, ReadObject } from "./manifest/manifest.ts";
import { definedScope, resolveManifests } from "./manifest/resolve-manifests.ts";
import { randomDiagnostics } from "./manifest/random-diagnostics.ts";
import { readSet, type SetRead } from "./manifest/read-set.ts";
import { compareDiagnostics, type Diagnostic } from "./object/diagnostic/diagnostic.ts";
import { type JsonObject, listField, objectField, stringField } from "./object/json.ts";
import type { SourceText } from "./object/diagnostic/source-text.ts";
import { makePlan, type PlanResult } from "./plan/make-plan.ts";
import type { PlanningRequest } from "./plan/plan-request.ts";
import type { CheckRequest } from "./validate/create-validator.ts";
import type { OpenApiVersion } from "./validate/openapi/object-meta-schema.ts";
import type { StoringSteps } from "./validate/stored-object.ts";

export type { PlanResult } from "./plan/make-plan.ts";

/**
 * What has a default in a request: install the release `default` into the namespace `default`, refuse what is
 * invalid, five minutes an object.
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

/** A request in which every choice is made. */
export interface SettledPlanRequest extends Omit<PlanningRequest, "objects" | "faulty"> {
  readonly sources: readonly SourceText[];
  /** Those of the sources that a second rendering of the same charts has made otherwise. */
  readonly again?: readonly SourceText[];
}

/**
 * What a plan is made of: texts, what reading them found wrong, and how to plan. Only the texts have to be
 * given.
 */
export interface PlanRequest extends Partial<Choices>, Omit<SettledPlanRequest, keyof Choices> {}

/**
 * Plans manifests without any cluster. Never throws for what the user wrote: faults are in
 * `plan.diagnostics`. Throws TypeError where the request itself holds no texts.
 */
export function plan(request: PlanRequest): PlanResult {
  const chosen = withDefaults(request);
  return planRead(chosen, readSet(chosen));
}

function planRead(request: PlanRequest & Choices, { objects, faulty, found, random }: SetRead): PlanResult {
  const reported = randomDiagnostics(random, () => "unknown");
  return makePlan({ ...request, objects, faulty, found: [...found, ...reported] });
}

/** Programs without types leave fields out, or give undefined for them: both is the default. */
function withDefaults<Request extends PlanRequest>(request: Request): Request & Choices {
  const { sources } = request as { readonly sources?: unknown };
  if (!Array.isArray(sources) || !sources.every(isSourceText)) {
    throw new TypeError(
      "sources must be a list of texts with their names, as in [{ name: 'web.yaml', text: 'apiVersion: …' }]",
    );
  }
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

function isSourceText(value: unknown): boolean {
  const { name, text } = (value ?? {}) as { readonly name?: unknown; readonly text?: unknown };
  return typeof name === "string" && typeof text === "string";
}

/** What the fields of objects are checked by, without a cluster. */
export interface FieldsRequest extends Omit<CheckRequest, "definitions"> {
  /**
   * Texts with definitions that the set does not have, which are checked themselves; other objects in them
   * are passed over.
   */
  readonly definitions?: readonly SourceText[];
  /** Texts with the objects as they are now: for rules about changes. */
  readonly old?: readonly SourceText[];
  /** Where namespaced objects without a namespace go: `default` where nothing is said. */
  readonly namespace?: string;
}

/** What is known of the fields of objects, ready for a plan. */
export interface LoadedSchemas {
  /**
   * What a plan takes: the check of fields, absent where nothing is to be checked, and which kinds live in
   * namespaces.
   */
  readonly planning: Pick<PlanRequest, "check" | "served">;
  /** What is wrong with the definitions and the old objects themselves. */
  readonly found: readonly Diagnostic[];
  /** The objects of which no schema is known. */
  readonly unchecked: (manifests: readonly Manifest[]) => readonly Manifest[];
}

/** Reads what the fields of objects are checked by. Never throws for what the user wrote. */
export async function loadSchemas({
  definitions = [],
  old = [],
  namespace = usualChoices.namespace,
  ...request
}: FieldsRequest): Promise<LoadedSchemas> {
  const { createValidator } = await import("./validate/create-validator.ts");
  const given = settleRead(definitions, namespace);
  const before = readSet({ sources: old, found: [] });
  const defining = given.manifests.filter(isCrd);
  const check = await createValidator({ ...request, definitions: defining.map(({ value }) => value) });
  // A definition of the set says of an old object too whether it lives in a namespace.
  const oldObjects = (manifests: readonly Manifest[]): ReadonlyMap<string, JsonObject> => {
    if (before.objects.length === 0) {
      return new Map();
    }
    const scope = definedScope([...defining, ...manifests]);
    const settled = resolveManifests(before.objects, namespace, scope).manifests;
    return new Map(settled.map(({ key, value }) => [key, value]));
  };
  return {
    planning: {
      served: definedScope(defining),
      ...(check && { check: (manifests) => check.check(manifests, oldObjects(manifests)) }),
    },
    found: [...given.found, ...before.found, ...(check?.check(defining) ?? [])],
    unchecked: (manifests) => check?.unchecked(manifests) ?? manifests,
  };
}

/** The objects of texts that stand beside the set, and what keeps one from being read. */
function settleRead(
  sources: readonly SourceText[],
  namespace: string,
): { readonly manifests: readonly Manifest[]; readonly found: readonly Diagnostic[] } {
  const { objects, found } = readSet({ sources, found: [] });
  return { manifests: resolveManifests(objects, namespace).manifests, found };
}

/**
 * What definitions have against the fields of objects, statuses included where they are no subresource,
 * metadata left out. A field that a definition does not know is a warning, since another version of it may
 * have it; versions that are not served are not checked. Cost: linear in the objects.
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

/** What a validation is made of: a set, and what it is checked by. */
export interface ValidationRequest extends Omit<PlanRequest, "check" | "served"> {
  readonly fields: Omit<FieldsRequest, "namespace">;
}

/** What was checked, and all that was found. */
export interface Validated {
  readonly manifests: readonly Manifest[];
  /** Those of which no schema is known: nothing was said of their fields. */
  readonly unchecked: ReadonlySet<Manifest>;
  /** Documents and objects of which not even kind and name could be read. */
  readonly unreadable: readonly FaultyObject[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Checks manifests without any cluster, as far as an API server and a plan would. Never throws for what the
 * user wrote.
 */
export async function validate({ fields, ...given }: ValidationRequest): Promise<Validated> {
  const request = withDefaults(given);
  const { planning, found, unchecked } = await loadSchemas({ ...fields, namespace: request.namespace });
  const manifests: Manifest[] = [];
  const set = readSet({ ...request, found: [...request.found, ...found] });
  const check = (all: readonly Manifest[]): readonly Diagnostic[] => {
    manifests.push(...all);
    return planning.check?.(all) ?? [];
  };
  const planned = planRead({ ...request, ...planning, check }, set);
  return {
    manifests,
    unchecked: new Set(unchecked(manifests)),
    unreadable: set.faulty.filter(({ object }) => object === undefined),
    diagnostics: planned.plan.diagnostics,
  };
}

/** Which object is shown, and how. */
export interface ShowRequest extends Pick<PlanRequest, "sources" | "namespace"> {
  /** As people write it: `web`, `deploy/web`, or the written form. */
  readonly object: string;
  readonly definitions: readonly SourceText[];
  readonly minor?: number;
  readonly steps: StoringSteps;
  /** Of a definition: its schemas, in this form. */
  readonly openApi?: OpenApiVersion;
}

/** An object that is shown, or why none is, with what reading found. */
export type ShownObject = { readonly diagnostics: readonly Diagnostic[] } & (
  | { readonly value: JsonObject }
  | { readonly fault: string }
);

/**
 * An object as the server would store it, or the schemas of a definition as the server would publish them.
 */
export async function show({
  sources,
  namespace = usualChoices.namespace,
  object,
  ...request
}: ShowRequest): Promise<ShownObject> {
  const { renderAsStored } = await import("./validate/as-stored.ts");
  const { chooseManifest } = await import("./plan/select-manifest.ts");
  const given = settleRead(request.definitions, namespace);
  const defining = given.manifests.filter(isCrd);
  const read = readSet({ sources, found: [] });
  const settled = resolveManifests(read.objects, namespace, definedScope(defining));
  const found = [...read.found, ...given.found];
  const chosen = chooseManifest(object, settled.manifests);
  if ("fault" in chosen) {
    return { ...chosen, diagnostics: found };
  }
  const definitions = defining.map(({ value }) => value);
  const shown = await renderAsStored(chosen, settled.manifests, { ...request, definitions });
  const reported = "diagnostics" in shown ? shown.diagnostics : [];
  const diagnostics = [...found, ...settled.diagnostics.filter(({ ref }) => ref === chosen.key), ...reported];
  return { ...shown, diagnostics };
}
