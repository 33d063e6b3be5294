import type { BrowserElement } from "./browser.ts";
import { drawArrows, makeBox } from "./draw.ts";
import type { PageLane } from "../page-data.ts";
import { makeShape, makeText, type PlanPage } from "./page.ts";

/** Moves the drawing to the current view, and mounts the visible boxes on the next frame. */
export function applyView(page: PlanPage): void {
  const { view, elements, browser } = page;
  elements.context.setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.scale})`);
  if (!view.frameAsked) {
    view.frameAsked = true;
    browser.requestAnimationFrame(() => {
      view.frameAsked = false;
      mountBoxes(page);
      mountHeaders(page);
    });
  }
}

/** Mounts the visible boxes and removes the others; at a small scale the bare shapes suffice. */
export function mountBoxes(page: PlanPage): void {
  const { mounted, choice } = page;
  const inView = objectsInView(page);
  page.elements.context.classList.toggle("close", inView.size > 0);
  drawArrows(page, inView);
  for (const index of inView) {
    const box = mounted.get(index) ?? mountBox(page, index);
    box.classList.toggle("near", choice.near.has(index));
    box.classList.toggle("selected", choice.selected === index);
  }
  for (const [index, box] of mounted) {
    if (!inView.has(index)) {
      box.remove();
      mounted.delete(index);
    }
  }
}

/**
 * Returns the visible objects if their texts are readable at the current scale; at most 2000, to keep the
 * browser responsive.
 */
export function objectsInView(page: PlanPage): ReadonlySet<number> {
  const { data, view, elements } = page;
  const { width, height } = elements.stage.getBoundingClientRect();
  const inView = new Set<number>();
  if (view.scale < 0.33) {
    return inView;
  }
  const [left, top] = [-view.x / view.scale, -view.y / view.scale];
  const [right, bottom] = [left + width / view.scale, top + height / view.scale];
  for (const [index, { x, y }] of data.objects.entries()) {
    const seen = x + data.boxWidth > left && x < right && y + data.boxHeight > top && y < bottom;
    if (seen && inView.size < 2000) {
      inView.add(index);
    }
  }
  return inView;
}

/** Creates the box of an object and adds it to the drawing. */
export function mountBox(page: PlanPage, index: number): BrowserElement {
  const object = page.data.objects[index];
  const box = object === undefined ? makeShape(page, "g", {}) : makeBox(page, object, index);
  page.mounted.set(index, box);
  page.elements.boxes.append(box);
  return box;
}

/** Keeps the titles of the groups at the upper edge, readable at any scale. */
export function mountHeaders(page: PlanPage): void {
  const { data, view, elements } = page;
  const { width } = elements.stage.getBoundingClientRect();
  elements.headers.replaceChildren();
  for (const lane of data.lanes) {
    const left = lane.x * view.scale + view.x;
    const space = lane.width * view.scale;
    if (space >= 26 && left <= width && left + space >= 0) {
      // Centred in the visible part of the lane.
      const middle = (Math.max(left, 0) + Math.min(left + space, width)) / 2;
      elements.headers.append(makeHeader(page, lane, { middle, space }));
    }
  }
}

/** Creates the title of a group with as many of its facts as fit. */
export function makeHeader(
  page: PlanPage,
  lane: PageLane,
  { middle, space }: { readonly middle: number; readonly space: number },
): BrowserElement {
  const roomy = space > 96;
  const title = roomy ? lane.title : lane.title.replace("Group ", "");
  const header = makeShape(page, "g", { transform: `translate(${middle} 0)` });
  const facts = roomy ? lane.facts.filter((fact) => fact.length * 6.6 < space) : [];
  const top = 31 - facts.length * 8;
  header.append(
    makeText(page, title, { class: "lane-title", y: top }),
    ...facts.map((fact, line) => makeText(page, fact, { class: "lane-facts", y: top + 16 * (line + 1) })),
  );
  return header;
}

/** Fits the whole drawing into the view, but at no scale below `least`; then shows its beginning. */
export function fitView(page: PlanPage, least: number): void {
  const { data, view, elements } = page;
  const { width, height } = elements.stage.getBoundingClientRect();
  const [margin, header] = [24, 56];
  const scale = Math.min(
    (width - 2 * margin) / Math.max(data.width, 1),
    (height - 2 * margin - header) / Math.max(data.height, 1),
    1.15,
  );
  view.scale = Math.max(scale, least);
  view.x = Math.max((width - data.width * view.scale) / 2, margin);
  view.y = Math.max((height + header - data.height * view.scale) / 2, header + margin / 2);
  applyView(page);
}

/** Zooms by a factor around a point of the stage, which stays in place. */
export function zoomView(page: PlanPage, factor: number, point?: readonly [number, number]): void {
  const { view, elements } = page;
  const { width, height } = elements.stage.getBoundingClientRect();
  const [x, y] = point ?? [width / 2, height / 2];
  const scale = Math.min(Math.max(view.scale * factor, 0.02), 3);
  view.x = x - ((x - view.x) * scale) / view.scale;
  view.y = y - ((y - view.y) * scale) / view.scale;
  view.scale = scale;
  applyView(page);
}

/**
 * Centres an object at a readable scale; leaves the view unchanged if the object is readable and fully
 * visible.
 */
export function showInView(page: PlanPage, index: number): void {
  const { data, view, elements } = page;
  const object = data.objects[index];
  if (object === undefined) {
    return;
  }
  const { width, height } = elements.stage.getBoundingClientRect();
  const x = (object.x + data.boxWidth / 2) * view.scale + view.x;
  const y = (object.y + data.boxHeight / 2) * view.scale + view.y;
  const inView = x > 80 && x < width - 80 && y > 80 && y < height - 40;
  if (!inView || view.scale < 0.45) {
    view.scale = Math.max(view.scale, 0.8);
    view.x = width / 2 - (object.x + data.boxWidth / 2) * view.scale;
    view.y = height / 2 - (object.y + data.boxHeight / 2) * view.scale;
  }
  applyView(page);
}
