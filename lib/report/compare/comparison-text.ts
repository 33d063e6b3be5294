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
  const paint = makePaint(style.color);
  const names = namesOf(comparison);
  const sections = comparisonSections(comparison, names).map(({ title, lines }) =>
    [`${paint("strong", title)}:`, ...lines.map((line) => `  ${escapeControl(line)}`)].join("\n"),
  );
  const blocks = [...diffBlocks(comparison.objects.map(objectDiffOf), names, style), ...sections];
  return `${[...blocks, headlineOf(comparison, style)].join("\n\n")}\n`;
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
