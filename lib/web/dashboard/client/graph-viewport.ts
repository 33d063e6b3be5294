import type { RunView } from "../run-view.ts";
import { type PageState, selectedIn } from "./app.ts";

/** Returns the scale from which texts are readable; below it, boxes are bare shapes. */
export function readableScale(): number {
  return 0.42;
}

/** Returns the height reserved above the drawing for the titles of its columns, in pixels of the page. */
export function titleHeight(): number {
  return 34;
}

/**
 * Measures the viewport of the drawing, fits a run that is new in it, and applies a pending scroll position.
 * Returns whether the page has to be drawn again.
 */
export function arrangeGraph(app: PageState, run: RunView): boolean {
  const element = app.browser.document.getElementById("graph");
  if (element === null) {
    return false;
  }
  const { graph } = app;
  const isResized = graph.width !== element.clientWidth || graph.height !== element.clientHeight;
  graph.width = element.clientWidth;
  graph.height = element.clientHeight;
  const name = `${app.route.unit} ${run.number} ${run.objects.length}`;
  if (graph.fitted !== name) {
    graph.fitted = name;
    openGraph(app, run);
    return true;
  }
  if (graph.goal !== undefined) {
    const { left, top } = graph.goal;
    graph.goal = undefined;
    element.scrollTo(left, top);
    graph.left = element.scrollLeft;
    graph.top = element.scrollTop;
    return true;
  }
  return isResized;
}

/**
 * Opens small graphs whole or at their beginning, with readable texts, and large ones whole, as a map of
 * colours.
 */
export function openGraph(app: PageState, run: RunView): void {
  const selected = selectedIn(app, run);
  if (selected === -1) {
    fitGraph(app, run, run.objects.length > 150 ? 0 : 0.62);
  } else {
    app.graph.scale = 0.9;
    scrollToObject(app, run, selected);
  }
}

/** Fits the whole drawing into the viewport, but at no scale below `least`. */
export function fitGraph(app: PageState, run: RunView, least: number): void {
  const { graph } = app;
  const scale = Math.min(
    (graph.width - 24) / Math.max(run.width, 1),
    (graph.height - titleHeight() - 24) / Math.max(run.height, 1),
    1,
  );
  graph.scale = Math.max(scale, least, 0.02);
  // Columns are centred vertically: a drawing that does not fit opens at its first object.
  const first = ((run.objects[0]?.y ?? 0) + run.boxHeight / 2) * graph.scale;
  graph.goal = { left: 0, top: first + titleHeight() - graph.height / (graph.width < 700 ? 4 : 2) };
}

/** Zooms by a factor around a point of the viewport, which stays in place. */
export function zoomGraph(app: PageState, factor: number, point?: readonly [number, number]): void {
  const { graph } = app;
  const [x, y] = point ?? [graph.width / 2, graph.height / 2];
  const scale = Math.min(Math.max(graph.scale * factor, 0.02), 2);
  const growth = scale / graph.scale;
  graph.goal = { left: (graph.left + x) * growth - x, top: (graph.top + y) * growth - y };
  graph.scale = scale;
}

/** Centres an object at a readable scale; does nothing if it is readable and fully visible already. */
export function scrollToObject(app: PageState, run: RunView, number: number): void {
  const { graph } = app;
  const object = run.objects[number];
  if (object === undefined) {
    return;
  }
  const isSmall = graph.scale < readableScale();
  const scale = isSmall ? 0.9 : graph.scale;
  const margin = titleHeight();
  const left = object.x * scale;
  const top = object.y * scale + margin;
  const [right, bottom] = [left + run.boxWidth * scale, top + run.boxHeight * scale];
  const isInView =
    left >= graph.left + 8 &&
    right <= graph.left + graph.width - 8 &&
    top >= graph.top + margin &&
    bottom <= graph.top + graph.height - 8;
  if (isSmall || !isInView) {
    graph.scale = scale;
    graph.goal = { left: (left + right - graph.width) / 2, top: (top + bottom - graph.height) / 2 };
  }
}

/**
 * Returns the numbers of the objects whose boxes are in or near the viewport, no more than a browser handles
 * smoothly.
 */
export function inView(app: PageState, run: RunView): readonly number[] {
  const { left, top, width, height, scale } = app.graph;
  const margin = 200 / scale;
  const [x, y] = [left / scale - margin, (top - titleHeight()) / scale - margin];
  const [right, bottom] = [(left + width) / scale + margin, (top + height) / scale + margin];
  const found: number[] = [];
  for (const [number, object] of run.objects.entries()) {
    const isSeen =
      object.x + run.boxWidth > x && object.x < right && object.y + run.boxHeight > y && object.y < bottom;
    if (isSeen && found.length < 600) {
      found.push(number);
    }
  }
  return found;
}

/** Returns the object at a point of the viewport, or -1. */
export function objectAt(app: PageState, run: RunView, [left, top]: readonly [number, number]): number {
  const { graph } = app;
  const x = (left + graph.left) / graph.scale;
  const y = (top + graph.top - titleHeight()) / graph.scale;
  return run.objects.findIndex(
    (object) =>
      x >= object.x && x <= object.x + run.boxWidth && y >= object.y && y <= object.y + run.boxHeight,
  );
}

/** Returns the nearest object in a direction; the first one if none is selected. */
export function nearestInDirection(
  run: RunView,
  from: number,
  [right, down]: readonly [number, number],
): number {
  const origin = run.objects[from];
  if (origin === undefined) {
    return run.objects.length === 0 ? -1 : 0;
  }
  let best = -1;
  let shortest = Infinity;
  for (const [number, object] of run.objects.entries()) {
    const [x, y] = [object.x - origin.x, object.y - origin.y];
    const ahead = x * right + y * down;
    const astray = Math.abs(x * down) + Math.abs(y * right);
    // Up and down stay in the column; left and right go to the nearest row.
    const isThere = ahead > 0 && (right !== 0 || astray === 0);
    const distance = right === 0 ? ahead : ahead * 4 + astray;
    if (isThere && distance < shortest) {
      best = number;
      shortest = distance;
    }
  }
  return best;
}
