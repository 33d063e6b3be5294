import type { Plan } from "../../lib/plan/plan.ts";
import type { TableStyle } from "../../lib/report/plan/plan-table.ts";

/** The output formats of a plan. */
export const outputFormats = ["table", "json", "yaml", "name", "dot", "mermaid", "html"] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** The style of a plan's output. */
export interface PlanStyle extends TableStyle {
  readonly showSecrets: boolean;
}

type Writer = (plan: Plan, style: PlanStyle) => Promise<string>;

/** Writers are loaded on demand: the page alone is bigger than everything else. */
const writers: Readonly<Record<OutputFormat | "summary", Writer>> = {
  summary: async (plan, style) => (await import("../../lib/report/plan/plan-table.ts")).planSize(plan, style),
  table: async (plan, style) => (await import("../../lib/report/plan/plan-table.ts")).planTable(plan, style),
  json: async (plan, { forecast }) =>
    (await import("../../lib/report/plan/plan-json.ts")).planJson(plan, forecast),
  yaml: async (plan, style) =>
    (await import("../../lib/report/plan/plan-manifests.ts")).planYaml(plan, style),
  name: async (plan) => (await import("../../lib/report/plan/plan-manifests.ts")).planNames(plan),
  dot: async (plan) => (await import("../../lib/report/plan/plan-dot.ts")).planDot(plan),
  mermaid: async (plan) => (await import("../../lib/report/plan/plan-mermaid.ts")).planMermaid(plan),
  html: async (plan, { forecast }) =>
    (await import("../../lib/web/plan-page/plan-html.ts")).planHtml(plan, forecast),
};

/** Formats the plan for output; `summary` is its size, and its expected time. */
export function formatPlan(plan: Plan, format: OutputFormat | "summary", style: PlanStyle): Promise<string> {
  return writers[format](plan, style);
}
