import { clickCommand, type InteractiveGraph, wireGraph } from "../../graph-view/graph-events.ts";
import {
  arrangeViewport,
  enterPrint,
  leavePrint,
  makeViewport,
  openDrawing,
} from "../../graph-view/viewport.ts";
import { type Browser, type BrowserEvent, elementOf, oncePerFrame } from "../../page/browser.ts";
import { followPrinting, printArea } from "../../page/print-media.ts";
import { mount, node, patch, type VNode } from "../../page/virtual-dom.ts";
import type { RunView } from "../run-view.ts";
import { act } from "./actions.ts";
import { overviewOf, overviewUrl, type PageState, readRoute, runNumber, runOf, selectedIn } from "./app.ts";
import { ask, askForMissing, checkSilence, forgetOthers, openStream, reopenStream } from "./event-source.ts";
import { headerTree, helpTree } from "./header.ts";
import { handleKey } from "./keyboard.ts";
import { overviewTree } from "./overview.ts";
import { showRow } from "./timeline.ts";
import { unitTree } from "./unit.ts";
import { locateUnitList, measureUnitList } from "./unit-list.ts";

/** The global object of the browser that runs this script. */
declare const window: Browser;

/** Draws the page and follows the server. */
function startPage(browser: Browser): void {
  const mounted = mount(browser.document, node("div", { id: "app" }));
  elementOf(browser.document, "root").append(mounted.element);
  const draw = (): void => {
    const startedAt = browser.performance.now();
    locateUnitList(app);
    patch(browser.document, mounted, pageTree(app));
    browser.document.title = pageTitle(app);
    measureViews(app);
    app.drawTime = browser.performance.now() - startedAt;
  };
  const redraw = oncePerFrame(browser, draw);
  const app = makeApp(browser, redraw);
  wirePage(app);
  wirePrint(app, draw);
  void ask(app, overviewUrl);
  askForMissing(app);
  openStream(app);
  tick(app);
  redraw();
}

/** Returns the state of the page before anything is loaded. */
function makeApp(browser: Browser, redraw: () => void): PageState {
  return {
    browser,
    redraw,
    base: baseOf(browser.location.pathname),
    answers: new Map(),
    route: readRoute(browser.location.hash),
    connection: "connecting",
    stream: undefined,
    ahead: 0,
    lastEventAt: browser.Date.now(),
    asking: new Map(),
    failures: new Map(),
    drawTime: 0,
    graph: makeViewport(
      { titleHeight: 34, margin: 0, largestFit: 1, readableScale: 0.33 },
      browser.innerWidth,
    ),
    timeline: { top: 0, height: 0, quiet: false, isPrinted: false },
    list: { top: 0, heights: new Map(), offsets: new Map(), order: [], isLong: false },
    search: "",
    phase: "",
    grouping: "none",
    said: "",
    dependencies: undefined,
    kept: new Map(),
  };
}

/**
 * Returns the prefix of relative URLs: below `/converge` (no trailing slash) it is `converge/`, below
 * `/converge/` empty.
 */
function baseOf(pathname: string): string {
  const last = pathname.split("/").at(-1) ?? "";
  return last === "" ? "" : `${last}/`;
}

function pageTree(app: PageState): VNode {
  return node("div", { id: "app", class: app.route.unit === undefined ? "at-overview" : "at-unit" }, [
    headerTree(app),
    node("main", { id: "main" }, [app.route.unit === undefined ? overviewTree(app) : unitTree(app)]),
    helpTree(),
    node("div.unseen", { id: "said", role: "status" }, app.said),
  ]);
}

/** Returns the title of the page, which shows failures on a background tab too. */
function pageTitle(app: PageState): string {
  const overview = overviewOf(app);
  const troubled =
    overview?.units.filter(({ phase }) => phase === "Failed" || phase === "Stalled").length ?? 0;
  return `${troubled === 0 ? "" : `(${troubled} failed) `}${viewTitle(app)} · converge`;
}

