import { arrowOf, keyCommand } from "../../graph-view/graph-events.ts";
import type { BrowserEvent } from "../../page/browser.ts";
import { act, focusView, selectObject, stepRow, stepRun } from "./actions.ts";
import { type PageState, go, isSoughtOut, runOf, selectedIn, tabs } from "./app.ts";

/** Handles keys of the whole page. */
export function handleKey(app: PageState, event: BrowserEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("dialog") !== null) {
    return;
  }
  if (event.target.id === "search") {
    handleSearchKey(app, event);
  } else if (!handlePlaceKey(app, event)) {
    handlePageKey(app, event);
  }
}

/** Handles keys in the search field. */
function handleSearchKey(app: PageState, event: BrowserEvent): void {
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
  const run = runOf(app);
  const found = run?.objects.findIndex(({ key }) => !isSoughtOut(app, key)) ?? -1;
  if (found !== -1) {
    clearSearch(app);
    selectObject(app, found);
    leaveSearch(app);
  }
}

/** Handles keys that depend on where the focus is. Returns whether the key was one of them. */
function handlePlaceKey(app: PageState, event: BrowserEvent): boolean {
  const { target } = event;
  if (target.closest("#graph") !== null) {
    return handleGraphKey(app, event);
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

/** Handles keys of the graph. Returns whether the key was one of them. */
function handleGraphKey(app: PageState, event: BrowserEvent): boolean {
  const run = runOf(app);
  const command = keyCommand(run, run === undefined ? -1 : selectedIn(app, run), event.key);
  if (command === "") {
    return false;
  }
  event.preventDefault();
  act(app, command);
  return true;
}

/** Goes to the adjacent tab. */
function stepTab(app: PageState, step: number): void {
  const place = (tabs.indexOf(app.route.tab) + step + tabs.length) % tabs.length;
  const tab = tabs[place] ?? "graph";
  go(app, { tab });
  app.browser.document.getElementById(`tab-${tab}`)?.focus();
}

/** Goes to the unit above or below. */
function stepUnit(app: PageState, event: BrowserEvent, step: number): boolean {
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
function handlePageKey(app: PageState, event: BrowserEvent): void {
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
