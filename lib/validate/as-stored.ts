import type { Manifest } from "../manifest/manifest.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { compareKubeVersions } from "../object/kube-version.ts";
import type { JsonObject } from "../object/json.ts";
import { groupKindKey } from "../object/object-ref.ts";
import { newestMinor } from "./builtin/supported-versions.ts";
import { loadBuiltinSchemas } from "./builtin/load-builtin-schemas.ts";
import { readCustomDefinition } from "./model/crd.ts";
import { customKinds, isCurrentDefinition } from "./model/custom-kinds.ts";
import { checkSet } from "./validate-set.ts";
import type { OpenApiVersion } from "./openapi/object-meta-schema.ts";
import { publishSchema } from "./openapi/publish-schema.ts";
import { type StoringSteps, storedObject } from "./stored-object.ts";

/** How an object is shown. */
export interface RenderRequest {
  /** Definitions that the set does not have. */
  readonly definitions: readonly JsonObject[];
  /** The 36 of Kubernetes 1.36; the newest known where it is not said. */
  readonly minor?: number;
  readonly steps: StoringSteps;
  /** Of a definition: its schemas, in this form. */
  readonly openApi?: OpenApiVersion;
}

/** What is shown, and what is to be said of it. */
export interface RenderedObject {
  readonly value: JsonObject;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * An object of the set as the server would store it, or the schemas that it would publish of a definition.
 */
export async function renderAsStored(
  manifest: Manifest,
  all: readonly Manifest[],
  { definitions, minor = newestMinor, steps, openApi }: RenderRequest,
): Promise<RenderedObject | { readonly fault: string }> {
  if (openApi !== undefined) {
    return isCurrentDefinition(manifest)
      ? { ...publishedSchemas(manifest, { openApi, minor }) }
      : { fault: `--openapi is for definitions of apiextensions.k8s.io/v1, and ${manifest.key} is none` };
  }
  const definition = customKinds(all, definitions).get(groupKindKey(manifest.ref));
  const builtin = await loadBuiltinSchemas(minor);
  return { value: storedObject(manifest, { definition, builtin }, steps), diagnostics: [] };
}

/**
 * The schemas of all served versions, the preferred one first; and what would keep the server from publishing
 * them.
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
