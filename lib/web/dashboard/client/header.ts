import { node, type VNode } from "../../page/virtual-dom.ts";
import { type PageState, overviewOf } from "./app.ts";

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
  const connection = { id: "connection", role: "status", "data-is": app.connection };
  const help = {
    type: "button",
    "data-do": "help",
    "aria-label": "Keys and signs",
    title: "Keys and signs ( ? )",
  };
  return node("header", { key: "header" }, [
    node("a.brand", { href: "#/", "aria-label": `${sync}: all units` }, [
      node("span.logo", { "aria-hidden": "true" }),
      node("span", sync),
    ]),
    node("span.replica", { title: members.join("\n") }, `${identity}${replicas}`),
    node("span.space"),
    node("span.connection", connection, connections[app.connection]),
    node("input", {
      id: "search",
      type: "search",
      placeholder: `${hint}  ( / )`,
      "aria-label": hint,
      autocomplete: "off",
      spellcheck: "false",
    }),
    node("button.plain", help, "?"),
  ]);
}

const keys = [
  ["/", "find by name; Enter goes to the first"],
  ["← ↑ ↓ →", "from object to object, from tab to tab"],
  ["+ − 0", "larger, smaller, the whole graph"],
  ["1 2 3 4", "graph, timeline, changes, trouble"],
  ["[ ]", "the run before, the run after"],
  ["Esc", "lets go: the search, the object, then the unit"],
  ["?", "this"],
] as const;

/** Renders the help: keys and icons. */
export function helpTree(): VNode {
  return node("dialog", { id: "help", key: "help", "aria-label": "Keys and signs" }, [
    node("h2", "Keys"),
    node(
      "dl.keys",
      keys.flatMap(([key, words]) => [node("dt", [node("kbd", key)]), node("dd", words)]),
    ),
    node("h2", "How to read an object"),
    node(
      "p",
      "Its shape and colour tell how it stands as a whole. The two bars at its foot are its two halves: whether it was written, and whether the cluster has come along.",
    ),
    node("button.plain", { type: "button", "data-do": "close-help", autofocus: "" }, "Close"),
  ]);
}
