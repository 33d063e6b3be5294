import type { Browser, BrowserElement } from "./browser.ts";
import type { PageArrow, PageData } from "./page-data.ts";
import type { Routes } from "../graph-view/route/corridors.ts";

/** The drawn page while it is open: what it shows, where it stands, what is selected. */
export interface PlanPage {
  readonly browser: Browser;
  readonly data: PageData;
  readonly elements: PageElements;
  /** The arrows that end at each object, and those that begin there. */
  readonly incoming: readonly (readonly PageArrow[])[];
  readonly outgoing: readonly (readonly PageArrow[])[];
  /** The width of a bold text, in units of its size. */
  readonly measure: (text: string) => number;
  /** The part of the drawing in sight: offset in pixels, and scale. */
  readonly view: { x: number; y: number; scale: number; frameAsked: boolean };
  /** Boxes with text exist only for objects in sight. */
  readonly mounted: Map<number, BrowserElement>;
  /** The objects in sight that the drawn arrows belong to, and how all arrows run, once that is known. */
  readonly drawn: { observation: string; routes: Routes | undefined };
  /**
   * Objects that stand out while the others fade: the selected one with its neighbours, or what the search
   * found.
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
  /** The shapes of the objects that stand out. */
  readonly marks: BrowserElement;
  readonly boxes: BrowserElement;
  readonly lit: BrowserElement;
  readonly headers: BrowserElement;
  readonly panel: BrowserElement;
  readonly search: BrowserElement;
  readonly status: BrowserElement;
}

/** The element of the markup with that id; it is always there. */
export function elementOf(browser: Browser, id: string): BrowserElement {
  const element = browser.document.getElementById(id);
  if (element === null) {
    throw new Error(`the page has no ${id}`);
  }
  return element;
}

/** Whether there are more arrows than can be dashed and moved with ease. */
export function hasManyArrows(page: PlanPage): boolean {
  return page.data.arrows.length > 400;
}

/** Whether there are more arrows than make a picture: from far away, none is drawn. */
export function hasTooManyArrows(page: PlanPage): boolean {
  return page.data.arrows.length > 3000;
}

/** A new HTML element with a class and a text. */
export function makeElement(page: PlanPage, name: string, look: readonly [string, string?]): BrowserElement {
  const element = page.browser.document.createElement(name);
  element.setAttribute("class", look[0]);
  element.textContent = look[1] ?? "";
  return element;
}

/** A new SVG element with its attributes and a text. */
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

/** A new SVG text at a place. */
export function makeText(
  page: PlanPage,
  text: string,
  attributes: Readonly<Record<string, string | number>>,
): BrowserElement {
  const element = makeShape(page, "text", attributes);
  element.textContent = text;
  return element;
}
