import { compareText } from "../../../object/object-ref.ts";
import type { StartModule, StartWait } from "./start-wait.ts";

/** Of every module, in the order given, which modules that are there it has requirements on; by name. */
export type RequirementsByModule = ReadonlyMap<string, readonly StartWait[]>;

/**
 * The requirements on modules that are there, as waits. A requirement on the module itself is none; of two on
 * one module the mandatory one counts.
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
