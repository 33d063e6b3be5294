import { type PageState, overviewOf, readRoute, type PageRoute, runOf, writeRoute } from "./app.ts";
import { arrangeGraph } from "./graph-viewport.ts";
import { headerTree, helpTree } from "./header.ts";
import { overviewTree } from "./overview.ts";
import { node, type VNode, patch } from "./virtual-dom.ts";
import { unitTree } from "./unit.ts";
import { showRow } from "./timeline-sight.ts";

/** Redraws the page on the next frame. */
export function scheduleRender(app: PageState): void {
  if (!app.frameAsked) {
    app.frameAsked = true;
    app.browser.requestAnimationFrame(() => {
      app.frameAsked = false;
      drawPage(app);
    });
  }
}

/** Draws the page from its current state. */
export function drawPage(app: PageState): void {
  patch(app.browser.document, app.mounted, pageTree(app));
  app.browser.document.title = pageTitle(app);
  const run = runOf(app);
  if (run !== undefined && app.route.tab === "graph" && arrangeGraph(app, run)) {
    scheduleRender(app);
  }
  const timeline = app.browser.document.getElementById("timeline");
  if (timeline !== null && timeline.clientHeight !== app.timeline.height) {
    const isNew = app.timeline.height === 0;
    app.timeline.height = timeline.clientHeight;
    if (isNew && run !== undefined) {
      showRow(app, run);
    }
    scheduleRender(app);
  }
}

/** Renders the whole page. */
export function pageTree(app: PageState): VNode {
  return node("div", { id: "app", class: app.route.unit === undefined ? "at-overview" : "at-unit" }, [
    headerTree(app),
    node("main", { id: "main" }, [app.route.unit === undefined ? overviewTree(app) : unitTree(app)]),
    helpTree(),
    node("div.unseen", { id: "said", role: "status" }, app.said),
  ]);
}

/** Returns the title of the page, which shows failures on a background tab too. */
export function pageTitle(app: PageState): string {
  const overview = overviewOf(app);
  const troubled =
    overview?.units.filter(({ phase }) => phase === "Failed" || phase === "Stalled").length ?? 0;
  const place = app.route.unit ?? overview?.sync ?? "";
  return [troubled === 0 ? "" : `(${troubled} failed)`, place, "· converge"]
    .filter((part) => part !== "")
    .join(" ");
}

/** Navigates; what is not named stays as it is. */
export function go(app: PageState, change: Partial<PageRoute>): void {
  app.browser.location.hash = writeRoute({ ...app.route, ...change });
}

/** Navigates without an entry in the browser history. */
export function goQuietly(app: PageState, change: Partial<PageRoute>): void {
  const hash = writeRoute({ ...app.route, ...change });
  app.browser.history.replaceState(null, "", hash);
  app.route = readRoute(hash);
  scheduleRender(app);
}
