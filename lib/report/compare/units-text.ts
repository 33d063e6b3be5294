import type { MovedObject, UnitComparison, UnitsComparison } from "../../compare/unit-comparison.ts";
import { nameSet } from "../../object/object-name.ts";
import { diffBlocks, type DiffStyle } from "../diff/diff-text.ts";
import { escapeControl } from "../terminal/escape-control.ts";
import { type Colorize, makePaint } from "../terminal/terminal-color.ts";
import { comparisonBlocks } from "./comparison-text.ts";
import { differsAtAll, unitHeadline, unitsHeadline } from "./units-headline.ts";

/**
 * Formats a comparison of units for people: each unit that differs, what moves between them, the headline.
 */
export function unitsText(compared: UnitsComparison, style: DiffStyle): string {
  const paint = makePaint(style.color);
  const blocks = [
    ...compared.units.filter(differsAtAll).flatMap((unit) => unitBlocks(unit, style, paint)),
    ...movedBlock(compared.moved, style, paint),
    paint("strong", escapeControl(unitsHeadline(compared))),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** Formats only the headline. */
export function unitsSummary(compared: UnitsComparison, { color }: DiffStyle): string {
  return `${makePaint(color)("strong", escapeControl(unitsHeadline(compared)))}\n`;
}

function unitBlocks(unit: UnitComparison, style: DiffStyle, paint: Colorize): readonly string[] {
  const { name, notes, settings, comparison } = unit;
  const title = paint("strong", `Unit ${escapeControl(name)}: ${escapeControl(unitHeadline(unit))}`);
  const known = notes.map((note) => `  ${paint("faint", escapeControl(`(${note})`))}`);
  const names = nameSet([]);
  const [block = ""] = diffBlocks([{ key: "settings", verb: "change", changes: settings }], names, style);
  const lines = settings.length === 0 ? [] : block.split("\n").slice(1);
  return [
    [title, ...known, ...lines].join("\n"),
    ...(comparison === undefined ? [] : comparisonBlocks(comparison, style)),
  ];
}

function movedBlock(moved: readonly MovedObject[], style: DiffStyle, paint: Colorize): readonly string[] {
  if (moved.length === 0) {
    return [];
  }
  const names = nameSet(moved.map(({ key }) => key));
  const lines = moved.flatMap(({ key, from, to, message, changes }) => {
    const [block = ""] = diffBlocks([{ key, verb: "change", changes }], names, style);
    const fields = changes.length === 0 ? [] : block.split("\n").slice(1);
    return [
      `  ${escapeControl(`${names.nameOf(key)}: ${from} → ${to}: ${message}`)}`,
      ...fields.map((line) => `  ${line}`),
    ];
  });
  return [[`${paint("strong", "Moved between units")}:`, ...lines].join("\n")];
}
