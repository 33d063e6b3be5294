import { routeLinks } from "../../graph-view/route/channels.ts";
import type { Routes } from "../../graph-view/route/corridors.ts";
import { headsPath, linkPath } from "../../graph-view/route/path.ts";
import type { EdgeView, ObjectView, RunView } from "../run-view.ts";
import {
  type PageState,
  type EdgePaths,
  isSoughtOut,
  selectedIn,
  type DependencyIndex,
  wiringOf,
} from "./app.ts";
import { chainAbove } from "./blocking-chain.ts";
import { inView, readableScale, titleHeight } from "./graph-viewport.ts";
import { icon, isHealthyStatus, objectStatusText } from "./object-status.ts";
import { node, type VNode } from "./virtual-dom.ts";
import { refParts, refWords } from "./format.ts";

/**
 * Renders the graph of a run: groups as columns, every object coloured by its status, edges to the objects
 * that wait for it.
 */
export function graphTree(app: PageState, run: RunView): VNode {
  const { scale } = app.graph;
  const wiring = wiringOf(app, run);
  const selected = selectedIn(app, run);
  const chain = chainAbove(wiring, selected);
  const isClose = scale >= readableScale();
  const seen = isClose ? [...new Set([...inView(app, run), ...(selected === -1 ? [] : [selected])])] : [];
  const active = selected !== -1 && isClose ? `object-${selected}` : undefined;
  const label = "Objects: arrow keys go from one to the next, plus and minus zoom, 0 shows all";
  return node("div.graph-frame", {}, [
    toolsTree(wiring),
    node(
      "div.graph",
      {
        id: "graph",
        role: "listbox",
        tabindex: 0,
        "aria-label": label,
        "aria-activedescendant": active,
        class: graphLook(app, selected),
      },
      [
        node("div.sizer", {
          key: "sizer",
          "style:width": `${Math.ceil(run.width * scale)}px`,
          "style:height": `${Math.ceil(run.height * scale) + titleHeight()}px`,
        }),
        node(
          "div.scene",
          { key: "scene", "style:top": `${titleHeight()}px`, "style:transform": `scale(${scale})` },
          [
            sceneShapes(app, wiring, { selected, isClose, seen, chain }),
            ...seen.map((number) => boxTree(app, wiring, { number, selected, chain })),
          ],
        ),
        titlesTree(app, run),
      ],
    ),
  ]);
}

/** Returns the classes that dim the rest of the graph during a selection or a search. */
export function graphLook(app: PageState, selected: number): string {
  return `graph${selected === -1 ? "" : " chosen"}${app.search === "" ? "" : " sought"}`;
}

/** Renders the number of objects per status, which is also the legend, and the zoom controls. */
export function toolsTree({ stands }: DependencyIndex): VNode {
  const order = [
    "failed",
    "timeout",
    "skipped",
    "waiting",
    "sending",
    "progressing",
    "ready",
    "unchanged",
    "written",
    "gone",
  ];
  return node("div.tools", { key: "tools" }, [
    node(
      "div.legend",
      { "aria-label": "How many objects stand how" },
      order.flatMap((stand) => {
        const amount = stands.filter((one) => one === stand).length;
        return amount === 0
          ? []
          : [
              node(`span.sign.${stand}`, { key: stand, title: objectStatusText(stand) }, [
                icon(stand),
                node("span", {}, `${amount} ${stand === "timeout" ? "timed out" : stand}`),
              ]),
            ];
      }),
    ),
    node("div.zoom", { role: "group", "aria-label": "Zoom" }, [
      node("button.plain", { type: "button", "data-do": "zoom-out", "aria-label": "Smaller" }, "−"),
      node("button.plain", { type: "button", "data-do": "fit" }, "Fit"),
      node("button.plain", { type: "button", "data-do": "zoom-in", "aria-label": "Larger" }, "+"),
    ]),
  ]);
}

/** The selection and the visible part of the graph, as the drawing needs them. */
export interface Scene {
  readonly selected: number;
  readonly isClose: boolean;
  readonly seen: readonly number[];
  readonly chain: ReadonlySet<number>;
}

/** Renders the shapes: columns, edges, and, at a small scale, the boxes. */
export function sceneShapes(app: PageState, wiring: DependencyIndex, scene: Scene): VNode {
  const { run } = wiring;
  const { selected, isClose, chain } = scene;
  const lit =
    selected === -1 ? [] : run.edges.filter(({ first, second }) => chain.has(first) && chain.has(second));
  const litPaths = edgePaths(wiring, lit);
  const onward = edgePaths(wiring, wiring.behind[selected] ?? []);
  const drawn = drawnPaths(wiring, scene);
  return node("svg.shapes", { key: "shapes", width: run.width, height: run.height, "aria-hidden": "true" }, [
    ...run.lanes.map((lane, index) =>
      node("rect.lane", {
        key: `lane ${index}`,
        x: lane.x,
        y: 0,
        width: lane.width,
        height: run.height,
        rx: 12,
      }),
    ),
    node("path.edges", { key: "edges", d: drawn.lines }),
    node("path.heads", { key: "drawn-heads", d: drawn.heads }),
    ...(isClose ? [] : farShapes(app, wiring, scene)),
    node("path.edges.onward", { key: "onward", d: onward.lines }),
    node("path.edges.lit", { key: "lit", d: litPaths.lines }),
    node("path.heads.onward", { key: "onward-heads", d: onward.heads }),
    node("path.heads.lit", { key: "heads", d: litPaths.heads }),
  ]);
}

