import type { Browser, BrowserEvent } from "./browser.ts";
import { drawScene } from "./draw.ts";
import { handlePageKey, handleStageKey } from "./keys.ts";
import type { PageArrow, PageData } from "../page-data.ts";
import { elementOf, type PlanPage } from "./page.ts";
import { clearSelection, find, matchesOf, select } from "./selection.ts";
import { applyView, fitView, zoomView } from "./view.ts";

/** The global object of the browser that runs this script. */
declare const window: Browser;

/** Draws the page and registers its handlers. */
function startPage(browser: Browser): void {
  const page = makePage(browser, JSON.parse(elementOf(browser, "plan").textContent));
  elementOf(browser, "title").textContent = page.data.title;
  elementOf(browser, "summary").textContent = page.data.summary;
  drawScene(page);
  wireStage(page);
  wireControls(page);
  openAtLink(page);
}

/** Returns the state of the page before anything is drawn. */
function makePage(browser: Browser, data: PageData): PlanPage {
  const incoming = data.objects.map((): PageArrow[] => []);
  const outgoing = data.objects.map((): PageArrow[] => []);
  for (const arrow of data.arrows) {
    incoming[arrow.second]?.push(arrow);
    outgoing[arrow.first]?.push(arrow);
  }
  // Waits that take time come first.
  const sequence = new Set(["present", "deleting"]);
  for (const list of incoming) {
    list.sort((left, right) => Number(sequence.has(left.until)) - Number(sequence.has(right.until)));
  }
  const part = (id: string) => elementOf(browser, id);
  const ruler = browser.document.createElement("canvas").getContext("2d");
  ruler.font = '650 100px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';
  return {
    browser,
    data,
    incoming,
    outgoing,
    elements: {
      stage: part("stage"),
      context: part("world"),
      lanes: part("lanes"),
      arrows: part("arrows"),
      shapes: part("shapes"),
      marks: part("marks"),
      boxes: part("boxes"),
      lit: part("lit"),
      headers: part("headers"),
      panel: part("panel"),
      search: part("search"),
      status: part("status"),
    },
    measure: (text) => ruler.measureText(text).width / 100,
    view: { x: 0, y: 0, scale: 1, frameAsked: false },
    mounted: new Map(),
    drawn: { observation: "", routes: undefined },
    choice: { selected: null, near: new Set() },
  };
}

/** Opens the page at the object named in the URL, as in `plan.html#apps%2F…`, or else without a selection. */
function openAtLink(page: PlanPage): void {
  const { hash } = page.browser.location;
  // Small plans open whole, large ones at their beginning, with readable texts.
  fitView(page, 0.5);
  const linked = page.data.objects.findIndex((object) => `#${encodeURIComponent(object.ref)}` === hash);
  if (linked === -1) {
    clearSelection(page);
  } else {
    select(page, linked);
  }
}

/** Registers the handlers of the drawing: drag to pan, wheel to zoom, click to select. */
function wireStage(page: PlanPage): void {
  const { stage } = page.elements;
  const drag = { active: false, moved: false, x: 0, y: 0 };
  stage.addEventListener("pointerdown", (event) => {
    Object.assign(drag, { active: event.button === 0, moved: false, x: event.clientX, y: event.clientY });
  });
  stage.addEventListener("pointermove", (event) => {
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (drag.active && (drag.moved || Math.abs(dx) + Math.abs(dy) > 4)) {
      stage.setPointerCapture(event.pointerId);
      Object.assign(drag, { moved: true, x: event.clientX, y: event.clientY });
      page.view.x += dx;
      page.view.y += dy;
      applyView(page);
    }
  });
  stage.addEventListener("pointerup", (event) => {
    if (drag.active && !drag.moved) {
      selectAt(page, event);
    }
    drag.active = false;
  });
  stage.addEventListener("pointercancel", () => {
    drag.active = false;
  });
  stage.addEventListener("wheel", (event) => handleWheel(page, event), { passive: false });
  stage.addEventListener("keydown", (event) => handleStageKey(page, event));
}

/** Zooms around the pointer. */
function handleWheel(page: PlanPage, event: BrowserEvent): void {
  event.preventDefault();
  const { left, top } = page.elements.stage.getBoundingClientRect();
  const pixels = event.deltaMode === 1 ? event.deltaY * 24 : event.deltaY;
  const factor = Math.exp(-Math.max(-240, Math.min(240, pixels)) / 500);
  zoomView(page, factor, [event.clientX - left, event.clientY - top]);
}

/** Selects the object under the pointer, whether its box is mounted or a bare shape. */
function selectAt(page: PlanPage, event: BrowserEvent): void {
  const { data, view, elements } = page;
  const { left, top } = elements.stage.getBoundingClientRect();
  const x = (event.clientX - left - view.x) / view.scale;
  const y = (event.clientY - top - view.y) / view.scale;
  const index = data.objects.findIndex(
    (object) =>
      x >= object.x && x <= object.x + data.boxWidth && y >= object.y && y <= object.y + data.boxHeight,
  );
  if (index === -1) {
    clearSelection(page);
  } else {
    select(page, index);
  }
}

/** Registers the handlers of the search field, the buttons, the keys and the window size. */
function wireControls(page: PlanPage): void {
  const { browser, elements } = page;
  const { search } = elements;
  search.addEventListener("input", () => find(page, search.value));
  search.addEventListener("keydown", (event) => {
    const [first] = matchesOf(page, search.value.toLowerCase().split(/\s+/));
    if (event.key === "Enter" && first !== undefined) {
      select(page, first);
      elements.stage.focus();
    }
  });
  elements.panel.addEventListener("click", (event) => {
    const object = event.target.closest("[data-object]")?.getAttribute("data-object");
    if (object !== undefined && object !== null) {
      select(page, Number(object));
    }
  });
  elementOf(browser, "zoom-in").addEventListener("click", () => zoomView(page, 1.25));
  elementOf(browser, "zoom-out").addEventListener("click", () => zoomView(page, 0.8));
  elementOf(browser, "fit").addEventListener("click", () => fitView(page, 0.04));
  browser.document.addEventListener("keydown", (event) => handlePageKey(page, event));
  browser.addEventListener("resize", () => applyView(page));
}

startPage(window);
