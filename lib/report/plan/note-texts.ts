import type { PlannedObject } from "../../plan/plan.ts";

/**
 * Returns notes about an object's position: `hook pre-install`, `moved for <ref>`, `freed from its weight`.
 */
export function noteTexts(object: PlannedObject): readonly string[] {
  return [
    ...(object.hook === null ? [] : [`hook ${object.hook.event}`]),
    ...(object.movedFor === null ? [] : [`moved for ${object.movedFor}`]),
    ...(object.freed ? ["freed from its weight"] : []),
  ];
}
