import type { Browser, BrowserEvent } from "../page/browser.ts";
import {
  type Drawing,
  fitDrawing,
  nearestObject,
  objectAt,
  type Point,
  type Viewport,
  zoomDrawing,
} from "./viewport.ts";

/** A graph on a page, as the handlers of its events need it. */
export interface InteractiveGraph {
  readonly browser: Browser;
  /** The id of its element. */
  readonly id: string;
  readonly view: Viewport;
  /** Whether the wheel zooms without Ctrl, instead of scrolling. */
  readonly wheelZooms: boolean;
  readonly drawing: () => Drawing | undefined;
  readonly redraw: () => void;
}

/** Registers the handlers of scrolling, zooming by wheel, and dragging with the mouse. */
export function wireGraph(graph: InteractiveGraph): void {
  const { document } = graph.browser;
  document.addEventListener(
    "scroll",
    ({ target }) => {
      if (target.id === graph.id) {
        graph.view.left = target.scrollLeft;
        graph.view.top = target.scrollTop;
        graph.redraw();
      }
    },
    { capture: true, passive: true },
  );
  document.addEventListener("wheel", (event) => zoomByWheel(graph, event), { passive: false });
  wireDrag(graph);
}

function zoomByWheel({ id, view, wheelZooms, drawing, redraw }: InteractiveGraph, event: BrowserEvent): void {
  const element = wheelZooms || event.ctrlKey ? event.target.closest(`#${id}`) : null;
  const drawn = drawing();
  if (element !== null && drawn !== undefined) {
    event.preventDefault();
    const pixels = event.deltaMode === 1 ? event.deltaY * 24 : event.deltaY;
    const factor = Math.exp(-Math.max(-240, Math.min(240, pixels)) / 400);
    zoomDrawing(view, drawn, { factor, point: pointIn(element, event) });
    redraw();
  }
}

function pointIn(element: BrowserEvent["target"], { clientX, clientY }: BrowserEvent): Point {
  const { left, top } = element.getBoundingClientRect();
  return { left: clientX - left, top: clientY - top };
}

/** Handles dragging with the mouse; touch scrolls natively. */
function wireDrag({ browser: { document }, id, view: { drag } }: InteractiveGraph): void {
  document.addEventListener("pointerdown", (event) => {
    const isOn =
      event.pointerType === "mouse" && event.button === 0 && event.target.closest(`#${id}`) !== null;
    Object.assign(drag, { isOn, isMoved: false, x: event.clientX, y: event.clientY });
  });
  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    const [right, down] = [clientX - drag.x, clientY - drag.y];
    if (drag.isOn && (drag.isMoved || Math.abs(right) + Math.abs(down) > 5)) {
      Object.assign(drag, { isMoved: true, x: clientX, y: clientY });
      const element = document.getElementById(id);
      element?.scrollTo(element.scrollLeft - right, element.scrollTop - down);
    }
  });
  for (const type of ["pointerup", "pointercancel"]) {
    document.addEventListener(type, () => {
      drag.isOn = false;
    });
  }
}

/**
 * Returns the command of a click: that of the button in `data-do`, or in the graph the selection of the
 * object below the pointer. Empty for other clicks and for the end of a drag.
 */
export function clickCommand({ id, view, drawing }: InteractiveGraph, event: BrowserEvent): string {
  if (view.drag.isMoved) {
    view.drag.isMoved = false;
    return "";
  }
  const command = event.target.closest("[data-do]")?.getAttribute("data-do") ?? "";
  const element = event.target.closest(`#${id}`);
  const drawn = drawing();
  if (command !== "" || element === null || drawn === undefined) {
    return command;
  }
  // Below a readable scale there are no boxes to click, only shapes.
  const number = objectAt(view, drawn, pointIn(element, event));
  return number === -1 ? "unselect" : `select:${number}`;
}

const arrows: ReadonlyMap<string, readonly [right: number, down: number]> = new Map([
  ["ArrowLeft", [-1, 0]],
  ["ArrowRight", [1, 0]],
  ["ArrowUp", [0, -1]],
  ["ArrowDown", [0, 1]],
]);

/** Returns the direction of an arrow key. */
export function arrowOf(key: string): readonly [right: number, down: number] | undefined {
  return arrows.get(key);
}

const zoomKeys: ReadonlyMap<string, string> = new Map([
  ["+", "zoom-in"],
  ["=", "zoom-in"],
  ["-", "zoom-out"],
  ["0", "fit"],
]);

/** Returns the command of a key in the graph: arrows select the next one, `+ - 0` zoom. Empty for others. */
export function keyCommand(drawing: Drawing | undefined, selected: number, key: string): string {
  const arrow = arrowOf(key);
  return arrow === undefined || drawing === undefined
    ? (zoomKeys.get(key) ?? "")
    : `select:${nearestObject(drawing, selected, arrow)}`;
}

/** Zooms if the command of a button or key is one of those that do. */
export function zoomByCommand(view: Viewport, drawing: Drawing, command: string): void {
  if (command === "fit") {
    fitDrawing(view, drawing);
  } else if (command === "zoom-in" || command === "zoom-out") {
    zoomDrawing(view, drawing, { factor: command === "zoom-in" ? 1.25 : 0.8 });
  }
}
