import type { UnitsComparison } from "../../lib/compare/unit-comparison.ts";
import type { SetComparison } from "../../lib/compare/set-comparison.ts";
import type { SideNames } from "../../lib/report/compare/side-names.ts";
import type { DiffStyle } from "../../lib/report/diff/diff-text.ts";
import type { ComparedPlans } from "../../lib/web/plan-page/compared-texts.ts";
import type { Host } from "../host/host.ts";
import { workspacePath } from "./print-diagnostics.ts";

/** The output formats of a comparison. */
export const comparisonFormats = ["table", "json", "markdown", "github", "html"] as const;
export type ComparisonFormat = (typeof comparisonFormats)[number];

/** Options for writing a comparison. */
export interface ComparisonStyle extends DiffStyle {
  readonly sides: SideNames;
  /** Characters of Markdown. */
  readonly most: number;
  readonly host: Pick<Host, "env" | "exists">;
}

/** Options for writing a comparison of one set. */
export interface SetStyle extends ComparisonStyle {
  /** Both plans, for the page. */
  readonly plans: ComparedPlans;
}

/** Options for writing a comparison of units. */
export interface UnitsStyle extends ComparisonStyle {
  /** The plans of each unit, in their order, for the page; undefined of one that is not read. */
  readonly plans: readonly (ComparedPlans | undefined)[];
}

type Writers<Compared, Style> = Readonly<
  Record<ComparisonFormat | "summary", (compared: Compared, style: Style) => Promise<string>>
>;

const writers: Writers<SetComparison, SetStyle> = {
  summary: async (comparison, style) =>
    (await import("../../lib/report/compare/comparison-text.ts")).comparisonSummary(comparison, style),
  table: async (comparison, style) =>
    (await import("../../lib/report/compare/comparison-text.ts")).comparisonText(comparison, style),
  json: async (comparison, { sides }) =>
    (await import("../../lib/report/compare/comparison-json.ts")).comparisonJson(comparison, sides),
  markdown: async (comparison, style) =>
    (await import("../../lib/report/compare/comparison-markdown.ts")).comparisonMarkdown(comparison, style),
  html: async (comparison, { plans, sides }) =>
    (await import("../../lib/web/plan-page/compare-html.ts")).comparisonHtml({ ...plans, comparison, sides }),
  github: async (comparison, { host }) =>
    (await import("../../lib/report/compare/comparison-github.ts")).comparisonGithub(
      comparison,
      workspacePath(host),
    ),
};

/** Formats a comparison for output; `summary` is one line. */
export function formatComparison(
  comparison: SetComparison,
  format: ComparisonFormat | "summary",
  style: SetStyle,
): Promise<string> {
  return writers[format](comparison, style);
}

const unitsWriters: Writers<UnitsComparison, UnitsStyle> = {
  summary: async (compared, style) =>
    (await import("../../lib/report/compare/units-text.ts")).unitsSummary(compared, style),
  table: async (compared, style) =>
    (await import("../../lib/report/compare/units-text.ts")).unitsText(compared, style),
  json: async (compared, { sides }) =>
    (await import("../../lib/report/compare/units-json.ts")).unitsJson(compared, sides),
  markdown: async (compared, style) =>
    (await import("../../lib/report/compare/units-markdown.ts")).unitsMarkdown(compared, style),
  html: async (compared, { plans, sides }) =>
    (await import("../../lib/web/plan-page/units-html.ts")).unitsComparisonHtml({ compared, plans, sides }),
  github: async (compared, { host }) =>
    (await import("../../lib/report/compare/units-github.ts")).unitsGithub(compared, workspacePath(host)),
};

/** Formats a comparison of units for output; `summary` is one line. */
export function formatUnitsComparison(
  compared: UnitsComparison,
  format: ComparisonFormat | "summary",
  style: UnitsStyle,
): Promise<string> {
  return unitsWriters[format](compared, style);
}
