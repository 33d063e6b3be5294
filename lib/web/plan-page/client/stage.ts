import { graphTree, hasManyEdges } from "../../graph-view/graph.ts";
import { type Inside, node, type VNode } from "../../page/virtual-dom.ts";
import type { PageObject } from "../page-data.ts";
import type { PlanState } from "./plan-state.ts";

/** Renders the drawing: groups as lanes, objects as boxes, edges as lines. */
export function stageTree(plan: PlanState): VNode {
  const { data, drawing, arrows, selected, view, kept } = plan;
  const near = nearObjects(plan);
  const looks = [
    // Long dashed lines are slow to paint: with many arrows, only those of the selected object are dashed.
    hasManyEdges(drawing) ? "" : "few",
    near === undefined ? "" : "dimmed",
    selected === -1 ? "" : "wired",
  ];
  return graphTree({
    id: "stage",
    label:
      "Objects of the plan; arrow keys select the next one, plus and minus zoom, 0 shows the whole graph",
    look: looks.filter((look) => look !== "").join(" "),
    view,
    drawing,
    edges: arrows,
    kept,
    selected,
    lit: arrows.before[selected] ?? [],
    onward: arrows.behind[selected] ?? [],
    shapeLook: (number) =>
      `${data.objects[number]?.family ?? ""}${near?.has(number) === false ? " faint" : ""}`,
    shapesOf: [selected, plan.search],
    box: (number) => {
      const object = data.objects[number];
      const { ref = "", family = "" } = object ?? {};
      const look = near?.has(number) === true ? `${family} near` : family;
      const inside = object === undefined ? [] : boxTexts(object);
      return { look, key: ref, inside };
    },
    title: (lane, space) => laneTitle(plan, lane, space),
  });
}

/**
 * Returns the objects that are highlighted while the others fade: the selected one with its neighbours, or
 * the matches of the search. Undefined without either.
 */
function nearObjects(plan: PlanState): ReadonlySet<number> | undefined {
  const { selected, arrows } = plan;
  if (selected === -1) {
    return plan.search === "" ? undefined : new Set(plan.found);
  }
  const before = (arrows.before[selected] ?? []).map(({ first }) => first);
  const behind = (arrows.behind[selected] ?? []).map(({ second }) => second);
  return new Set([selected, ...before, ...behind]);
}

function boxTexts({ kind, name, place, badge }: PageObject): readonly VNode[] {
  return [
    node("i.stripe"),
    node("span.kind", shortened(kind)),
    node("span.badge", badge),
    node("span.name", shortened(name)),
    node("span.place", shortened(place)),
  ];
}

/** Splits a long text, which the style shortens in its middle: beginnings and ends distinguish names. */
function shortened(text: string): Inside {
  const characters = Array.from(text);
  return characters.length < 20
    ? text
    : [
        node("span.start", characters.slice(0, -10).join("")),
        node("span.end", characters.slice(-10).join("")),
      ];
}

/** Renders the title of a group with as many of its facts as fit. */
function laneTitle({ data }: PlanState, number: number, space: number): Inside {
  const { title = "", facts = [] } = data.lanes[number] ?? {};
  const isRoomy = space > 96;
  return [
    node("span.lane-title", isRoomy ? title : title.replace("Group ", "")),
    ...facts
      .filter((fact) => isRoomy && fact.length * 6.6 < space)
      .map((fact) => node("span.lane-facts", fact)),
  ];
}
