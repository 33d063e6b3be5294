import type { SetComparison } from "../../compare/set-comparison.ts";
import { withNamespace } from "../../object/object-name.ts";
import { diffBlocks, type DiffStyle } from "../diff/diff-text.ts";
import { escapeControl } from "../terminal/escape-control.ts";
import { makePaint } from "../terminal/terminal-color.ts";
import { comparisonSections, namesOf } from "./comparison-sections.ts";
import { comparisonHeadline } from "./headline.ts";
import { objectDiffOf } from "./object-diffs.ts";

/** Formats a comparison for people: the fields of objects, the other aspects, then the headline. */
export function comparisonText(comparison: SetComparison, style: DiffStyle): string {
  return `${[...comparisonBlocks(comparison, style), headlineOf(comparison, style)].join("\n\n")}\n`;
}

/** Formats the fields of objects and the other aspects, one text per block of lines. */
export function comparisonBlocks(comparison: SetComparison, style: DiffStyle): readonly string[] {
  const paint = makePaint(style.color);
  const names = namesOf(comparison);
  const sections = comparisonSections(comparison, names).map(({ title, lines }) =>
    [`${paint("strong", title)}:`, ...lines.map((line) => `  ${escapeControl(line)}`)].join("\n"),
  );
  return [...diffBlocks(comparison.objects.map(objectDiffOf), names, style), ...sections];
}

/** Formats only the headline, with the number of unchanged objects. */
export function comparisonSummary(comparison: SetComparison, style: DiffStyle): string {
  return `${headlineOf(comparison, style)}\n`;
}

function headlineOf(comparison: SetComparison, { color }: DiffStyle): string {
  const { unchanged } = comparison;
  const same = unchanged === 0 ? "" : `, ${unchanged} unchanged`;
  const { namespace } = namesOf(comparison);
  const words = withNamespace(`${comparisonHeadline(comparison)}${same}`, namespace);
  return makePaint(color)("strong", escapeControl(words));
}
