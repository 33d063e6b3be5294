import {
  type Attributes,
  type Inside,
  keptTree,
  type KeptTrees,
  node,
  type VNode,
} from "../page/virtual-dom.ts";
import { routeLinks } from "./route/channels.ts";
import type { Routes } from "./route/corridors.ts";
import { headsPath, linkPath } from "./route/path.ts";
import { type DrawnEdge, type Drawing, objectsInView, drawingOrigin, type Viewport } from "./viewport.ts";

/** The edges of each object in both directions, by number. */
export interface EdgeIndex<Edge extends DrawnEdge> {
  readonly before: readonly (readonly Edge[])[];
  readonly behind: readonly (readonly Edge[])[];
  /** The routes of all edges of a drawing that has not too many, once they are computed. */
  readonly routing: { routes: Routes | undefined };
}

/** A graph with everything that its picture depends on. */
export interface Scene {
  readonly id: string;
  readonly label: string;
  /** Classes of the whole graph, such as those that fade what is not near. */
  readonly look: string;
  readonly view: Viewport;
  readonly drawing: Drawing;
  readonly edges: Pick<EdgeIndex<DrawnEdge>, "routing">;
  readonly kept: KeptTrees;
  /** The number of the selected object, or -1. */
  readonly selected: number;
  /** Highlighted edges: those that lead to the selected object, and those that lead on from it. */
  readonly lit: readonly DrawnEdge[];
  readonly onward: readonly DrawnEdge[];
  /** Returns the classes of an object without texts, and the values that all of them depend on. */
  readonly shapeLook: (number: number) => string;
  readonly shapesOf: readonly unknown[];
  readonly box: (number: number) => Box;
  /** Returns the title of a lane, for a width in pixels of the page. */
  readonly title: (lane: number, space: number) => Inside;
}

/** An object with its texts. */
interface Box {
  readonly look: string;
  /** The object reference. */
  readonly key: string;
  /** The texts, which are also its name for screen readers. */
  readonly inside: readonly VNode[];
}

/** More edges than these are drawn only where they touch a visible object, at a readable scale. */
const manyEdges = 400;
/** More of them in one view are illegible and slow; those of the selected object are drawn anyway. */
const mostEdgesInView = 1200;
/** More edges than these are not drawn at a smaller scale. */
const mostEdges = 3000;

/** Reports whether a drawing has more edges than can be dashed and scrolled smoothly. */
export function hasManyEdges({ edges }: Pick<Drawing, "edges">): boolean {
  return edges.length > manyEdges;
}

/** Reports whether a drawing has more edges than are legible all at once. */
export function hasTooManyEdges({ edges }: Pick<Drawing, "edges">): boolean {
  return edges.length > mostEdges;
}

/** Indexes edges by object. Complexity: O(objects and edges). */
export function indexEdges<Edge extends DrawnEdge>(objects: number, edges: readonly Edge[]): EdgeIndex<Edge> {
  const before = Array.from({ length: objects }, (): Edge[] => []);
  const behind = Array.from({ length: objects }, (): Edge[] => []);
  for (const edge of edges) {
    before[edge.second]?.push(edge);
    behind[edge.first]?.push(edge);
  }
  return { before, behind, routing: { routes: undefined } };
}

/**
 * Renders a graph: lanes, edges routed around boxes, boxes with texts or, at a small scale, as bare shapes,
 * and the titles of the lanes.
 */
export function graphTree(scene: Scene): VNode {
  const { id, label, look, view, drawing, selected } = scene;
  const seen = new Set(objectsInView(view, drawing));
  // A screen reader follows the selected object out of view too.
  const boxes = view.scale >= view.readableScale && selected !== -1 ? new Set(seen).add(selected) : seen;
  const origin = drawingOrigin(view, drawing);
  const attributes = {
    id,
    class: `graph ${look}`,
    role: "listbox",
    tabindex: 0,
    "aria-label": label,
    "aria-activedescendant": boxes.has(selected) ? `object-${selected}` : undefined,
    ...paperSize(scene, origin.top),
  };
  return node("div", attributes, [
    node("div.sizer", {
      key: "sizer",
      "style:width": `${Math.floor(drawing.width * view.scale + 2 * origin.left)}px`,
      "style:height": `${Math.floor(drawing.height * view.scale + 2 * origin.top - view.titleHeight)}px`,
    }),
    node(
      "div.scene",
      {
        key: "scene",
        "style:left": `${origin.left}px`,
        "style:top": `${origin.top}px`,
        "style:transform": `scale(${view.scale})`,
      },
      [
        shapesTree(scene, seen),
        node(
          "div",
          { key: "boxes", id: "boxes" },
          Array.from(boxes, (number) => boxTree(scene, number)),
        ),
      ],
    ),
    titlesTree(scene, origin.left),
  ]);
}

/** Returns the size of the element on paper, which is that of the drawing. */
function paperSize({ view, drawing }: Scene, top: number): Attributes {
  const isPrinted = view.onScreen !== undefined;
  return {
    "style:width": isPrinted ? `${view.width}px` : undefined,
    "style:height": isPrinted ? `${Math.ceil(drawing.height * view.scale + top + 12)}px` : undefined,
  };
}

