import type { BrowserElement } from "./browser.ts";
import type { PageArrow, PageDiagnostic } from "../page-data.ts";
import { hasTooManyArrows, makeElement, type PlanPage } from "./page.ts";

/** Fills the side panel while nothing is selected: the legend and the findings. */
export function showOverview(page: PlanPage): void {
  const { diagnostics, arrows } = page.data;
  const findings = diagnostics.map((diagnostic) => () => findingEntry(page, diagnostic));
  const hint = hasTooManyArrows(page)
    ? `Of ${arrows.length} edges, those of what you zoom in on or select are drawn.`
    : "Select an object to see what it waits for, and why.";
  const untils = ["ready", "present", "deleting", "absent"].filter((until) =>
    arrows.some((arrow) => arrow.until === until),
  );
  page.elements.panel.replaceChildren(
    makeElement(page, "h2", ["", "How to read it"]),
    makeElement(page, "p", [
      "hint",
      "Groups go from left to right. An arrow leads to the object that waits.",
    ]),
    makeElement(page, "p", [
      "hint",
      "A new group begins where an object waits until another is ready. Objects of one group wait for each other at most until they are present.",
    ]),
    makeElement(page, "p", ["hint", hint]),
    ...untils.map((until) => legend(page, until)),
    ...section(page, "Findings", findings),
  );
}

/** Renders one finding; a button if it is about an object of the plan. */
export function findingEntry(page: PlanPage, diagnostic: PageDiagnostic): BrowserElement {
  const { object, severity, text, origin } = diagnostic;
  const entry = makeElement(page, object === null ? "div" : "button", [`entry finding ${severity}`]);
  entry.append(
    makeElement(page, "span", ["tag", severity]),
    makeElement(page, "span", ["text", text]),
    makeElement(page, "span", ["origin", origin]),
  );
  if (object !== null) {
    entry.setAttribute("data-object", String(object));
  }
  return entry;
}

/** Renders one line of the legend. */
export function legend(page: PlanPage, until: string): BrowserElement {
  const line = makeElement(page, "p", ["legend"]);
  line.append(
    makeElement(page, "span", [`sample ${until}`]),
    makeElement(page, "span", ["", `waits until ${until}`]),
  );
  return line;
}

/** Fills the side panel with the details of one object. */
export function showObject(page: PlanPage, index: number): void {
  const object = page.data.objects[index];
  if (object === undefined) {
    return;
  }
  const lane = page.data.lanes[object.lane];
  const facts = makeElement(page, "dl", ["facts"]);
  for (const [name, value] of [
    ["group", [lane?.title ?? "", ...(lane?.facts ?? [])].join(" · ")] as const,
    ...object.facts,
  ]) {
    facts.append(makeElement(page, "dt", ["", name]), makeElement(page, "dd", ["", value]));
  }
  const incoming = page.incoming[index] ?? [];
  const outgoing = page.outgoing[index] ?? [];
  page.elements.panel.replaceChildren(
    makeElement(page, "p", [`kind ${object.family}`, object.kind]),
    makeElement(page, "h2", ["", object.name]),
    makeElement(page, "p", ["ref", object.ref]),
    facts,
    ...section(
      page,
      "Waits for",
      incoming.map((arrow) => () => arrowEntry(page, arrow, arrow.first)),
    ),
    ...section(
      page,
      "Waited for by",
      outgoing.map((arrow) => () => arrowEntry(page, arrow, arrow.second)),
    ),
  );
}

/** Fills the side panel with the matches of the search. */
export function showMatches(page: PlanPage, matches: readonly number[]): void {
  const entries = matches.map((index) => () => objectEntry(page, index));
  page.elements.panel.replaceChildren(...section(page, "Found", entries), ...noneFound(page, matches));
}

/** Renders a hint if the search has no matches. */
export function noneFound(page: PlanPage, matches: readonly number[]): BrowserElement[] {
  return matches.length === 0 ? [makeElement(page, "p", ["hint", "No object has such a name."])] : [];
}

/** Renders a titled list, its first entries at once and the others on demand; nothing if it is empty. */
export function section(
  page: PlanPage,
  title: string,
  entries: readonly (() => BrowserElement)[],
): BrowserElement[] {
  if (entries.length === 0) {
    return [];
  }
  const atOnce = 100;
  const heading = makeElement(page, "h3", ["", `${title} `]);
  heading.append(makeElement(page, "span", ["amount", String(entries.length)]));
  const list = makeElement(page, "div", ["list"]);
  list.append(...entries.slice(0, atOnce).map((make) => make()));
  if (entries.length <= atOnce) {
    return [heading, list];
  }
  const more = makeElement(page, "button", ["more", `Show all ${entries.length}`]);
  more.addEventListener("click", () => {
    // One by one, because the number of arguments of a call is limited.
    for (const make of entries.slice(atOnce)) {
      list.append(make());
    }
    more.remove();
  });
  return [heading, list, more];
}

/** Renders one edge as seen from the selected object: the other end, and the reason. */
export function arrowEntry(page: PlanPage, arrow: PageArrow, other: number): BrowserElement {
  const entry = objectEntry(page, other);
  const reason = makeElement(page, "span", ["reason"]);
  reason.append(
    makeElement(page, "span", [`until ${arrow.until}`, `until ${arrow.until}`]),
    makeElement(page, "span", ["rule", arrow.rule]),
  );
  entry.append(
    reason,
    makeElement(page, "code", ["because", arrow.because]),
    makeElement(page, "span", ["origin", arrow.origin]),
  );
  return entry;
}

/** Renders a button that selects an object. */
export function objectEntry(page: PlanPage, index: number): BrowserElement {
  const object = page.data.objects[index];
  const entry = makeElement(page, "button", [`entry ${object?.family ?? ""}`]);
  entry.setAttribute("data-object", String(index));
  const head = makeElement(page, "span", ["head"]);
  head.append(
    makeElement(page, "span", ["entry-kind", object?.kind ?? ""]),
    makeElement(page, "span", ["entry-name", object?.name ?? ""]),
  );
  entry.append(head, makeElement(page, "span", ["entry-place", object?.place ?? ""]));
  return entry;
}
