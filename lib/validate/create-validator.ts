import type { Manifest } from "../manifest/manifest.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { JsonObject } from "../object/json.ts";
import { newestMinor } from "./builtin/supported-versions.ts";
import { loadBuiltinSchemas } from "./builtin/load-builtin-schemas.ts";
import type { CheckLevel } from "./model/validation-level.ts";
import { changingKinds, checkSet, withoutSchema } from "./validate-set.ts";

/** By what objects are checked, field by field. */
export interface CheckRequest {
  readonly level: CheckLevel;
  /** The Kubernetes that is asked: the 36 of 1.36. Undefined for the newest that is known. */
  readonly minor?: number;
  /** Definitions that the set does not have. */
  readonly definitions?: readonly JsonObject[];
}

/** Finds what is wrong with the fields of objects. */
export interface ObjectValidator {
  /**
   * With objects as they are now, by their written form: rules about changes look at them, and what was at
   * fault before may stay so. `onObject` is called before each object is checked.
   */
  readonly check: (
    manifests: readonly Manifest[],
    live?: ReadonlyMap<string, JsonObject>,
    onObject?: (manifest: Manifest) => void,
  ) => readonly Diagnostic[];
  /** The objects of which it matters to a check what they are now. */
  readonly changing: (manifests: readonly Manifest[]) => readonly Manifest[];
  /** The objects of which no schema is known. */
  readonly unchecked: (manifests: readonly Manifest[]) => readonly Manifest[];
}

/** Makes ready what a set is checked with; undefined where nothing is to be checked. */
export async function createValidator(request: CheckRequest): Promise<ObjectValidator | undefined> {
  const { level, minor = newestMinor, definitions = [] } = request;
  if (level === "ignore") {
    return undefined;
  }
  const builtin = await loadBuiltinSchemas(minor);
  const known = { level, minor, ...(builtin === undefined ? {} : { builtin }), definitions };
  return {
    check: (manifests, live, onObject) =>
      checkSet(manifests, { ...known, old: ({ key }) => live?.get(key), onObject }),
    changing: (manifests) => changingKinds(manifests, definitions),
    unchecked: (manifests) => withoutSchema(manifests, known),
  };
}
