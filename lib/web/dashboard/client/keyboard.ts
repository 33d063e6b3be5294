import { arrowOf, keyCommand } from "../../graph-view/graph-events.ts";
import type { BrowserElement, BrowserEvent } from "../../page/browser.ts";
import { act, focusView, selectObject, stepRow, stepRun } from "./actions.ts";
import { type PageState, go, isFilteredOut, runOf, selectedIn, tabs } from "./app.ts";

/** Handles keys of the whole page. */
export function handleKey(app: PageState, event: BrowserEvent): void {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("dialog") !== null) {
    return;
  }
  const isHandled = target.id === "search" ? handleSearchKey(app, event) : handlePlaceKey(app, event);
  if (isHandled || (target.id !== "search" && handlePageKey(app, event))) {
    event.preventDefault();
  }
}

function handleSearchKey(app: PageState, { key }: BrowserEvent): boolean {
  if (key === "Escape") {
    clearSearch(app);
    leaveSearch(app);
    return true;
  }
  if (key === "Enter" && app.search !== "") {
    openFirst(app);
    return true;
  }
  return key === "ArrowDown" && focusUnit(app, 0);
}

function clearSearch(app: PageState): void {
  const input = app.browser.document.getElementById("search");
  if (input !== null) {
    input.value = "";
  }
  app.search = "";
  app.redraw();
}

/** Moves the focus from the search field to the view. */
function leaveSearch(app: PageState): void {
  app.browser.document.getElementById("search")?.blur();
  focusView(app);
}

/** Opens the first match of the search. */
function openFirst(app: PageState): void {
  if (app.route.unit === undefined) {
    app.browser.document.getElementById("unit-0")?.click();
    return;
  }
  const found = runOf(app)?.objects.findIndex(({ key }) => !isFilteredOut(app, key)) ?? -1;
  if (found !== -1) {
    clearSearch(app);
    selectObject(app, found);
    leaveSearch(app);
  }
}

/** Handles keys that depend on where the focus is. Returns whether the key was one of them. */
function handlePlaceKey(app: PageState, { target, key }: BrowserEvent): boolean {
  const run = runOf(app);
  if (target.closest("#graph") !== null) {
    const command = keyCommand(run, run === undefined ? -1 : selectedIn(app, run), key);
    act(app, command);
    return command !== "";
  }
  const [right, down] = arrowOf(key) ?? [0, 0];
  if (target.closest("#timeline") !== null && down !== 0) {
    stepRow(app, down);
    return true;
  }
  if (target.closest("[role=tablist]") !== null && right !== 0) {
    stepTab(app, right);
    return true;
  }
  return stepUnit(app, target, key);
}

/** Goes to the adjacent tab. */
function stepTab(app: PageState, step: number): void {
  const place = (tabs.indexOf(app.route.tab) + step + tabs.length) % tabs.length;
  const tab = tabs[place] ?? "graph";
  go(app, { tab });
  app.browser.document.getElementById(`tab-${tab}`)?.focus();
}

/** Goes from a unit to the one above or below, the first or the last. Returns whether there is one. */
function stepUnit(app: PageState, target: BrowserElement, key: string): boolean {
  const place = Number(target.closest(".units li")?.getAttribute("data-place") ?? "NaN");
  const places = new Map([
    ["ArrowUp", place - 1],
    ["ArrowDown", place + 1],
    ["Home", 0],
    ["End", app.list.order.length - 1],
  ]);
  return !Number.isNaN(place) && focusUnit(app, places.get(key) ?? -1);
}

/** Focuses the unit at a place. Returns whether there is one. */
function focusUnit(app: PageState, place: number): boolean {
  const unit = app.browser.document.getElementById(`unit-${place}`);
  unit?.focus();
  return unit !== null;
}

/** Handles keys that mean the same everywhere. Returns whether the browser is not to handle them too. */
function handlePageKey(app: PageState, { key }: BrowserEvent): boolean {
  const tab = tabs[Number(key) - 1];
  if (key === "/") {
    app.browser.document.getElementById("search")?.focus();
    return true;
  }
  if (key === "?") {
    act(app, "help");
  } else if (key === "Escape") {
    escapeView(app);
  } else if (app.route.unit !== undefined && tab !== undefined) {
    go(app, { tab });
  } else if (key === "[" || key === "]") {
    stepRun(app, key === "[" ? 1 : -1);
  }
  return false;
}

/** Clears one thing at a time: the search, the selected object, the phase filter, the unit. */
function escapeView(app: PageState): void {
  if (app.search !== "") {
    clearSearch(app);
  } else if (app.route.object !== undefined) {
    act(app, "unselect");
  } else if (app.phase === "") {
    go(app, { unit: undefined, object: undefined, run: undefined });
  } else {
    act(app, `phase:${app.phase}`);
  }
}
