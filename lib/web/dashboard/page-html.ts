import { graphStyle } from "../graph-view/graph-style.ts";
import { type HtmlPage, htmlPage } from "../page/html-page.ts";
import { pageScript } from "../page/page-script.ts";
import { pageTheme } from "../page/page-theme.ts";
import { dashboardStyle } from "./dashboard-style.ts";

/**
 * Returns the page before any data is loaded: it contains nothing of any cluster, so it is the same for all.
 */
export function pageHtml(): HtmlPage {
  return htmlPage({
    title: "converge",
    style: pageTheme + graphStyle + dashboardStyle,
    script: pageScript("dashboard"),
    body: "<noscript>This page draws itself by a script of its own. The same is at api/v1/overview as JSON.</noscript>",
    isServed: true,
  });
}
