import { hasTooManyEdges } from "../../graph-view/graph.ts";
import { node, type VNode } from "../../page/virtual-dom.ts";
import type { PageArrow, PageChange, PageDiagnostic, PageGuide, PageObject } from "../page-data.ts";
import type { PlanState } from "./plan-state.ts";

/** Renders the side panel: the selected object, the matches of the search, or how to read the page. */
export function panelTree(plan: PlanState): VNode {
  const object = plan.data.objects[plan.selected];
  const content = plan.search === "" ? overview(plan) : matchList(plan);
  return node(
    "aside",
    { key: "panel", id: "panel", "aria-label": "Details" },
    object === undefined ? content : details(plan, object),
  );
}

function matchList(plan: PlanState): readonly VNode[] {
  const entries = plan.found.map((number) => () => objectEntry(plan, number));
  return entries.length === 0
    ? [node("p.hint", "No object matches.")]
    : [node("h2", "Search results"), ...section("Found", { entries, expanded: plan.expanded })];
}

function overview(plan: PlanState): readonly VNode[] {
  const { data, drawing, expanded } = plan;
  const { diagnostics, arrows, guide } = data;
  const findings = section("Findings", {
    entries: diagnostics.map((one) => () => findingEntry(one)),
    expanded,
  });
  if (guide !== undefined) {
    return [...changeOverview(plan, guide), ...findings];
  }
  const untils = ["ready", "present", "deleting", "absent"].filter((until) =>
    arrows.some((arrow) => arrow.until === until),
  );
  return [
    node("h2", "How to read this graph"),
    ...[
      "Groups are processed from left to right. An arrow points to the object that waits.",
      "A new group starts where an object waits until another one is ready. Within a group, objects wait at most until others are present.",
      hasTooManyEdges(drawing)
        ? `The graph has ${arrows.length} edges. Zoom in or select an object to see some of them.`
        : "Select an object to see what it waits for, and why.",
    ].map((hint) => node("p.hint", hint)),
    ...untils.map((until) =>
      node("p.legend", [node(`span.sample.${until}`), node("span", `waits until ${until}`)]),
    ),
    ...findings,
  ];
}

/** Renders what a comparison found: each kind of change with its objects, then what is not about objects. */
function changeOverview(plan: PlanState, { hints, legend, notes }: PageGuide): readonly VNode[] {
  const { data, expanded } = plan;
  const numbers = [...data.objects.keys()];
  return [
    node("h2", "Changes"),
    ...hints.map((hint) => node("p.hint", hint)),
    ...legend.flatMap(({ look, sign, word }) => {
      const own = numbers.filter((number) => data.objects[number]?.family === look);
      return section(`${sign} ${word}`, {
        entries: own.map((number) => () => objectEntry(plan, number)),
        expanded,
      });
    }),
    ...notes.flatMap(({ title, lines }) =>
      section(title, { entries: lines.map((line) => () => node("div.entry.note-line", line)), expanded }),
    ),
  ];
}

function changeEntry({ kind, text }: PageChange): VNode {
  return node(`pre.change-text.${kind}`, text);
}

/** Renders one finding; a button if it is about an object of the plan. */
function findingEntry({ object, severity, text, origin }: PageDiagnostic): VNode {
  const command = object === null ? undefined : `select:${object}`;
  return node(`${object === null ? "div" : "button"}.entry.finding.${severity}`, { "data-do": command }, [
    node("span.tag", severity),
    node("span.text", text),
    node("span.origin", origin),
  ]);
}

function details(plan: PlanState, object: PageObject): readonly VNode[] {
  const { data, arrows, selected, expanded } = plan;
  const lane = data.lanes[object.lane];
  const group = [lane?.title ?? "", ...(lane?.facts ?? [])].join(" · ");
  const edges = (list: readonly PageArrow[] | undefined, other: "first" | "second") =>
    (list ?? []).map((arrow) => () => objectEntry(plan, arrow[other], reason(arrow)));
  return [
    node(`p.kind.${object.family}`, object.kind),
    node("h2", object.name),
    node("p.ref", object.ref),
    node(
      "dl.facts",
      [["group", group] as const, ...object.facts].flatMap(([name, value]) => [
        node("dt", name),
        node("dd", value),
      ]),
    ),
    ...section("Changes", { entries: (object.changes ?? []).map((one) => () => changeEntry(one)), expanded }),
    ...section("Waits for", { entries: edges(arrows.before[selected], "first"), expanded }),
    ...section("Dependents", { entries: edges(arrows.behind[selected], "second"), expanded }),
  ];
}

/**
 * Renders a titled list, its first entries at once and the others once it is the expanded one; nothing if it
 * is empty.
 */
export function section(
  title: string,
  { entries, expanded }: { readonly entries: readonly (() => VNode)[]; readonly expanded: string },
): readonly VNode[] {
  if (entries.length === 0) {
    return [];
  }
  const shown = expanded === title ? entries : entries.slice(0, 100);
  const list = [
    node("h3", [node("span", `${title} `), node("span.amount", String(entries.length))]),
    node(
      "div.list",
      shown.map((make) => make()),
    ),
  ];
  return shown.length === entries.length
    ? list
    : [...list, node("button.more", { "data-do": `expand:${title}` }, `Show all ${entries.length}`)];
}

/** Renders the reason for an edge. */
function reason({ until, rule, because, origin }: PageArrow): readonly VNode[] {
  return [
    node("span.reason", [node(`span.until.${until}`, `until ${until}`), node("span.rule", rule)]),
    node("code.because", because),
    node("span.origin", origin),
  ];
}

/** Renders a button that selects an object. */
function objectEntry({ data }: PlanState, number: number, more: readonly VNode[] = []): VNode {
  const { family = "", kind = "", name = "", place = "" } = data.objects[number] ?? {};
  return node(`button.entry.${family}`, { "data-do": `select:${number}` }, [
    node("span.head", [node("span.entry-kind", kind), node("span.entry-name", name)]),
    node("span.entry-place", place),
    ...more,
  ]);
}