/** Returns what the page shows: `shop: timeline of run 7`, `platform: all units`. */
function viewTitle(app: PageState): string {
  const { unit, tab } = app.route;
  const sync = overviewOf(app)?.sync;
  if (unit === undefined) {
    return sync === undefined ? "All units" : `${sync}: all units`;
  }
  const run = runNumber(app);
  return run === undefined ? unit : `${unit}: ${tab === "trouble" ? "problems" : tab} of run ${run}`;
}

/** Measures the graph or the timeline as drawn; redraws the page if that changes what is visible. */
function measureViews(app: PageState): void {
  const { document } = app.browser;
  const run = runOf(app);
  const graph = document.getElementById("graph");
  if (run !== undefined && graph !== null) {
    const name = `${app.route.unit} ${run.number} ${run.objects.length}`;
    const selected = selectedIn(app, run);
    const open = (again: boolean): void => {
      if (!again || selected === -1) {
        openDrawing(app.graph, run, selected);
      }
    };
    if (arrangeViewport(app.graph, graph, { name, open })) {
      app.redraw();
    }
  }
  const timeline = document.getElementById("timeline");
  if (timeline !== null && timeline.clientHeight !== app.timeline.height) {
    const isNew = app.timeline.height === 0;
    app.timeline.height = timeline.clientHeight;
    if (isNew && run !== undefined) {
      showRow(app, run);
    }
    app.redraw();
  }
  if (measureUnitList(app)) {
    app.redraw();
  }
}

/** Lays the graph and the timeline out for paper before the page is printed. */
function wirePrint(app: PageState, draw: () => void): void {
  followPrinting(app.browser, (isPrinting) => {
    const run = runOf(app);
    app.timeline.isPrinted = isPrinting;
    if (isPrinting && run !== undefined) {
      enterPrint(app.graph, run, printArea);
    } else {
      leavePrint(app.graph);
    }
    draw();
  });
}

/** Redraws the visible page periodically, because ages grow, and checks for a silent server. */
function tick(app: PageState): void {
  app.browser.setTimeout(() => {
    checkSilence(app);
    if (app.browser.document.visibilityState === "visible") {
      app.redraw();
    }
    tick(app);
  }, 1000);
}

/** Registers the handlers of keys, buttons, the graph and the URL. */
function wirePage(app: PageState): void {
  const { browser, redraw } = app;
  const { document } = browser;
  const drawing = (): RunView | undefined => runOf(app);
  const graph: InteractiveGraph = {
    browser,
    id: "graph",
    view: app.graph,
    wheelZooms: false,
    drawing,
    redraw,
  };
  wireGraph(graph);
  document.addEventListener("keydown", (event) => handleKey(app, event));
  document.addEventListener("click", (event) => {
    const command = clickCommand(graph, event);
    if (command !== "") {
      act(app, command);
    }
  });
  document.addEventListener("input", ({ target }) => {
    if (target.id === "search") {
      app.search = target.value.trim();
      redraw();
    }
  });
  wireScrolling(app);
  browser.addEventListener("hashchange", () => moveTo(app));
  browser.addEventListener("online", () => reopenStream(app));
}

/** Registers the handlers of what changes which rows of a long list are visible. */
function wireScrolling(app: PageState): void {
  const { browser, redraw } = app;
  const scroll = ({ target }: BrowserEvent): void => {
    if (target.id === "timeline") {
      app.timeline.top = target.scrollTop;
      redraw();
    } else if (app.list.isLong && app.route.unit === undefined) {
      redraw();
    }
  };
  browser.document.addEventListener("scroll", scroll, { capture: true, passive: true });
  browser.addEventListener("resize", () => {
    // Texts wrap differently.
    app.list.heights.clear();
    app.list.offsets.clear();
    redraw();
  });
  // The unit above or below a focused one has to be drawn before the next key.
  browser.document.addEventListener("focusin", redraw);
}

/** Handles a change of the URL. */
function moveTo(app: PageState): void {
  const before = app.route;
  app.route = readRoute(app.browser.location.hash);
  if (before.unit !== app.route.unit) {
    app.search = "";
    elementOf(app.browser.document, "search").value = "";
    forgetOthers(app);
  }
  if (before.tab !== app.route.tab) {
    app.timeline.top = 0;
    app.timeline.height = 0;
    app.graph.fitted = "";
  }
  askForMissing(app);
  app.redraw();
}

startPage(window);
