import type { Forecast } from "../../plan/forecast.ts";
import type { Plan } from "../../plan/plan.ts";
import { graphStyle } from "../graph-view/graph-style.ts";
import { htmlPage } from "../page/html-page.ts";
import { pageScript } from "../page/page-script.ts";
import { pageTheme, printStyle } from "../page/page-theme.ts";
import type { PageData } from "./page-data.ts";
import { makePageData } from "./plan-data.ts";
import { planStyle } from "./plan-style.ts";

/** Returns the plan as one self-contained page: groups as lanes, objects as boxes, edges as lines. */
export function planHtml(plan: Plan, forecast?: Forecast): string {
  return drawingHtml(makePageData(plan, forecast));
}

/**
 * Returns a drawing as one self-contained page: groups as lanes, objects as boxes, edges as lines; it pans,
 * zooms, searches, and explains each edge. The page has no network access and runs no script but its own:
 * content of manifests is data in it, shown as text.
 */
export function drawingHtml(data: PageData): string {
  return htmlPage({
    title: `${data.title}: ${data.summary} · converge`,
    style: pageTheme + graphStyle + planStyle + printStyle,
    script: pageScript("plan"),
    body: `<script type="application/json" id="plan">${scriptSafe(JSON.stringify(data))}</script>`,
    isServed: false,
  }).html;
}

/** Escapes JSON for a script element: nothing in it ends the element or a line. */
function scriptSafe(json: string): string {
  return json.replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
