/**
 * What needs no cluster: texts are read, planned, checked and shown. Like `converge.ts` it hands values from one room to the next and
 * decides nothing.
 */
import type { Manifest } from "./manifest/manifest.ts";
import { definedScope, settleManifests } from "./manifest/manifest-set.ts";
import { readManifests } from "./manifest/read-manifests.ts";
import type { Diagnostic } from "./object/diagnostic.ts";
import type { JsonObject } from "./object/json.ts";
import type { SourceText } from "./object/source-text.ts";
import { makePlan, type PlanResult } from "./plan/make-plan.ts";
import type { PlanningRequest } from "./plan/planning.ts";
import type { CheckRequest } from "./schema/prepare-check.ts";
import type { OpenApiVersion } from "./schema/published/native-fields.ts";
import type { StoringSteps } from "./schema/stored-object.ts";

export type { PlanResult } from "./plan/make-plan.ts";

/** What a plan is made of: texts, what reading them found wrong, and how to plan. */
export interface PlanRequest extends Omit<PlanningRequest, "objects" | "found"> {
  readonly sources: readonly SourceText[];
  readonly found: readonly Diagnostic[];
  /** Texts with definitions that the set does not have: they tell which kinds live in namespaces. */
  readonly definitions?: readonly SourceText[];
}

/** Plans manifests without any cluster. Never throws for what the user wrote: faults are in `plan.diagnostics`. */
export function plan({ definitions = [], ...request }: PlanRequest): PlanResult {
  const served = request.served ?? definedScope(readSet({ sources: definitions, found: [] }).objects);
  return makePlan({ ...request, ...readSet(request), served });
}

/** Reads the objects of texts, with what reading finds wrong. */
export function readSet({
  sources,
  found,
}: Pick<PlanRequest, "sources" | "found">): Pick<PlanningRequest, "objects" | "found"> {
  const readings = sources.map((source) => readManifests(source));
  return {
    objects: readings.flatMap(({ objects }) => objects),
    found: [...found, ...readings.flatMap(({ diagnostics }) => diagnostics)],
  };
}

/** What the fields of objects are checked by, without a cluster. */
export interface FieldsRequest extends Omit<CheckRequest, "definitions"> {
  /** Texts with definitions that the set does not have; other objects in them are passed over. */
  readonly definitions: readonly SourceText[];
  /** Texts with the objects as they are now: for rules about changes. */
  readonly old: readonly SourceText[];
  /** Where namespaced objects without a namespace go. */
  readonly namespace: string;
}

/** What finds faults in the fields of objects: the `check` of a plan; undefined where nothing is to be checked. */
export async function fieldCheck({
  definitions,
  old,
  namespace,
  ...request
}: FieldsRequest): Promise<PlanRequest["check"]> {
  const { definitionsIn, objectsIn, prepareCheck } = await import("./schema/prepare-check.ts");
  const check = await prepareCheck({ ...request, definitions: definitionsIn(definitions) });
  const standing = objectsIn(old, namespace);
  return check && ((manifests) => check.check(manifests, standing));
}

/** What a validation is made of: a set, and what it is checked by. */
export interface ValidationRequest extends Omit<PlanRequest, "check"> {
  readonly fields: Omit<FieldsRequest, "namespace">;
}

/** What was checked, and all that was found. */
export interface Validated {
  readonly manifests: readonly Manifest[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks manifests without any cluster, as far as an API server and a plan would. Never throws for what the user wrote. */
export async function validate({ fields, ...request }: ValidationRequest): Promise<Validated> {
  const check = await fieldCheck({ ...fields, namespace: request.namespace });
  const checked: Manifest[] = [];
  const planned = plan({
    ...request,
    definitions: fields.definitions,
    check: (manifests) => {
      checked.push(...manifests);
      return check?.(manifests) ?? [];
    },
  });
  return { manifests: checked, diagnostics: planned.plan.diagnostics };
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

/** An object as the server would store it, or the schemas of a definition as the server would publish them. */
export async function show({ sources, namespace, object, ...wish }: ShowRequest): Promise<ShownObject> {
  const { showObject } = await import("./schema/show-object.ts");
  const { chooseManifest } = await import("./plan/choose-manifest.ts");
  const { objects, found: diagnostics } = readSet({ sources, found: [] });
  const settled = settleManifests(objects, namespace);
  const chosen = chooseManifest(object, settled.manifests);
  const shown = "fault" in chosen ? chosen : await showObject(chosen, settled.manifests, wish);
  return { ...shown, diagnostics };
}
