import { graphStyle } from "../graph-view/graph-style.ts";
import { type HtmlPage, htmlPage } from "../page/html-page.ts";
import { pageScript } from "../page/page-script.ts";
import { pageTheme, printStyle } from "../page/page-theme.ts";
import { dashboardStyle } from "./dashboard-style.ts";

/**
 * Returns the page before any data is loaded: it contains nothing of any cluster, so it is the same for all.
 */
export function pageHtml(): HtmlPage {
  return htmlPage({
    title: "All units · converge",
    style: pageTheme + graphStyle + dashboardStyle + printStyle,
    script: pageScript("dashboard"),
    body: "<noscript>This page needs JavaScript. The same data is available as JSON at api/v1/overview.</noscript>",
    isServed: true,
  });
}
