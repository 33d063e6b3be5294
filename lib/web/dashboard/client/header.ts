import { type PageState, overviewOf } from "./app.ts";
import { node, type VNode } from "../../page/virtual-dom.ts";

/** Renders the bar above the page. */
export function headerTree(app: PageState): VNode {
  const overview = overviewOf(app);
  const { unit } = app.route;
  const hint = unit === undefined ? "Find a unit" : "Find an object";
  return node("header", { key: "header" }, [
    node("a.brand", { href: "#/", "aria-label": `${overview?.sync ?? "converge"}: all units` }, [
      node("span.logo", { "aria-hidden": "true" }),
      node("span", {}, overview?.sync ?? "converge"),
    ]),
    node("span.replica", { title: replicaTitle(app) }, replicaWords(app)),
    node("span.space"),
    connectionTree(app),
    node("input", {
      id: "search",
      type: "search",
      placeholder: `${hint}  ( / )`,
      "aria-label": hint,
      autocomplete: "off",
      spellcheck: "false",
    }),
    node(
      "button.plain",
      { type: "button", "data-do": "help", "aria-label": "Keys and signs", title: "Keys and signs ( ? )" },
      "?",
    ),
  ]);
}

/** Returns the name of this replica and the number of replicas. */
function replicaWords(app: PageState): string {
  const overview = overviewOf(app);
  if (overview === undefined) {
    return "";
  }
  const { identity, members } = overview;
  return members.length < 2 ? identity : `${identity}, 1 of ${members.length} replicas`;
}

/** Returns the names of all replicas. */
function replicaTitle(app: PageState): string {
  return overviewOf(app)?.members.join("\n") ?? "";
}

/** Renders the connection status: whether the page is up to date. */
function connectionTree(app: PageState): VNode {
  const words = new Map([
    ["connecting", "connecting"],
    ["live", "live"],
    ["lost", "connection lost, trying again"],
  ]);
  return node(
    "span.connection",
    { id: "connection", role: "status", "data-is": app.connection },
    words.get(app.connection),
  );
}

/** Renders the help: keys and icons. */
export function helpTree(): VNode {
  const keys = [
    ["/", "find by name; Enter goes to the first"],
    ["← ↑ ↓ →", "from object to object, from tab to tab"],
    ["+ − 0", "larger, smaller, the whole graph"],
    ["1 2 3 4", "graph, timeline, changes, trouble"],
    ["[ ]", "the run before, the run after"],
    ["Esc", "lets go: the search, the object, then the unit"],
    ["?", "this"],
  ];
  return node("dialog", { id: "help", key: "help", "aria-label": "Keys and signs" }, [
    node("h2", {}, "Keys"),
    node(
      "dl.keys",
      {},
      keys.flatMap(([key = "", words = ""]) => [
        node("dt", {}, [node("kbd", {}, key)]),
        node("dd", {}, words),
      ]),
    ),
    node("h2", {}, "How to read an object"),
    node(
      "p",
      {},
      "Its shape and colour tell how it stands as a whole. The two bars at its foot are its two halves: whether it was written, and whether the cluster has come along.",
    ),
    node("button.plain", { type: "button", "data-do": "close-help", autofocus: "" }, "Close"),
  ]);
}
