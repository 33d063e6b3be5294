import type { EdgeView, ObjectView, RunView } from "../run-view.ts";
import { type App, isSoughtOut, selectedIn, type Wiring, wiringOf } from "./app.ts";
import { chainAbove } from "./chain.ts";
import { inSight, readableScale, titleHeight } from "./graph-sight.ts";
import { icon, isGood, standWords } from "./stand.ts";
import { node, type TreeNode } from "./tree.ts";
import { refParts, refWords } from "./words.ts";

/** The graph of a run: groups as columns, every object coloured by how it stands, edges to what waits for it. */
export function graphTree(app: App, run: RunView): TreeNode {
  const { scale } = app.graph;
  const wiring = wiringOf(app, run);
  const selected = selectedIn(app, run);
  const chain = chainAbove(wiring, selected);
  const isClose = scale >= readableScale();
  const seen = isClose ? [...new Set([...inSight(app, run), ...(selected === -1 ? [] : [selected])])] : [];
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

/** What stands back while something else is to be seen. */
export function graphLook(app: App, selected: number): string {
  return `graph${selected === -1 ? "" : " chosen"}${app.search === "" ? "" : " sought"}`;
}

/** How many objects stand how, which is the legend too, and the size of the drawing. */
export function toolsTree({ stands }: Wiring): TreeNode {
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
              node(`span.sign.${stand}`, { key: stand, title: standWords(stand) }, [
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

/** What the drawing has to know of the selection. */
export interface Scene {
  readonly selected: number;
  readonly isClose: boolean;
  readonly seen: readonly number[];
  readonly chain: ReadonlySet<number>;
}

/** All that is no text: columns, edges, and from far away the boxes. */
export function sceneShapes(app: App, wiring: Wiring, scene: Scene): TreeNode {
  const { run } = wiring;
  const { selected, isClose, chain } = scene;
  const lit =
    selected === -1 ? [] : run.edges.filter(({ first, second }) => chain.has(first) && chain.has(second));
  const onward = wiring.behind[selected] ?? [];
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
    node("path.edges", { key: "edges", d: edgePath(run, drawnEdges(run, scene)) }),
    ...(isClose ? [] : farShapes(app, wiring, scene)),
    node("path.edges.onward", { key: "onward", d: edgePath(run, onward) }),
    node("path.edges.lit", { key: "lit", d: edgePath(run, lit) }),
    node("path.heads.onward", { key: "onward-heads", d: headPath(run, onward) }),
    node("path.heads.lit", { key: "heads", d: headPath(run, lit) }),
  ]);
}

/** All edges of a small run; of a large one those of the objects in sight, and none from far away. */
export function drawnEdges(run: RunView, { isClose, seen }: Scene): readonly EdgeView[] {
  if (run.edges.length <= 800) {
    return run.edges;
  }
  const near = new Set(isClose ? seen : []);
  return run.edges.filter(({ first, second }) => near.has(first) || near.has(second)).slice(0, 1500);
}

/** Boxes without texts: one shape for each way to stand. */
export function farShapes(
  app: App,
  { run, stands }: Wiring,
  { chain, selected }: Scene,
): readonly TreeNode[] {
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

/** The lines of edges, from the right side of a box to the left side of the one that waits. */
export function edgePath(run: RunView, edges: readonly EdgeView[]): string {
  const { objects, boxWidth, boxHeight } = run;
  const lines = edges.map(({ first, second }) => {
    const [from, to] = [objects[first], objects[second]];
    if (from === undefined || to === undefined) {
      return "";
    }
    const [x1, y1] = [from.x + boxWidth, from.y + boxHeight / 2];
    const [x2, y2] = [to.x, to.y + boxHeight / 2];
    const bend = Math.max(36, Math.min(Math.abs(x2 - x1) / 2, 200));
    return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2 - 3} ${y2}`;
  });
  return lines.join("");
}

/** The heads of arrows. */
export function headPath(run: RunView, edges: readonly EdgeView[]): string {
  const heads = edges.map(({ second }) => {
    const to = run.objects[second];
    return to === undefined ? "" : `M${to.x} ${to.y + run.boxHeight / 2}l-8 -4.5v9z`;
  });
  return heads.join("");
}

/** One object with its name and the two halves of how it stands. */
export function boxTree(
  app: App,
  { run, stands }: Wiring,
  { number, selected, chain }: Pick<Scene, "selected" | "chain"> & { readonly number: number },
): TreeNode {
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
    "aria-label": `${refWords(key)}, ${standWords(stand)}`,
    title: key,
    "data-do": `select:${number}`,
    "style:left": `${object.x}px`,
    "style:top": `${object.y}px`,
    "style:width": `${run.boxWidth}px`,
    "style:height": `${run.boxHeight}px`,
  };
  return node("div", facts, [icon(stand), ...boxWords(object, stand), pipsTree(object)]);
}

/** The texts of a box. */
export function boxWords({ key, change, message }: ObjectView, stand: string): readonly TreeNode[] {
  const { kind, name, place } = refParts(key);
  return [
    node("span.kind", {}, kind),
    node("span.badge", {}, change === undefined || change === "unchanged" ? "" : change),
    node("span.name", {}, name),
    node("span.place", {}, isGood(stand) ? place : (message ?? place)),
  ];
}

/** The two halves: written, and come along. */
export function pipsTree({ actuation, reconcile, sentAt }: ObjectView): TreeNode {
  const isSending = actuation === "Pending" && sentAt !== undefined;
  const isAwaited = actuation === "Succeeded" && reconcile === "Pending";
  return node("span.pips", {}, [
    node("i", { class: `write ${isSending ? "Active" : actuation}` }),
    node("i", { class: `come ${isAwaited ? "Active" : reconcile}` }),
  ]);
}

/** The titles of the columns stay at the upper edge, readable at any scale. */
export function titlesTree(app: App, run: RunView): TreeNode {
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
