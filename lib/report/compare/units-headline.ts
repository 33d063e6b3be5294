import { unitChanges, type UnitComparison, type UnitsComparison } from "../../compare/unit-comparison.ts";
import { unitsTotal } from "../../compare/unit-comparison.ts";
import { comparisonHeadline, counted } from "./headline.ts";

/**
 * Formats what to decide by over all units, in one line: `3 units: 1 added, 2 changed; 4 changed, 1 moved`.
 */
export function unitsHeadline(compared: UnitsComparison): string {
  const { units, moved } = compared;
  const counts = unitChanges.flatMap((change) => {
    const count = units.filter((unit) => unit.change === change).length;
    return count === 0 ? [] : [`${count} ${change}`];
  });
  const objects = comparisonHeadline(unitsTotal(compared));
  const parts = [
    ...(objects === "no changes" ? [] : [objects]),
    ...(moved.length === 0 ? [] : [`${moved.length} moved between units`]),
  ];
  const unread = units.filter(({ comparison }) => comparison === undefined).length;
  const rest = unread === 0 ? "" : `, ${counted(unread, "unit")} not compared`;
  const changes = (parts.length === 0 ? "no changes of objects" : parts.join(", ")) + rest;
  const isSame = parts.length === 0 && unread === 0 && units.every(({ change }) => change === "unchanged");
  const words = counts.length === 0 ? "" : `: ${counts.join(", ")}`;
  return isSame
    ? `no changes, ${counted(units.length, "unit")}`
    : `${counted(units.length, "unit")}${words}; ${changes}`;
}

/** Formats what happens to a unit, in one line. */
export function unitHeadline({ change, comparison, settings }: UnitComparison): string {
  const parts = [
    ...(change === "added" || change === "removed" ? [`${change} unit`] : []),
    ...(settings.length === 0 ? [] : [counted(settings.length, "setting")]),
    ...(comparison === undefined ? [] : [comparisonHeadline(comparison)]),
  ].filter((part) => part !== "no changes");
  return parts.length === 0 ? "no changes" : parts.join(", ");
}

/** Reports whether a unit has a part of its own in outputs. */
export function differsAtAll({ change }: UnitComparison): boolean {
  return change !== "unchanged";
}