/** Renders everything without texts: lanes, edges, and, at a small scale, boxes. */
function shapesTree(scene: Scene, seen: ReadonlySet<number>): VNode {
  const { view, drawing, kept, edges, lit, onward } = scene;
  const { width, height } = drawing;
  const isClose = view.scale >= view.readableScale;
  const isPart = isClose && hasManyEdges(drawing);
  return node("svg.shapes", { key: "shapes", width, height, "aria-hidden": "true" }, [
    keptTree(kept, "lanes", { of: [edges.routing], make: () => lanesTree(drawing) }),
    isClose ? undefined : keptTree(kept, "far", { of: scene.shapesOf, make: () => farTree(scene) }),
    keptTree(kept, "arrows", {
      of: [edges.routing, isPart ? [...seen].join(" ") : isClose],
      make: () =>
        node("g", { key: "arrows", id: "arrows" }, edgePaths(scene, drawnEdges(drawing, seen, isClose), "")),
    }),
    keptTree(kept, "lit", {
      of: [edges.routing, scene.selected],
      make: () =>
        node("g", { key: "lit" }, [
          ...edgePaths(scene, onward, "lit onward"),
          ...edgePaths(scene, lit, "lit"),
        ]),
    }),
  ]);
}

function lanesTree({ lanes, height }: Drawing): VNode {
  const shapes = lanes.map(({ x, width }) => node("rect.lane", { x, y: 0, width, height, rx: 13 }));
  return node("g", { key: "lanes" }, shapes);
}

function drawnEdges(drawing: Drawing, seen: ReadonlySet<number>, isClose: boolean): readonly DrawnEdge[] {
  const { edges } = drawing;
  if (!isClose || !hasManyEdges(drawing)) {
    return hasTooManyEdges(drawing) ? [] : edges;
  }
  const touching = edges.filter(({ first, second }) => seen.has(first) || seen.has(second));
  return touching.length > mostEdgesInView ? [] : touching;
}

/** Renders edges as few shapes: one path for each condition that they wait for, and one for all heads. */
function edgePaths(scene: Scene, edges: readonly DrawnEdge[], look: string): readonly VNode[] {
  if (edges.length === 0) {
    return [];
  }
  const routes = routesOf(scene, edges);
  const lines = [...Map.groupBy(edges, ({ until }) => until)].map(([until, own]) =>
    node("path", {
      key: `${until} ${look}`,
      class: `arrow edges ${until} ${look}`,
      d: linkPath(routes, own),
    }),
  );
  return [
    ...lines,
    node("path", { key: `heads ${look}`, class: `head ${look}`, d: headsPath(routes, edges) }),
  ];
}

/** Routes edges; unless there are too many to draw at once, all of them are routed once. */
function routesOf({ drawing, edges: { routing } }: Scene, edges: readonly DrawnEdge[]): Routes {
  const boxes = { ...drawing, places: drawing.objects };
  if (hasTooManyEdges(drawing)) {
    return routeLinks(boxes, edges);
  }
  routing.routes ??= routeLinks(boxes, drawing.edges);
  return routing.routes;
}

/** Renders boxes without texts: one shape for all that look the same. */
function farTree({ drawing, shapeLook }: Scene): VNode {
  const { objects, boxWidth, boxHeight } = drawing;
  const paths = new Map<string, string>();
  for (const [number, { x, y }] of objects.entries()) {
    const look = shapeLook(number);
    const shape = `M${x} ${y}h${boxWidth}v${boxHeight}h${-boxWidth}z`;
    paths.set(look, (paths.get(look) ?? "") + shape);
  }
  return node(
    "g",
    { key: "far" },
    [...paths].map(([look, d]) => node("path", { key: look, class: `far ${look}`, d })),
  );
}

function boxTree({ drawing, selected, box }: Scene, number: number): VNode {
  const { look, key, inside } = box(number);
  const place = drawing.objects[number];
  const attributes = {
    key: String(number),
    id: `object-${number}`,
    class: `box ${look}`,
    role: "option",
    "aria-selected": String(number === selected),
    title: key,
    "data-do": `select:${number}`,
    "style:left": `${place?.x ?? 0}px`,
    "style:top": `${place?.y ?? 0}px`,
    "style:width": `${drawing.boxWidth}px`,
    "style:height": `${drawing.boxHeight}px`,
  };
  return node("div", attributes, inside);
}

/** Renders the titles of the lanes, which stay at the upper edge, readable at any scale. */
function titlesTree({ view, drawing, title }: Scene, origin: number): VNode {
  const { scale, left, width } = view;
  const shown = drawing.lanes.flatMap((lane, index) => {
    // Centred in the visible part of the lane.
    const from = Math.max(origin + lane.x * scale - left, 0);
    const to = Math.min(origin + (lane.x + lane.width) * scale - left, width);
    const place = { key: String(index), "style:left": `${from}px`, "style:width": `${to - from}px` };
    return to - from < 18 ? [] : [node("div.title", place, title(index, lane.width * scale))];
  });
  return node("div.titles", { key: "titles", "aria-hidden": "true" }, [
    node("div.titles-row", { "style:height": `${view.titleHeight}px` }, shown),
  ]);
}

/** Renders the buttons that zoom. */
export function zoomButtons(): VNode {
  const buttons = [
    ["zoom-out", "Zoom out", "−"],
    ["fit", undefined, "Fit"],
    ["zoom-in", "Zoom in", "+"],
  ] as const;
  return node(
    "div.zoom",
    { role: "group", "aria-label": "Zoom" },
    buttons.map(([command, label, text]) =>
      node("button.plain", { type: "button", "data-do": command, "aria-label": label }, text),
    ),
  );
}
