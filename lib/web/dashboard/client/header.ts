import { helpButton, helpDialog } from "../../page/help-dialog.ts";
import { node, type VNode } from "../../page/virtual-dom.ts";
import { connectionOf, type PageState, overviewOf } from "./app.ts";

const connections = {
  connecting: "connecting",
  live: "live",
  lost: "connection lost, trying again",
} as const;

/** Renders the bar above the page. */
export function headerTree(app: PageState): VNode {
  const { sync = "converge", identity = "", members = [] } = overviewOf(app) ?? {};
  const hint = app.route.unit === undefined ? "Find a unit" : "Find an object";
  const replicas = members.length < 2 ? "" : `, 1 of ${members.length} replicas`;
  const connection = connectionOf(app);
  const facts = { id: "connection", role: "status", "data-is": connection };
  return node("header", { key: "header" }, [
    node("a.brand", { href: "#/", "aria-label": `${sync}: all units` }, [
      node("span.logo", { "aria-hidden": "true" }),
      node("span", sync),
    ]),
    node("span.replica", { title: members.join("\n") }, `${identity}${replicas}`),
    node("span.space"),
    node("span.connection", facts, connections[connection]),
    node("input", {
      id: "search",
      type: "search",
      placeholder: `${hint}  ( / )`,
      "aria-label": hint,
      autocomplete: "off",
      spellcheck: "false",
    }),
    helpButton(),
  ]);
}

const keys = [
  ["/", "find by name; Enter opens the first match"],
  ["Arrow keys", "go to the next object, tab or unit"],
  ["Home End", "go to the first unit, the last unit"],
  ["+ − 0", "zoom in, zoom out, show the whole graph"],
  ["1 2 3 4", "show the graph, the timeline, the changes, the problems"],
  ["[ ]", "show the previous run, the next run"],
  ["Esc", "clear the search, then the selection, then go back to all units"],
  ["?", "show this list"],
] as const;

/** Renders the help: keys and how to read an object. */
export function helpTree(): VNode {
  const hint =
    "Icon and colour show the status of an object. The two bars below it show its two steps: written to the cluster, and ready.";
  return helpDialog({ keys, more: [node("h2", "How to read an object"), node("p.soft", hint)] });
}
