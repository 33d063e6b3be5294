import type { Manifest } from "../manifest/manifest.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { JsonObject } from "../object/json.ts";
import { newestMinor } from "./builtin/supported-versions.ts";
import { loadBuiltinSchemas } from "./builtin/load-builtin-schemas.ts";
import type { RuleChecker } from "./builtin-rules/check-builtin-rules.ts";
import type { CheckLevel } from "./model/validation-level.ts";
import { checkAdmission } from "./check-admission.ts";
import { changingKinds, checkSet, withoutSchema } from "./validate-set.ts";

/** Options of checking objects field by field. */
export interface CheckRequest {
  readonly level: CheckLevel;
  /** The minor version of Kubernetes (36 for 1.36); defaults to the newest known one. */
  readonly minor?: number;
  /** Definitions that are not in the set. */
  readonly definitions?: readonly JsonObject[];
  /**
   * Admission policies, bindings, parameters and Namespaces that are not in the set. Without it, objects are
   * not checked by policies: a cluster does that.
   */
  readonly policies?: readonly Manifest[];
}

/** Validates the fields of objects. */
export interface ObjectValidator {
  /**
   * Checks the set. `live` holds the live objects by key, in the version of their manifests: transition rules
   * compare with them, and faults that they already have are tolerated. `onObject` is called before each
   * object is checked.
   */
  readonly check: (
    manifests: readonly Manifest[],
    live?: ReadonlyMap<string, JsonObject>,
    onObject?: (manifest: Manifest) => void,
  ) => readonly Diagnostic[];
  /** Returns the objects whose check depends on their live state. */
  readonly changing: (manifests: readonly Manifest[]) => readonly Manifest[];
  /** Returns the objects without a known schema. */
  readonly unchecked: (manifests: readonly Manifest[]) => readonly Manifest[];
}

/** Loads the schemas that a set is checked with; undefined if nothing is to be checked. */
export async function createValidator(request: CheckRequest): Promise<ObjectValidator | undefined> {
  const { level, minor = newestMinor, definitions = [], policies } = request;
  if (level === "ignore") {
    return undefined;
  }
  const builtin = await loadBuiltinSchemas(minor);
  const known = {
    level,
    minor,
    ...(builtin === undefined ? {} : { builtin, rules: await loadRules() }),
    definitions,
  };
  return {
    check: (manifests, live, onObject) => {
      const old = ({ key }: Manifest): JsonObject | undefined => live?.get(key);
      const found = checkSet(manifests, { ...known, old, onObject });
      return policies === undefined
        ? found
        : checkAdmission(manifests, found, { ...known, old, given: policies });
    },
    changing: (manifests) => changingKinds(manifests, definitions),
    unchecked: (manifests) => withoutSchema(manifests, known),
  };
}

/** Loads the rules of built-in kinds on first use: some fifty modules. */
async function loadRules(): Promise<RuleChecker> {
  const { serverRules } = await import("./builtin-rules/check-builtin-rules.ts");
  return serverRules;
}
