import type { Browser, BrowserElement } from "./browser.ts";
import type { PageArrow, PageData } from "../page-data.ts";
import type { Routes } from "../../graph-view/route/corridors.ts";

/** The state of the open page: its data, its view and its selection. */
export interface PlanPage {
  readonly browser: Browser;
  readonly data: PageData;
  readonly elements: PageElements;
  /** The arrows that end at each object, and those that begin there. */
  readonly incoming: readonly (readonly PageArrow[])[];
  readonly outgoing: readonly (readonly PageArrow[])[];
  /** Returns the width of a bold text, in units of its font size. */
  readonly measure: (text: string) => number;
  /** The visible part of the drawing: offset in pixels, and scale. */
  readonly view: { x: number; y: number; scale: number; frameAsked: boolean };
  /** Boxes with text exist only for visible objects. */
  readonly mounted: Map<number, BrowserElement>;
  /** The visible objects whose arrows are drawn, and the routes of all arrows once they are computed. */
  readonly drawn: { observation: string; routes: Routes | undefined };
  /**
   * Objects that are highlighted while the others fade: the selected one with its neighbours, or the matches
   * of the search.
   */
  readonly choice: { selected: number | null; near: ReadonlySet<number> };
}

/** The parts of the markup that the script fills. */
export interface PageElements {
  readonly stage: BrowserElement;
  readonly context: BrowserElement;
  readonly lanes: BrowserElement;
  readonly arrows: BrowserElement;
  readonly shapes: BrowserElement;
  /** The shapes of the highlighted objects. */
  readonly marks: BrowserElement;
  readonly boxes: BrowserElement;
  readonly lit: BrowserElement;
  readonly headers: BrowserElement;
  readonly panel: BrowserElement;
  readonly search: BrowserElement;
  readonly status: BrowserElement;
}

/** Returns the element of the markup with that id. Throws an Error if there is none. */
export function elementOf(browser: Browser, id: string): BrowserElement {
  const element = browser.document.getElementById(id);
  if (element === null) {
    throw new Error(`the page has no ${id}`);
  }
  return element;
}

/** Reports whether there are more arrows than can be dashed and moved smoothly. */
export function hasManyArrows(page: PlanPage): boolean {
  return page.data.arrows.length > 400;
}

/** Reports whether there are more arrows than are legible: at a small scale, none is drawn. */
export function hasTooManyArrows(page: PlanPage): boolean {
  return page.data.arrows.length > 3000;
}

/** Creates an HTML element with a class and a text. */
export function makeElement(page: PlanPage, name: string, look: readonly [string, string?]): BrowserElement {
  const element = page.browser.document.createElement(name);
  element.setAttribute("class", look[0]);
  element.textContent = look[1] ?? "";
  return element;
}

/** Creates an SVG element with its attributes. */
export function makeShape(
  page: PlanPage,
  name: string,
  attributes: Readonly<Record<string, string | number>>,
): BrowserElement {
  const element = page.browser.document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, String(value));
  }
  return element;
}

/** Creates an SVG text at a position. */
export function makeText(
  page: PlanPage,
  text: string,
  attributes: Readonly<Record<string, string | number>>,
): BrowserElement {
  const element = makeShape(page, "text", attributes);
  element.textContent = text;
  return element;
}