/** Reports whether a run has more edges than can be drawn at once. */
export function hasManyEdges(run: RunView): boolean {
  return run.edges.length > 800;
}

/** Returns the edges of the visible objects of a large run; none at a small scale. */
export function drawnEdges(run: RunView, { isClose, seen }: Scene): readonly EdgeView[] {
  const near = new Set(isClose ? seen : []);
  return run.edges.filter(({ first, second }) => near.has(first) || near.has(second)).slice(0, 800);
}

/** Renders boxes without texts: one shape per status. */
export function farShapes(
  app: PageState,
  { run, stands }: DependencyIndex,
  { chain, selected }: Scene,
): readonly VNode[] {
  const paths = new Map<string, string>();
  for (const [number, object] of run.objects.entries()) {
    const isFaint =
      (selected !== -1 && !chain.has(number)) || (app.search !== "" && isSoughtOut(app, object.key));
    const look = `${stands[number] ?? "waiting"}${isFaint ? " faint" : ""}`;
    const shape = `M${object.x} ${object.y}h${run.boxWidth}v${run.boxHeight}h${-run.boxWidth}z`;
    paths.set(look, (paths.get(look) ?? "") + shape);
  }
  return [...paths].map(([look, d]) => node("path", { key: `far ${look}`, class: `far ${look}`, d }));
}

/** Routes edges: all edges of a small run, once; of a large run only the edges that are drawn. */
export function edgeRoutes(wiring: DependencyIndex, edges: readonly EdgeView[]): Routes {
  const { run } = wiring;
  const boxes = { ...run, places: run.objects };
  if (hasManyEdges(run)) {
    return routeLinks(boxes, edges);
  }
  wiring.routes ??= routeLinks(boxes, run.edges);
  return wiring.routes;
}

/** Returns the paths of the drawn edges of a run; those of a small run are computed once. */
export function drawnPaths(wiring: DependencyIndex, scene: Scene): EdgePaths {
  if (hasManyEdges(wiring.run)) {
    return edgePaths(wiring, drawnEdges(wiring.run, scene));
  }
  wiring.paths ??= edgePaths(wiring, wiring.run.edges);
  return wiring.paths;
}

/** Converts edges to the data of two paths: their lines and their arrowheads. */
export function edgePaths(wiring: DependencyIndex, edges: readonly EdgeView[]): EdgePaths {
  if (edges.length === 0) {
    return { lines: "", heads: "" };
  }
  const routes = edgeRoutes(wiring, edges);
  return { lines: linkPath(routes, edges), heads: headsPath(routes, edges) };
}

/** Renders one object with its name and both axes of its status. */
export function boxTree(
  app: PageState,
  { run, stands }: DependencyIndex,
  { number, selected, chain }: Pick<Scene, "selected" | "chain"> & { readonly number: number },
): VNode {
  const object = run.objects[number];
  if (object === undefined) {
    return node("div");
  }
  const { key } = object;
  const stand = stands[number] ?? "waiting";
  const look = `box ${stand}${chain.has(number) ? " near" : ""}${isSoughtOut(app, key) ? " faint" : ""}`;
  const facts = {
    key: `box ${number}`,
    id: `object-${number}`,
    class: look,
    role: "option",
    "aria-selected": String(number === selected),
    "aria-label": `${refWords(key)}, ${objectStatusText(stand)}`,
    title: key,
    "data-do": `select:${number}`,
    "style:left": `${object.x}px`,
    "style:top": `${object.y}px`,
    "style:width": `${run.boxWidth}px`,
    "style:height": `${run.boxHeight}px`,
  };
  return node("div", facts, [icon(stand), ...boxWords(object, stand), pipsTree(object)]);
}

/** Renders the texts of a box. */
export function boxWords({ key, change, message }: ObjectView, stand: string): readonly VNode[] {
  const { kind, name, place } = refParts(key);
  return [
    node("span.kind", {}, kind),
    node("span.badge", {}, change === undefined || change === "unchanged" ? "" : change),
    node("span.name", {}, name),
    node("span.place", {}, isHealthyStatus(stand) ? place : (message ?? place)),
  ];
}

/** Renders both axes: actuation and reconcile. */
export function pipsTree({ actuation, reconcile, sentAt }: ObjectView): VNode {
  const isSending = actuation === "Pending" && sentAt !== undefined;
  const isAwaited = actuation === "Succeeded" && reconcile === "Pending";
  return node("span.pips", {}, [
    node("i", { class: `write ${isSending ? "Active" : actuation}` }),
    node("i", { class: `come ${isAwaited ? "Active" : reconcile}` }),
  ]);
}

/** Renders the titles of the columns, which stay at the upper edge, readable at any scale. */
export function titlesTree(app: PageState, run: RunView): VNode {
  const { scale, left, width } = app.graph;
  const shown = run.lanes.flatMap((lane, index) => {
    const from = Math.max(lane.x * scale, left);
    const to = Math.min((lane.x + lane.width) * scale, left + width);
    return to - from < 18
      ? []
      : [
          node(
            "span",
            {
              key: String(index),
              "style:left": `${from - left}px`,
              "style:width": `${to - from}px`,
              title: lane.title,
            },
            lane.title,
          ),
        ];
  });
  return node("div.titles", { key: "titles", "aria-hidden": "true" }, [node("div.titles-row", {}, shown)]);
}
