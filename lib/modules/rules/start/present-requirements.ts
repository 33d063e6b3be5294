import { compareText } from "../../../object/object-ref.ts";
import type { StartModule, StartWait } from "./start-wait.ts";

/** The requirements of every module on present ones, sorted by name; the modules in the given order. */
export type RequirementsByModule = ReadonlyMap<string, readonly StartWait[]>;

/**
 * Returns the requirements on present modules, as waits. A requirement of a module on itself is ignored; of
 * two on the same module, the mandatory one counts.
 */
export function presentNeeds(modules: readonly StartModule[]): RequirementsByModule {
  const present = new Set(modules.map(({ name }) => name));
  return new Map(modules.map((module) => [module.name, needsOf(module, present)]));
}

function needsOf({ name, requirements }: StartModule, present: ReadonlySet<string>): readonly StartWait[] {
  const needs = new Map<string, StartWait>();
  for (const { module, isOptional } of requirements.modules) {
    const isMandatory = needs.get(module)?.because === "dependency";
    if (module !== name && present.has(module) && !isMandatory) {
      const because = isOptional ? "optional dependency" : "dependency";
      needs.set(module, { on: module, until: "ready", because });
    }
  }
  return [...needs.values()].toSorted((left, right) => compareText(left.on, right.on));
}
