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
  /** Both plans, for the page. */
  readonly plans: ComparedPlans;
}

type Writer = (comparison: SetComparison, style: ComparisonStyle) => Promise<string>;

const writers: Readonly<Record<ComparisonFormat | "summary", Writer>> = {
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
  style: ComparisonStyle,
): Promise<string> {
  return writers[format](comparison, style);
}
