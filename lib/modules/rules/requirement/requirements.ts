import { field, isObject, type JsonValue, objectField } from "../../../object/json.ts";
import { compareText } from "../../../object/object-ref.ts";

/** What a module needs, as it is written: constraints are not read yet. */
export interface Requirements {
  readonly deckhouse: string | undefined;
  readonly kubernetes: string | undefined;
  /** By name. */
  readonly modules: readonly ModuleRequirement[];
}

/** Which versions of another module will do. */
export interface ModuleRequirement {
  readonly module: string;
  /** Without `!optional`. */
  readonly constraint: string;
  /** The other module may be absent or switched off; where it is there, its version counts. */
  readonly isOptional: boolean;
}

/** Nothing is needed. */
export const noRequirements: Requirements = { deckhouse: undefined, kubernetes: undefined, modules: [] };

const optional = "!optional";

/**
 * Reads `requirements` of a module.yaml or of `spec` of a ModuleRelease. A number is the text that it was
 * written as, as near as YAML leaves it; what is neither is passed over.
 */
export function requirementsOf(value: JsonValue | undefined): Requirements {
  if (!isObject(value)) {
    return noRequirements;
  }
  const modules = Object.entries(objectField(value, "modules"))
    .flatMap(([module, written]) => {
      const text = constraintText(written);
      return text === undefined ? [] : [moduleRequirement(module, text)];
    })
    .toSorted((left, right) => compareText(left.module, right.module));
  return {
    deckhouse: constraintText(field(value, "deckhouse")),
    kubernetes: constraintText(field(value, "kubernetes")),
    modules,
  };
}

/** `1.61` without quotes is a number in YAML. */
function constraintText(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** `>v0.22.1 !optional` → `>v0.22.1`, optional. */
export function moduleRequirement(module: string, text: string): ModuleRequirement {
  const trimmed = text.trim();
  const isOptional = trimmed.endsWith(optional);
  const constraint = isOptional ? trimmed.slice(0, -optional.length).trim() : trimmed;
  return { module, constraint, isOptional };
}
