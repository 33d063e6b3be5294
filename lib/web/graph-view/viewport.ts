import type { BrowserElement } from "../page/browser.ts";

/** Boxes of equal size in lanes, and the edges between them, by the numbers of the boxes. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly boxWidth: number;
  readonly boxHeight: number;
  readonly lanes: readonly { readonly x: number; readonly width: number }[];
  /** The upper left corner of each box. */
  readonly objects: readonly { readonly x: number; readonly y: number }[];
  readonly edges: readonly DrawnEdge[];
}

/** `second` waits until `first` is ready, present, deleting or absent. */
export interface DrawnEdge {
  readonly first: number;
  readonly second: number;
  readonly until: string;
}

/** The visible part of a drawing: the scroll position in pixels of the page, and the scale. */
export interface Viewport {
  /** The height reserved above the drawing for the titles of its lanes, in pixels of the page. */
  readonly titleHeight: number;
  /** The space around a drawing, which is centred; 0 for one that begins in the corner. */
  readonly margin: number;
  /** The largest scale at which a whole drawing is fitted. */
  readonly largestFit: number;
  /** The scale from which texts are readable; below it, boxes are bare shapes. */
  readonly readableScale: number;
  left: number;
  top: number;
  width: number;
  height: number;
  scale: number;
  /** The drawing that the scale was chosen for; another one is fitted again. */
  fitted: string;
  /** The scale at which it is shown as a whole. */
  fittedScale: number;
  /** The scroll position to apply on the next frame. */
  goal: Point | undefined;
  /** The view of the screen, while the page is laid out for print. */
  onScreen: Pick<Viewport, "left" | "top" | "width" | "height" | "scale" | "fittedScale"> | undefined;
  /** Dragging with the mouse: where it began, and whether it is more than a click. */
  readonly drag: { isOn: boolean; isMoved: boolean; x: number; y: number };
}

/** A position in pixels of the page, from the upper left corner. */
export interface Point {
  readonly left: number;
  readonly top: number;
}

const [smallestScale, largestScale] = [0.01, 3];

/** No more boxes than a browser handles smoothly. */
const mostBoxes = 1200;

/** Creates a viewport in which nothing has been drawn yet. */
export function makeViewport(
  settings: Pick<Viewport, "titleHeight" | "margin" | "largestFit" | "readableScale">,
  width: number,
): Viewport {
  const drag = { isOn: false, isMoved: false, x: 0, y: 0 };
  const place = { left: 0, top: 0, width, height: 500, scale: 1 };
  return { ...settings, ...place, fitted: "", fittedScale: 0, goal: undefined, onScreen: undefined, drag };
}

/** Returns the place of the drawing's upper left corner in what is scrolled. */
export function drawingOrigin(
  { width, height, scale, margin, titleHeight }: Viewport,
  drawing: Drawing,
): Point {
  return margin === 0
    ? { left: 0, top: titleHeight }
    : {
        left: Math.max(margin, (width - drawing.width * scale) / 2),
        top: Math.max(titleHeight + margin / 2, (height + titleHeight - drawing.height * scale) / 2),
      };
}

/**
 * Measures the viewport, opens a drawing that is new in it, or again if the size of the viewport has changed
 * while the drawing is fitted into it, and applies a pending scroll position. Returns whether the page has to
 * be drawn again.
 */
export function arrangeViewport(
  view: Viewport,
  element: BrowserElement,
  { name, open }: { readonly name: string; readonly open: (again: boolean) => void },
): boolean {
  if (view.onScreen !== undefined) {
    return false;
  }
  const isResized = view.width !== element.clientWidth || view.height !== element.clientHeight;
  view.width = element.clientWidth;
  view.height = element.clientHeight;
  if (view.fitted !== name) {
    view.fitted = name;
    open(false);
    return true;
  }
  if (isResized && view.scale === view.fittedScale) {
    open(true);
  }
  if (view.goal === undefined) {
    return isResized;
  }
  element.scrollTo(view.goal.left, view.goal.top);
  view.goal = undefined;
  view.left = element.scrollLeft;
  view.top = element.scrollTop;
  return true;
}

/** Opens a drawing at the selected object, or else whole. */
export function openDrawing(view: Viewport, drawing: Drawing, selected: number): void {
  if (selected === -1) {
    fitDrawing(view, drawing);
  } else {
    view.scale = smallestScale;
    showObject(view, drawing, selected);
  }
}

