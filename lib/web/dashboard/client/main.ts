import { act, selectObject } from "./actions.ts";
import { type PageState, overviewUrl, readRoute, runOf } from "./app.ts";
import type { Browser, BrowserElement, BrowserEvent } from "./browser.ts";
import { ask, askForMissing, checkSilence, forgetOthers, openStream, reopenStream } from "./event-source.ts";
import { scheduleRender } from "./render-loop.ts";
import { objectAt, zoomGraph } from "./graph-viewport.ts";
import { handleKey } from "./keyboard.ts";
import { mount, node } from "./virtual-dom.ts";

/** The global object of the browser that runs this script. */
declare const window: Browser;

/** Draws the page and follows the server. */
function startPage(browser: Browser): void {
  const root = browser.document.getElementById("root");
  if (root === null) {
    throw new Error("the page has no root");
  }
  const app = makeApp(browser, root);
  wirePage(app);
  wirePointer(app);
  wireDrag(app);
  void ask(app, overviewUrl());
  askForMissing(app);
  openStream(app);
  tick(app);
  scheduleRender(app);
}

/** Returns the state of the page before anything is loaded. */
function makeApp(browser: Browser, root: BrowserElement): PageState {
  const mounted = mount(browser.document, node("div", { id: "app" }));
  root.append(mounted.element);
  return {
    browser,
    mounted,
    base: baseOf(browser.location.pathname),
    answers: new Map(),
    route: readRoute(browser.location.hash),
    connection: "connecting",
    stream: undefined,
    ahead: 0,
    lastEventAt: browser.Date.now(),
    frameAsked: false,
    asking: new Map(),
    graph: { left: 0, top: 0, width: browser.innerWidth, height: 500, scale: 1, fitted: "", goal: undefined },
    drag: { isOn: false, isMoved: false, x: 0, y: 0 },
    timeline: { top: 0, height: 0, quiet: false },
    search: "",
    phase: "",
    grouping: "none",
    said: "",
    wiring: undefined,
    made: new Map(),
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

/** Redraws the visible page periodically, because ages grow, and checks for a silent server. */
function tick(app: PageState): void {
  app.browser.setTimeout(() => {
    checkSilence(app);
    if (app.browser.document.visibilityState === "visible") {
      scheduleRender(app);
    }
    tick(app);
  }, 1000);
}

/** Registers the handlers of keys, buttons and the URL. */
function wirePage(app: PageState): void {
  const { browser } = app;
  const { document } = browser;
  document.addEventListener("keydown", (event) => {
    handleKey(app, event);
  });
  document.addEventListener("click", (event) => {
    handleClick(app, event);
  });
  document.addEventListener("input", ({ target }) => {
    if (target.id === "search") {
      app.search = target.value.trim();
      scheduleRender(app);
    }
  });
  browser.addEventListener("hashchange", () => {
    moveTo(app);
  });
  browser.addEventListener("resize", () => {
    scheduleRender(app);
  });
  browser.addEventListener("online", () => {
    reopenStream(app);
  });
}

/** Handles a change of the URL. */
function moveTo(app: PageState): void {
  const before = app.route;
  app.route = readRoute(app.browser.location.hash);
  if (before.unit !== app.route.unit) {
    app.search = "";
    const input = app.browser.document.getElementById("search");
    if (input !== null) {
      input.value = "";
    }
    forgetOthers(app);
  }
  if (before.tab !== app.route.tab) {
    app.timeline.top = 0;
    app.timeline.height = 0;
    app.graph.fitted = "";
  }
  askForMissing(app);
  scheduleRender(app);
}

/** Runs the command that a button names in its `data-do` attribute. */
function handleClick(app: PageState, event: BrowserEvent): void {
  if (app.drag.isMoved) {
    app.drag.isMoved = false;
    return;
  }
  const order = event.target.closest("[data-do]")?.getAttribute("data-do") ?? "";
  if (order !== "") {
    act(app, order);
    return;
  }
  const run = runOf(app);
  const graph = event.target.closest("#graph");
  if (graph !== null && run !== undefined) {
    const { left, top } = graph.getBoundingClientRect();
    const number = objectAt(app, run, [event.clientX - left, event.clientY - top]);
    if (number === -1) {
      act(app, "unselect");
    } else {
      selectObject(app, number);
    }
  }
}

/** Handles scrolling, and zooming by wheel while Ctrl is held. */
function wirePointer(app: PageState): void {
  const { document } = app.browser;
  document.addEventListener(
    "scroll",
    ({ target }) => {
      if (target.id === "graph") {
        app.graph.left = target.scrollLeft;
        app.graph.top = target.scrollTop;
        scheduleRender(app);
      } else if (target.id === "timeline") {
        app.timeline.top = target.scrollTop;
        scheduleRender(app);
      }
    },
    { capture: true, passive: true },
  );
  document.addEventListener(
    "wheel",
    (event) => {
      const graph = event.ctrlKey ? event.target.closest("#graph") : null;
      if (graph !== null) {
        event.preventDefault();
        const { left, top } = graph.getBoundingClientRect();
        const factor = Math.exp(-Math.max(-240, Math.min(240, event.deltaY)) / 400);
        zoomGraph(app, factor, [event.clientX - left, event.clientY - top]);
        scheduleRender(app);
      }
    },
    { passive: false },
  );
}

/** Handles dragging the graph with the mouse; touch scrolls it natively. */
function wireDrag(app: PageState): void {
  const { document } = app.browser;
  const { drag } = app;
  document.addEventListener("pointerdown", (event) => {
    const isOn =
      event.pointerType === "mouse" && event.button === 0 && event.target.closest("#graph") !== null;
    Object.assign(drag, { isOn, isMoved: false, x: event.clientX, y: event.clientY });
  });
  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    const [right, down] = [clientX - drag.x, clientY - drag.y];
    if (drag.isOn && (drag.isMoved || Math.abs(right) + Math.abs(down) > 5)) {
      Object.assign(drag, { isMoved: true, x: clientX, y: clientY });
      const graph = document.getElementById("graph");
      graph?.scrollTo(graph.scrollLeft - right, graph.scrollTop - down);
    }
  });
  for (const type of ["pointerup", "pointercancel"]) {
    document.addEventListener(type, () => {
      drag.isOn = false;
    });
  }
}

startPage(window);
