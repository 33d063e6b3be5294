import { field, isObject, type JsonValue, objectField } from "../../../object/json.ts";
import { compareText } from "../../../object/object-ref.ts";

/** The requirements of a module, with unparsed constraints. */
export interface Requirements {
  readonly deckhouse: string | undefined;
  readonly kubernetes: string | undefined;
  /** Sorted by name. */
  readonly modules: readonly ModuleRequirement[];
}

/** The accepted versions of another module. */
export interface ModuleRequirement {
  readonly module: string;
  /** Without `!optional`. */
  readonly constraint: string;
  /** Whether the other module may be absent or off; if it is on, its version counts. */
  readonly isOptional: boolean;
}

/** No requirements. */
export const noRequirements: Requirements = { deckhouse: undefined, kubernetes: undefined, modules: [] };

const optional = "!optional";

/**
 * Reads `requirements` of a module.yaml or of `spec` of a ModuleRelease. A number is converted to text, as
 * close to the original as YAML leaves it; other values are ignored.
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

/** Parses `>v0.22.1 !optional` into `>v0.22.1`, optional. */
export function moduleRequirement(module: string, text: string): ModuleRequirement {
  const trimmed = text.trim();
  const isOptional = trimmed.endsWith(optional);
  const constraint = isOptional ? trimmed.slice(0, -optional.length).trim() : trimmed;
  return { module, constraint, isOptional };
}

/** Returns the other modules that a module requires: all, or only those that must be enabled. */
export function neededModules(
  name: string,
  { modules }: Requirements = noRequirements,
  which: "any" | "mandatory" = "any",
): readonly string[] {
  return modules
    .filter(({ module, isOptional }) => module !== name && (which === "any" || !isOptional))
    .map(({ module }) => module);
}
