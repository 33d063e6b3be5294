import type { Manifest } from "../manifest/manifest.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { compareKubeVersions } from "../object/kube-version.ts";
import type { JsonObject } from "../object/json.ts";
import { groupKindKey } from "../object/object-ref.ts";
import { builtinForm } from "./admitted/builtin-form.ts";
import { newestMinor } from "./builtin/supported-versions.ts";
import { loadBuiltinSchemas } from "./builtin/load-builtin-schemas.ts";
import { readCustomDefinition, customKinds, isCurrentDefinition } from "./model/crd.ts";
import { knowledgeOf } from "./check-admission.ts";
import { mutateSet } from "./mutation/mutate-set.ts";
import { checkSet } from "./validate-set.ts";
import type { OpenApiVersion } from "./openapi/object-meta-schema.ts";
import { publishSchema } from "./openapi/publish-schema.ts";
import { type ObjectKnowledge, type StoringSteps, storedObject } from "./stored-object.ts";

/** Options of rendering an object. */
export interface RenderRequest {
  /** Definitions that are not in the set. */
  readonly definitions: readonly JsonObject[];
  /** The minor version of Kubernetes (36 for 1.36); defaults to the newest known one. */
  readonly minor?: number;
  readonly steps: StoringSteps;
  /** Admission policies and what they need, of the cluster: with them, mutating policies are applied. */
  readonly policies?: readonly Manifest[];
  /** The OpenAPI version in which to publish the schemas; the manifest must then be a definition. */
  readonly openApi?: OpenApiVersion;
}

/** A rendered object and the diagnostics about it. */
export interface RenderedObject {
  readonly value: JsonObject;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Renders an object of the set as the API server would store it, or the schemas that it would publish for a
 * definition.
 */
export async function renderAsStored(
  manifest: Manifest,
  all: readonly Manifest[],
  { definitions, minor = newestMinor, steps, policies, openApi }: RenderRequest,
): Promise<RenderedObject | { readonly fault: string }> {
  if (openApi !== undefined) {
    return isCurrentDefinition(manifest)
      ? { ...publishedSchemas(manifest, { openApi, minor }) }
      : { fault: `--openapi is for definitions of apiextensions.k8s.io/v1, and ${manifest.key} is not one` };
  }
  const definition = customKinds(all, definitions).get(groupKindKey(manifest.ref));
  const builtin = await loadBuiltinSchemas(minor);
  if (policies === undefined) {
    return { value: storedForm(manifest, { definition, builtin }, steps), diagnostics: [] };
  }
  const known = { minor, definitions, given: policies, old: (): undefined => undefined };
  const knowledge = knowledgeOf(all, { ...known, ...(builtin === undefined ? {} : { builtin }) });
  const { changed, diagnostics } = mutateSet(all, {
    ...knowledge,
    level: "warn",
    isRefused: (other) => other !== manifest,
  });
  const value = changed.get(manifest)?.value ?? storedForm(manifest, { definition, builtin }, steps);
  return { value, diagnostics };
}

/** Returns the object as it would be stored; of a built-in kind with the defaults of the server's code. */
export function storedForm(
  manifest: Pick<Manifest, "value" | "apiVersion" | "kind">,
  known: ObjectKnowledge,
  steps: StoringSteps,
): JsonObject {
  const stored = storedObject(manifest, known, steps);
  const { apiVersion, kind } = manifest;
  const isBuiltin = known.definition === undefined && known.builtin?.serves(apiVersion, kind) === true;
  return isBuiltin && steps.defaulted ? builtinForm(stored, manifest, steps) : stored;
}

/**
 * Returns the schemas of all served versions, the preferred one first, and diagnostics about whatever would
 * keep the server from publishing them.
 */
function publishedSchemas(
  manifest: Manifest,
  { openApi, minor }: { readonly openApi: OpenApiVersion; readonly minor: number },
): RenderedObject {
  const definition = readCustomDefinition(manifest.value);
  const served = definition.versions
    .filter((version) => version.served)
    .toSorted((left, right) => compareKubeVersions(left.name, right.name));
  const schemas = served.map((version) => publishSchema(definition, version, openApi));
  return {
    value: Object.assign({}, ...schemas),
    diagnostics: checkSet([manifest], { level: "warn", minor, definitions: [] }),
  };
}
