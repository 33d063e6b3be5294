import { act, focusView, selectObject, stepRow, stepRun, unselect } from "./actions.ts";
import { type PageState, isSoughtOut, runOf, selectedIn } from "./app.ts";
import type { BrowserEvent } from "./browser.ts";
import { scheduleRender, go } from "./render-loop.ts";
import { nearestInDirection } from "./graph-viewport.ts";

/** Handles keys of the whole page. */
export function handleKey(app: PageState, event: BrowserEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("dialog") !== null) {
    return;
  }
  if (event.target.id === "search") {
    handleSearchKey(app, event);
  } else if (!handlePlaceKey(app, event)) {
    heedPageKey(app, event);
  }
}

/** Handles keys in the search field. */
export function handleSearchKey(app: PageState, event: BrowserEvent): void {
  if (event.key === "Escape") {
    event.preventDefault();
    clearSearch(app);
    leaveSearch(app);
  } else if (event.key === "Enter" && app.search !== "") {
    event.preventDefault();
    openFirst(app);
  }
}

/** Clears the search. */
export function clearSearch(app: PageState): void {
  const input = app.browser.document.getElementById("search");
  if (input !== null) {
    input.value = "";
  }
  app.search = "";
  scheduleRender(app);
}

/** Moves the focus from the search field to the view. */
export function leaveSearch(app: PageState): void {
  app.browser.document.getElementById("search")?.blur();
  focusView(app);
}

/** Opens the first match of the search. */
export function openFirst(app: PageState): void {
  if (app.route.unit === undefined) {
    app.browser.document.getElementById("unit-0")?.click();
    return;
  }
  const run = runOf(app);
  const found = run?.objects.findIndex(({ key }) => !isSoughtOut(app, key)) ?? -1;
  if (found !== -1) {
    clearSearch(app);
    selectObject(app, found);
    leaveSearch(app);
  }
}

/** Handles keys that depend on where the focus is. Returns whether the key was one of them. */
export function handlePlaceKey(app: PageState, event: BrowserEvent): boolean {
  const { target } = event;
  if (target.closest("#graph") !== null) {
    return heedGraphKey(app, event);
  }
  const step = arrowOf(event.key);
  if (step === undefined) {
    return false;
  }
  if (target.closest("#timeline") !== null && step[1] !== 0) {
    event.preventDefault();
    stepRow(app, step[1]);
    return true;
  }
  if (target.closest("[role=tablist]") !== null && step[0] !== 0) {
    event.preventDefault();
    stepTab(app, step[0]);
    return true;
  }
  return target.closest(".units") !== null && stepUnit(app, event, step[1]);
}

/** Returns the direction of an arrow key: right and down. */
export function arrowOf(key: string): readonly [number, number] | undefined {
  const arrows = new Map<string, readonly [number, number]>([
    ["ArrowLeft", [-1, 0]],
    ["ArrowRight", [1, 0]],
    ["ArrowUp", [0, -1]],
    ["ArrowDown", [0, 1]],
  ]);
  return arrows.get(key);
}

/** Handles keys of the graph. Returns whether the key was one of them. */
export function heedGraphKey(app: PageState, event: BrowserEvent): boolean {
  const run = runOf(app);
  const arrow = arrowOf(event.key);
  if (run !== undefined && arrow !== undefined) {
    event.preventDefault();
    selectObject(app, nearestInDirection(run, selectedIn(app, run), arrow));
    return true;
  }
  const orders = new Map([
    ["+", "zoom-in"],
    ["=", "zoom-in"],
    ["-", "zoom-out"],
    ["0", "fit"],
  ]);
  const order = orders.get(event.key);
  if (order !== undefined) {
    act(app, order);
  }
  return order !== undefined;
}

/** Goes to the adjacent tab. */
export function stepTab(app: PageState, step: number): void {
  const tabs = ["graph", "timeline", "changes", "trouble"];
  const place = (tabs.indexOf(app.route.tab) + step + tabs.length) % tabs.length;
  const tab = tabs[place] ?? "graph";
  go(app, { tab });
  app.browser.document.getElementById(`tab-${tab}`)?.focus();
}

/** Goes to the unit above or below. */
export function stepUnit(app: PageState, event: BrowserEvent, step: number): boolean {
  const row = event.target.closest("li");
  const order = Number(row?.getAttribute("data-place") ?? "NaN") + step;
  const next = app.browser.document.getElementById(`unit-${order}`);
  if (step === 0 || next === null) {
    return false;
  }
  event.preventDefault();
  next.focus();
  return true;
}

/** Handles keys that mean the same everywhere. */
export function heedPageKey(app: PageState, event: BrowserEvent): void {
  const tabs = ["graph", "timeline", "changes", "trouble"];
  const tab = tabs[Number(event.key) - 1];
  if (event.key === "/") {
    event.preventDefault();
    app.browser.document.getElementById("search")?.focus();
  } else if (event.key === "?") {
    act(app, "help");
  } else if (event.key === "Escape") {
    escapeView(app);
  } else if (app.route.unit !== undefined && tab !== undefined) {
    go(app, { tab });
  } else if (event.key === "[" || event.key === "]") {
    stepRun(app, event.key === "[" ? 1 : -1);
  }
}

/** Clears one thing at a time: the search, the selected object, the phase filter, the unit. */
export function escapeView(app: PageState): void {
  if (app.search !== "") {
    clearSearch(app);
  } else if (app.route.object !== undefined) {
    unselect(app);
  } else if (app.phase === "") {
    go(app, { unit: undefined, object: undefined, run: undefined });
  } else {
    act(app, `phase:${app.phase}`);
  }
}
