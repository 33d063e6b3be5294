import test from "ava";
import * as fc from "fast-check";

import {
  type Drawing,
  drawingOrigin,
  enterPrint,
  fitDrawing,
  leavePrint,
  makeViewport,
  nearestObject,
  objectAt,
  objectsInView,
  openDrawing,
  type Point,
  showObject,
  type Viewport,
  zoomDrawing,
} from "./viewport.ts";

const settings = { titleHeight: 56, margin: 24, largestFit: 1, readableScale: 0.4 };

/** A drawing of boxes in rows of ten. */
function drawingOf(amount: number): Drawing {
  return {
    width: 10 * 250,
    height: Math.ceil(amount / 10) * 80,
    boxWidth: 200,
    boxHeight: 60,
    lanes: [],
    objects: Array.from({ length: amount }, (_, index) => ({
      x: (index % 10) * 250,
      y: Math.floor(index / 10) * 80,
    })),
    edges: [],
  };
}

function viewOf(isCentred: boolean): Viewport {
  const view = makeViewport({ ...settings, margin: isCentred ? 24 : 0 }, 1000);
  return Object.assign(view, { height: 700 });
}

/** Scrolls as the browser does, but also beyond the edges of the drawing. */
function scroll(view: Viewport): void {
  Object.assign(view, view.goal, { goal: undefined });
}

/** The position in the drawing that is shown at a point of the viewport. */
function shownAt(view: Viewport, drawing: Drawing, { left, top }: Point): Point {
  const origin = drawingOrigin(view, drawing);
  return {
    left: (view.left + left - origin.left) / view.scale,
    top: (view.top + top - origin.top) / view.scale,
  };
}

test("a point stays in place when the drawing is zoomed around it one or more times per frame", (t) => {
  const factors = fc.array(fc.double({ min: 0.5, max: 2, noNaN: true }), { minLength: 1, maxLength: 5 });
  const points = fc.record({ left: fc.nat(1000), top: fc.nat(700) });
  fc.assert(
    fc.property(fc.boolean(), factors, points, (isCentred, all, point) => {
      const drawing = drawingOf(500);
      const view = viewOf(isCentred);
      const before = shownAt(view, drawing, point);
      for (const factor of all) {
        zoomDrawing(view, drawing, { factor, point });
      }
      scroll(view);
      const after = shownAt(view, drawing, point);
      t.true(Math.abs(after.left - before.left) < 1e-6 && Math.abs(after.top - before.top) < 1e-6);
    }),
  );
});

test("a fitted drawing is entirely visible", (t) => {
  const drawing = drawingOf(100);
  const view = viewOf(true);
  fitDrawing(view, drawing);
  scroll(view);
  const first = shownAt(view, drawing, { left: 0, top: 56 });
  const last = shownAt(view, drawing, { left: 1000, top: 700 });
  t.true(first.left <= 0 && first.top <= 0 && last.left >= drawing.width && last.top >= drawing.height);
});

test("printing fits the whole drawing on a sheet, and restores the view afterwards", (t) => {
  const drawing = drawingOf(500);
  const view = viewOf(true);
  openDrawing(view, drawing, 255);
  scroll(view);
  const before = { ...view };
  enterPrint(view, drawing, { width: 960, height: 560 });
  enterPrint(view, drawing, { width: 960, height: 560 });
  const last = shownAt(view, drawing, { left: 960, top: 560 });
  t.true(last.left >= drawing.width && last.top >= drawing.height);
  leavePrint(view);
  scroll(view);
  t.deepEqual({ ...view }, before);
});

test("a selected object is brought into view at a readable scale, and is found at its position", (t) => {
  const drawing = drawingOf(500);
  for (const number of [0, 255, 499]) {
    const view = viewOf(true);
    openDrawing(view, drawing, number);
    scroll(view);
    t.true(view.scale >= view.readableScale);
    t.true(objectsInView(view, drawing).includes(number));
    t.is(objectAt(view, drawing, { left: 500, top: 350 }), number);
    showObject(view, drawing, number);
    t.is(view.goal, undefined);
  }
});

test("no object is in view with text below the readable scale, and none is found between two objects", (t) => {
  const drawing = drawingOf(500);
  const view = Object.assign(viewOf(false), { scale: 0.39 });
  t.deepEqual(objectsInView(view, drawing), []);
  t.is(objectAt(view, drawing, { left: 225 * view.scale, top: 56 + 10 * view.scale }), -1);
});

for (const [direction, step, found] of [
  ["right", [1, 0], 13],
  ["left", [-1, 0], 11],
  ["down", [0, 1], 22],
  ["up", [0, -1], 2],
] as const) {
  test(`moving the selection ${direction} selects the nearest object in that direction`, (t) => {
    t.is(nearestObject(drawingOf(30), 12, step), found);
  });
}

test("without a selection the first object is next, and at the edge there is no next object", (t) => {
  t.is(nearestObject(drawingOf(30), -1, [1, 0]), 0);
  t.is(nearestObject(drawingOf(30), 2, [0, -1]), -1);
  t.is(nearestObject(drawingOf(0), -1, [1, 0]), -1);
});
