import { graphTree, type Scene, zoomButtons } from "../../graph-view/graph.ts";
import { node, type VNode } from "../../page/virtual-dom.ts";
import type { ObjectView, RunView } from "../run-view.ts";
import { type PageState, type DependencyIndex, isSoughtOut, selectedIn, wiringOf } from "./app.ts";
import { chainAbove } from "./blocking-chain.ts";
import { refParts } from "./format.ts";
import { icon, isHealthyStatus, objectStatusText } from "./object-status.ts";

/**
 * Renders the graph of a run: groups as columns, every object coloured by its status, edges to the objects
 * that wait for it.
 */
export function runGraphTree(app: PageState, run: RunView): VNode {
  const wiring = wiringOf(app, run);
  return node("div.graph-frame", [toolsTree(wiring), graphTree(sceneOf(app, wiring))]);
}

function sceneOf(app: PageState, wiring: DependencyIndex): Scene {
  const { run, stands } = wiring;
  const selected = selectedIn(app, run);
  const chain = chainAbove(wiring, selected);
  const statusAt = (number: number): string => stands[number] ?? "waiting";
  return {
    id: "graph",
    label: "Objects of the run; arrow keys select the next one, plus and minus zoom, 0 shows the whole graph",
    look: `${selected === -1 ? "" : "chosen"} ${app.search === "" ? "" : "sought"}`.trim(),
    view: app.graph,
    drawing: run,
    edges: wiring,
    kept: app.kept,
    selected,
    lit:
      selected === -1 ? [] : run.edges.filter(({ first, second }) => chain.has(first) && chain.has(second)),
    onward: wiring.behind[selected] ?? [],
    shapesOf: [wiring, selected, app.search],
    shapeLook: (number) => {
      const isFaint =
        (selected !== -1 && !chain.has(number)) || isSoughtOut(app, run.objects[number]?.key ?? "");
      return `${statusAt(number)}${isFaint ? " faint" : ""}`;
    },
    box: (number) => {
      const object = run.objects[number];
      const key = object?.key ?? "";
      const stand = statusAt(number);
      return {
        look: `${stand}${chain.has(number) ? " near" : ""}${isSoughtOut(app, key) ? " faint" : ""}`,
        key,
        inside: object === undefined ? [] : [icon(stand), ...boxWords(object, stand), pipsTree(object)],
      };
    },
    title: (lane) => [node("span", { title: run.lanes[lane]?.title }, run.lanes[lane]?.title)],
  };
}

/** The statuses in the order of the legend. */
const legend = [
  "failed",
  "timeout",
  "skipped",
  "waiting",
  "sending",
  "progressing",
  "ready",
  "unchanged",
  "suspended",
  "written",
  "gone",
];

const shortWords: ReadonlyMap<string, string> = new Map([
  ["timeout", "timed out"],
  ["sending", "applying"],
  ["written", "applied"],
  ["gone", "deleted"],
]);

/** Renders the number of objects per status, which is also the legend, and the zoom controls. */
function toolsTree({ stands }: DependencyIndex): VNode {
  return node("div.tools", { key: "tools" }, [
    node(
      "div.legend",
      { "aria-label": "Objects by status" },
      legend.flatMap((stand) => {
        const amount = stands.filter((one) => one === stand).length;
        const words = `${amount} ${shortWords.get(stand) ?? stand}`;
        const facts = { key: stand, title: objectStatusText(stand) };
        return amount === 0 ? [] : [node(`span.sign.${stand}`, facts, [icon(stand), node("span", words)])];
      }),
    ),
    zoomButtons(),
  ]);
}

function boxWords({ key, change, message }: ObjectView, stand: string): readonly VNode[] {
  const { kind, name, place } = refParts(key);
  return [
    node("span.kind", kind),
    node("span.badge", change === undefined || change === "unchanged" ? "" : change),
    node("span.name", name),
    node("span.place", isHealthyStatus(stand) && stand !== "suspended" ? place : (message ?? place)),
    node("span.unseen", objectStatusText(stand)),
  ];
}

/** Renders both axes: actuation and reconcile. */
function pipsTree({ actuation, reconcile, sentAt }: ObjectView): VNode {
  const isSending = actuation === "Pending" && sentAt !== undefined;
  const isAwaited = actuation === "Succeeded" && reconcile === "Pending";
  return node("span.pips", [
    node("i", { class: `write ${isSending ? "Active" : actuation}` }),
    node("i", { class: `come ${isAwaited ? "Active" : reconcile}` }),
  ]);
}
