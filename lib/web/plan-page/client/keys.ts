import type { BrowserEvent } from "./browser.ts";
import type { PageObject } from "../page-data.ts";
import type { PlanPage } from "./page.ts";
import { clearSelection, select } from "./selection.ts";
import { fitView, zoomView } from "./view.ts";

/** Handles keys of the whole page: `/` searches, Escape clears the selection. */
export function handlePageKey(page: PlanPage, event: BrowserEvent): void {
  const { search } = page.elements;
  if (event.key === "Escape") {
    search.value = "";
    clearSelection(page);
    page.elements.stage.focus();
  } else if (event.key === "/" && page.browser.document.activeElement !== search) {
    event.preventDefault();
    search.focus();
  }
}

/** Handles keys of the drawing: arrows move from object to object, `+`, `-` and `0` zoom. */
export function handleStageKey(page: PlanPage, event: BrowserEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  const directions: ReadonlyMap<string, readonly [number, number]> = new Map([
    ["ArrowLeft", [-1, 0]],
    ["ArrowRight", [1, 0]],
    ["ArrowUp", [0, -1]],
    ["ArrowDown", [0, 1]],
  ]);
  const direction = directions.get(event.key);
  if (direction !== undefined) {
    event.preventDefault();
    const next = neighbour(page, direction);
    if (next !== undefined) {
      select(page, next);
    }
  } else if (event.key === "+" || event.key === "=") {
    zoomView(page, 1.25);
  } else if (event.key === "-") {
    zoomView(page, 0.8);
  } else if (event.key === "0") {
    fitView(page, 0.04);
  }
}

/** Returns the nearest object in a direction; the first one if none is selected. */
export function neighbour(page: PlanPage, [right, down]: readonly [number, number]): number | undefined {
  const { objects } = page.data;
  const from = objects[page.choice.selected ?? -1];
  if (from === undefined) {
    return objects.length === 0 ? undefined : 0;
  }
  let best: number | undefined;
  let bestDistance = Infinity;
  for (const [index, object] of objects.entries()) {
    const distance = distanceTo(from, object, [right, down]);
    if (distance < bestDistance) {
      best = index;
      bestDistance = distance;
    }
  }
  return best;
}

/**
 * Returns the distance to an object in a direction; infinite if it is in another one. Sideways distance
 * counts more.
 */
export function distanceTo(
  from: PageObject,
  to: PageObject,
  [right, down]: readonly [number, number],
): number {
  const x = to.x - from.x;
  const y = to.y - from.y;
  const ahead = x * right + y * down;
  const astray = Math.abs(x * down) + Math.abs(y * right);
  if (ahead <= 0 || (down !== 0 && astray > 0)) {
    return Infinity;
  }
  return right === 0 ? ahead : ahead * 4 + astray;
}
