import { arrowShapes, boxShapes } from "./draw.ts";
import type { PlanPage } from "./page.ts";
import { showMatches, showObject, showOverview } from "./panel.ts";
import { applyView, showInView } from "./view.ts";

/**
 * Selects an object: its arrows are highlighted, all but its neighbours fade, the panel shows the reasons.
 */
export function select(page: PlanPage, index: number): void {
  const object = page.data.objects[index];
  if (object === undefined) {
    return;
  }
  const incoming = page.incoming[index] ?? [];
  const outgoing = page.outgoing[index] ?? [];
  const near = [index, ...incoming.map((arrow) => arrow.first), ...outgoing.map((arrow) => arrow.second)];
  page.choice.selected = index;
  page.elements.lit.replaceChildren(
    ...arrowShapes(page, incoming, "lit"),
    ...arrowShapes(page, outgoing, "lit onward"),
  );
  emphasize(page, near);
  showObject(page, index);
  page.elements.status.textContent = `${object.kind} ${object.name} selected, waits for ${incoming.length}, waited for by ${outgoing.length}`;
  page.browser.history.replaceState(null, "", `#${encodeURIComponent(object.ref)}`);
  showInView(page, index);
}

/** Clears the selection. */
export function clearSelection(page: PlanPage): void {
  page.choice.selected = null;
  page.elements.lit.replaceChildren();
  emphasize(page, []);
  showOverview(page);
  page.elements.status.textContent = "";
  page.browser.history.replaceState(null, "", "#");
  applyView(page);
}

/** Highlights some objects and fades the others; with none, nothing fades. */
export function emphasize(page: PlanPage, near: readonly number[]): void {
  page.choice.near = new Set(near);
  const objects = near.flatMap((index) => page.data.objects[index] ?? []);
  page.elements.marks.replaceChildren(...boxShapes(page, objects));
  page.elements.context.classList.toggle("dimmed", near.length > 0);
  page.elements.context.classList.toggle("wired", page.choice.selected !== null);
  applyView(page);
}

/** Shows the objects whose reference contains every word of the text. */
export function find(page: PlanPage, text: string): void {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) {
    clearSelection(page);
    return;
  }
  const matches = matchesOf(page, words);
  page.choice.selected = null;
  page.elements.lit.replaceChildren();
  emphasize(page, matches.length === 0 ? [-1] : matches);
  showMatches(page, matches);
  page.elements.status.textContent = `${matches.length} found`;
}

/** Returns the objects whose reference contains every word, exact names first. */
export function matchesOf(page: PlanPage, words: readonly string[]): readonly number[] {
  const exact: number[] = [];
  const others: number[] = [];
  for (const [index, object] of page.data.objects.entries()) {
    const ref = object.ref.toLowerCase();
    if (words.every((word) => ref.includes(word))) {
      (words.some((word) => word !== "" && `/${ref}`.endsWith(`/${word}`)) ? exact : others).push(index);
    }
  }
  return [...exact, ...others];
}
