import type { BrowserElement } from "./browser.ts";
import type { PageArrow, PageObject } from "../page-data.ts";
import { hasManyArrows, hasTooManyArrows, makeShape, makeText, type PlanPage } from "./page.ts";
import { routeLinks } from "../../graph-view/route/channels.ts";
import type { Routes } from "../../graph-view/route/corridors.ts";
import { headsPath, linkPath } from "../../graph-view/route/path.ts";

/** Draws the static parts: the lanes and the shapes of all boxes. */
export function drawScene(page: PlanPage): void {
  const { data, elements } = page;
  // Long dashed lines are slow to paint: with many arrows, only those of the selected object are dashed.
  elements.context.classList.toggle("few", !hasManyArrows(page));
  for (const lane of data.lanes) {
    elements.lanes.append(
      makeShape(page, "rect", { class: "lane", x: lane.x, width: lane.width, height: data.height, rx: 14 }),
    );
  }
  elements.shapes.append(...boxShapes(page, data.objects));
}

/**
 * Draws the arrows that are useful: all of a small plan; of a larger one, those of the visible objects when
 * zoomed in, and all when zoomed out.
 */
export function drawArrows(page: PlanPage, inView: ReadonlySet<number>): void {
  const { data, elements, drawn } = page;
  const close = inView.size > 0 && hasManyArrows(page);
  const touching = close
    ? data.arrows.filter((arrow) => inView.has(arrow.first) || inView.has(arrow.second))
    : data.arrows;
  // More of them at once are an illegible, slow picture; those of the selected object are drawn anyway.
  const tooMany = close ? touching.length > 1200 : hasTooManyArrows(page);
  const arrows = tooMany ? [] : touching;
  const observation = close ? [...inView].join(" ") : "all";
  if (drawn.observation !== observation) {
    drawn.observation = observation;
    elements.arrows.replaceChildren(...arrowShapes(page, arrows, ""));
  }
}

/** Returns the bare shapes of boxes, which suffice at a small scale: one per colour. */
export function boxShapes(page: PlanPage, objects: readonly PageObject[]): BrowserElement[] {
  const { boxWidth, boxHeight } = page.data;
  const families = new Map<string, string>();
  for (const object of objects) {
    const shape = `M${object.x} ${object.y}h${boxWidth}v${boxHeight}h${-boxWidth}z`;
    families.set(object.family, (families.get(object.family) ?? "") + shape);
  }
  return [...families].map(([family, d]) => makeShape(page, "path", { class: `shape ${family}`, d }));
}

/** Returns the arrows as few shapes: one path per line style, and one for all heads. */
export function arrowShapes(page: PlanPage, arrows: readonly PageArrow[], look: string): BrowserElement[] {
  const routes = routesOf(page, arrows);
  const untils = [...new Set(arrows.map(({ until }) => until))];
  const lines = untils.map((until) => {
    const d = linkPath(
      routes,
      arrows.filter((arrow) => arrow.until === until),
    );
    return makeShape(page, "path", { class: `arrow ${until} ${look}`, d });
  });
  return [...lines, makeShape(page, "path", { class: `head ${look}`, d: headsPath(routes, arrows) })];
}

/** Routes the arrows; unless there are too many to draw at once, all of them are routed once. */
export function routesOf(page: PlanPage, arrows: readonly PageArrow[]): Routes {
  const { data, drawn } = page;
  const boxes = { ...data, places: data.objects };
  if (hasTooManyArrows(page)) {
    return routeLinks(boxes, arrows);
  }
  drawn.routes ??= routeLinks(boxes, data.arrows);
  return drawn.routes;
}

/** Creates one box with its texts. */
export function makeBox(page: PlanPage, object: PageObject, index: number): BrowserElement {
  const { boxWidth, boxHeight } = page.data;
  const box = makeShape(page, "g", {
    class: `box ${object.family}`,
    transform: `translate(${object.x} ${object.y})`,
    "data-index": index,
  });
  const title = makeShape(page, "title", {});
  title.textContent = object.ref;
  const badgeWidth = object.badge === "" ? 0 : object.badge.length * 6.2 + 14;
  const width = boxWidth - 26;
  box.append(
    title,
    makeShape(page, "rect", { class: "card", width: boxWidth, height: boxHeight, rx: 8 }),
    makeShape(page, "rect", { class: "stripe", x: 0, y: 10, width: 4, height: boxHeight - 20, rx: 2 }),
    makeText(page, fitText(page, object.kind, [width - badgeWidth, 11.5]), { class: "kind", x: 16, y: 19 }),
    makeText(page, fitText(page, object.name, [width, 14]), { class: "name", x: 16, y: 38 }),
    makeText(page, fitText(page, object.place, [width, 11]), { class: "place", x: 16, y: 54 }),
  );
  if (badgeWidth > 0) {
    const x = boxWidth - badgeWidth - 8;
    box.append(
      makeShape(page, "rect", { class: "badge", x, y: 7, width: badgeWidth, height: 16, rx: 8 }),
      makeText(page, object.badge, { class: "badge-text", x: x + badgeWidth / 2, y: 18.5 }),
    );
  }
  return box;
}

/** Shortens a text that is too wide in its middle, because the beginnings and ends distinguish names. */
export function fitText(page: PlanPage, text: string, space: readonly [number, number]): string {
  const [width, size] = space;
  const characters = Array.from(text);
  let fitted = text;
  let length = characters.length;
  while (length > 3 && page.measure(fitted) * size > width) {
    length = Math.min(length - 1, Math.floor((length * width) / (page.measure(fitted) * size)));
    const half = Math.max(1, Math.floor((length - 1) / 2));
    fitted = `${characters.slice(0, half).join("")}…${characters.slice(-half).join("")}`;
  }
  return fitted;
}