/** Fits the whole drawing into the viewport, but at no scale below the smallest; shows its beginning. */
export function fitDrawing(view: Viewport, drawing: Drawing): void {
  const { width, height, titleHeight, largestFit } = view;
  const space = 2 * Math.max(view.margin, 12);
  const scale = Math.min(
    (width - space) / Math.max(drawing.width, 1),
    (height - titleHeight - space) / Math.max(drawing.height, 1),
    largestFit,
  );
  view.scale = Math.max(scale, smallestScale);
  view.fittedScale = view.scale;
  // Columns are centred vertically: a drawing that does not fit opens at its first object.
  const first = ((drawing.objects[0]?.y ?? 0) + drawing.boxHeight / 2) * view.scale;
  const top = drawingOrigin(view, drawing).top + first - height / (width < 700 ? 4 : 2);
  view.goal = { left: 0, top };
}

/** Fits the whole drawing to a sheet of paper of that size in pixels; `leavePrint` restores the view. */
export function enterPrint(
  view: Viewport,
  drawing: Drawing,
  area: { readonly width: number; readonly height: number },
): void {
  const { left, top } = view.goal ?? view;
  const { width, height, scale, fittedScale } = view;
  view.onScreen ??= { left, top, width, height, scale, fittedScale };
  Object.assign(view, { ...area, left: 0, top: 0 });
  fitDrawing(view, drawing);
  view.goal = undefined;
}

/** Restores the view that was on the screen before the page was printed. */
export function leavePrint(view: Viewport): void {
  if (view.onScreen !== undefined) {
    const { left, top, ...rest } = view.onScreen;
    Object.assign(view, rest, { goal: { left, top }, onScreen: undefined });
  }
}

/** Zooms by a factor around a point of the viewport, which stays in place. */
export function zoomDrawing(
  view: Viewport,
  drawing: Drawing,
  { factor, point }: { readonly factor: number; readonly point?: Point },
): void {
  const { left, top } = point ?? { left: view.width / 2, top: view.height / 2 };
  const from = view.goal ?? view;
  const before = drawingOrigin(view, drawing);
  const scale = Math.min(Math.max(view.scale * factor, smallestScale), largestScale);
  const growth = scale / view.scale;
  view.scale = scale;
  const after = drawingOrigin(view, drawing);
  view.goal = {
    left: (from.left + left - before.left) * growth + after.left - left,
    top: (from.top + top - before.top) * growth + after.top - top,
  };
}

/** Centres an object at a readable scale; does nothing if it is readable and fully visible already. */
export function showObject(view: Viewport, drawing: Drawing, number: number): void {
  const object = drawing.objects[number];
  if (object === undefined) {
    return;
  }
  const isSmall = view.scale < view.readableScale;
  view.scale = isSmall ? 0.9 : view.scale;
  const { scale, width, height, titleHeight } = view;
  const origin = drawingOrigin(view, drawing);
  const left = origin.left + object.x * scale;
  const top = origin.top + object.y * scale;
  const [right, bottom] = [left + drawing.boxWidth * scale, top + drawing.boxHeight * scale];
  const isInView =
    left >= view.left + 8 &&
    right <= view.left + width - 8 &&
    top >= view.top + titleHeight &&
    bottom <= view.top + height - 8;
  if (isSmall || !isInView) {
    view.goal = { left: (left + right - width) / 2, top: (top + bottom - height) / 2 };
  }
}

/** Returns the objects whose boxes are in or near the viewport; none at a scale that is not readable. */
export function objectsInView(view: Viewport, drawing: Drawing): readonly number[] {
  if (view.scale < view.readableScale) {
    return [];
  }
  const { scale, width, height } = view;
  const origin = drawingOrigin(view, drawing);
  const margin = 200;
  const [x, y] = [(view.left - origin.left - margin) / scale, (view.top - origin.top - margin) / scale];
  const [right, bottom] = [x + (width + 2 * margin) / scale, y + (height + 2 * margin) / scale];
  const found: number[] = [];
  for (const [number, object] of drawing.objects.entries()) {
    const isSeen =
      object.x + drawing.boxWidth > x &&
      object.x < right &&
      object.y + drawing.boxHeight > y &&
      object.y < bottom;
    if (isSeen && found.length < mostBoxes) {
      found.push(number);
    }
  }
  return found;
}

/** Returns the object at a point of the viewport, or -1. */
export function objectAt(view: Viewport, drawing: Drawing, point: Point): number {
  const origin = drawingOrigin(view, drawing);
  const x = (point.left + view.left - origin.left) / view.scale;
  const y = (point.top + view.top - origin.top) / view.scale;
  return drawing.objects.findIndex(
    (object) =>
      x >= object.x && x <= object.x + drawing.boxWidth && y >= object.y && y <= object.y + drawing.boxHeight,
  );
}

/** Returns the nearest object in a direction; the first one if none is selected, or -1. */
export function nearestObject(
  { objects }: Drawing,
  from: number,
  [right, down]: readonly [number, number],
): number {
  const origin = objects[from];
  if (origin === undefined) {
    return objects.length === 0 ? -1 : 0;
  }
  let best = -1;
  let shortest = Infinity;
  for (const [number, object] of objects.entries()) {
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
