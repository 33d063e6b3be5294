import { graphTree, type Scene, zoomButtons } from "../../graph-view/graph.ts";
import { node, type VNode } from "../../page/virtual-dom.ts";
import type { ObjectView, RunView } from "../run-view.ts";
import { type PageState, type DependencyIndex, isFilteredOut, selectedIn, dependenciesOf } from "./app.ts";
import { chainAbove } from "./blocking-chain.ts";
import { refParts } from "./format.ts";
import { icon, isHealthyStatus, objectStatusText } from "./object-status.ts";

/**
 * Renders the graph of a run: groups as columns, every object coloured by its status, edges to the objects
 * that wait for it.
 */
export function runGraphTree(app: PageState, run: RunView): VNode {
  const dependencies = dependenciesOf(app, run);
  return node("div.graph-frame", [toolsTree(dependencies), graphTree(sceneOf(app, dependencies))]);
}

function sceneOf(app: PageState, dependencies: DependencyIndex): Scene {
  const { run, statuses } = dependencies;
  const selected = selectedIn(app, run);
  const chain = chainAbove(dependencies, selected);
  const statusAt = (number: number): string => statuses[number] ?? "waiting";
  return {
    id: "graph",
    label: "Objects of the run; arrow keys select the next one, plus and minus zoom, 0 shows the whole graph",
    look: `${selected === -1 ? "" : "chosen"} ${app.search === "" ? "" : "sought"}`.trim(),
    view: app.graph,
    drawing: run,
    edges: dependencies,
    kept: app.kept,
    selected,
    lit:
      selected === -1 ? [] : run.edges.filter(({ first, second }) => chain.has(first) && chain.has(second)),
    onward: dependencies.behind[selected] ?? [],
    shapesOf: [dependencies, selected, app.search],
    shapeLook: (number) => {
      const isFaint =
        (selected !== -1 && !chain.has(number)) || isFilteredOut(app, run.objects[number]?.key ?? "");
      return `${statusAt(number)}${isFaint ? " faint" : ""}`;
    },
    box: (number) => {
      const object = run.objects[number];
      const key = object?.key ?? "";
      const status = statusAt(number);
      return {
        look: `${status}${chain.has(number) ? " near" : ""}${isFilteredOut(app, key) ? " faint" : ""}`,
        key,
        inside: object === undefined ? [] : [icon(status), ...boxWords(object, status), pipsTree(object)],
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
function toolsTree({ statuses }: DependencyIndex): VNode {
  return node("div.tools", { key: "tools" }, [
    node(
      "div.legend",
      { "aria-label": "Objects by status" },
      legend.flatMap((status) => {
        const amount = statuses.filter((one) => one === status).length;
        const words = `${amount} ${shortWords.get(status) ?? status}`;
        const facts = { key: status, title: objectStatusText(status) };
        return amount === 0 ? [] : [node(`span.sign.${status}`, facts, [icon(status), node("span", words)])];
      }),
    ),
    zoomButtons(),
  ]);
}

function boxWords({ key, change, message }: ObjectView, status: string): readonly VNode[] {
  const { kind, name, place } = refParts(key);
  return [
    node("span.kind", kind),
    node("span.badge", change === undefined || change === "unchanged" ? "" : change),
    node("span.name", name),
    node("span.place", isHealthyStatus(status) && status !== "suspended" ? place : (message ?? place)),
    node("span.unseen", objectStatusText(status)),
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
