import type { Manifest } from "../manifest/manifest.ts";
import { compareKubeVersions } from "../object/kube-version.ts";
import type { JsonObject } from "../object/json.ts";
import { groupKindKey } from "../object/object-ref.ts";
import { newestMinor } from "./builtin/minors.ts";
import { loadBuiltinSchemas } from "./builtin/shipped.ts";
import { readCustomDefinition } from "./custom-definition.ts";
import { customKinds, isCurrentDefinition } from "./custom-kinds.ts";
import { checkDefinition } from "./definition/check-definition.ts";
import { formatFieldPath } from "./field-fault.ts";
import type { OpenApiVersion } from "./published/native-fields.ts";
import { publishSchema } from "./published/publish-schema.ts";
import { type StoringSteps, storedObject } from "./stored-object.ts";

/** How an object is shown. */
export interface Showing {
  /** Definitions that the set does not have. */
  readonly definitions: readonly JsonObject[];
  /** The 36 of Kubernetes 1.36; the newest known where it is not said. */
  readonly minor?: number;
  readonly steps: StoringSteps;
  /** Of a definition: its schemas, in this form. */
  readonly openApi?: OpenApiVersion;
}

/** An object of the set as the server would store it, or the schemas that it would publish of a definition. */
export async function showObject(
  manifest: Manifest,
  all: readonly Manifest[],
  { definitions, minor = newestMinor, steps, openApi }: Showing,
): Promise<{ readonly value: JsonObject } | { readonly fault: string }> {
  if (openApi !== undefined) {
    return isCurrentDefinition(manifest)
      ? { value: publishedSchemas(manifest.value, { openApi, minor }) }
      : { fault: `--openapi is for definitions of apiextensions.k8s.io/v1, and ${manifest.key} is none` };
  }
  const definition = customKinds(all, definitions).get(groupKindKey(manifest.ref));
  const builtin = await loadBuiltinSchemas(minor);
  return { value: storedObject(manifest, { definition, builtin }, steps) };
}

/** The schemas of all served versions, the preferred one first. */
function publishedSchemas(
  value: JsonObject,
  { openApi, minor }: { readonly openApi: OpenApiVersion; readonly minor: number },
): JsonObject {
  const definition = readCustomDefinition(value);
  // The server publishes no schema that breaks its own rules; it would not take the definition either.
  const structural = !checkDefinition(value, { minor }).some(({ path }) =>
    formatFieldPath(path).includes("openAPIV3Schema"),
  );
  const served = definition.versions
    .filter((version) => version.served)
    .toSorted((left, right) => compareKubeVersions(left.name, right.name));
  return Object.assign(
    {},
    ...served.map((version) => publishSchema(definition, version, { openApi, structural })),
  );
}
