import type { EdgeView, ObjectView, RunView } from "../run-view.ts";
import { type PageState, serverNow, unitOf, wiringOf, type DependencyIndex } from "./app.ts";
import { blockers } from "./blocking-chain.ts";
import { changeTree } from "./changes.ts";
import { icon, isOver, objectStatusText } from "./object-status.ts";
import { node, type VNode } from "../../page/virtual-dom.ts";
import { lengthWords, refParts, refWords } from "./format.ts";

/** Renders the details of the selected object. */
export function detailsTree(app: PageState, run: RunView, selected: number): VNode {
  const object = run.objects[selected];
  if (object === undefined) {
    return node("aside.details", { key: "details" });
  }
  const wiring = wiringOf(app, run);
  const stand = wiring.stands[selected] ?? "waiting";
  const { kind, name } = refParts(object.key);
  const facts = { id: "details", key: "details", "aria-label": `Details of ${kind} ${name}`, tabindex: -1 };
  return node("aside.details", facts, [
    node("div.details-head", {}, [
      node(`span.sign.${stand}`, {}, [icon(stand), node("span", {}, objectStatusText(stand))]),
      node("button.plain", { type: "button", "data-do": "unselect", "aria-label": "Close details" }, "×"),
    ]),
    node("h2", {}, [node("span.kind", {}, kind), node("span.name", {}, name)]),
    node("p.ref", {}, object.key),
    object.message === undefined ? undefined : node("p.said", {}, object.message),
    axesTree(app, object),
    ...holdUpTrees(wiring, selected),
    ...troubleParts(object),
    ...edgeTrees(wiring, "Waits for", { edges: wiring.before[selected] ?? [], other: "first" }),
    ...edgeTrees(wiring, "Waited for by", { edges: wiring.behind[selected] ?? [], other: "second" }),
    ...ownChanges(app, run, object.key),
  ]);
}

/** Renders the diagnosis of a stuck object: its pods, events, logs, and what blocks its deletion. */
export function troubleParts({ trouble, logs }: Pick<ObjectView, "trouble" | "logs">): readonly VNode[] {
  return [
    ...linesTree("Pods", trouble?.pods ?? []),
    ...linesTree("Blocked by", trouble?.blockers ?? []),
    ...linesTree("Events", trouble?.events ?? []),
    ...(trouble?.logs ?? []).flatMap(({ pod, container, lines }) =>
      linesTree(`Log of ${pod} ${container}`, lines),
    ),
    ...linesTree("Log", logs ?? []),
  ];
}

/** Renders lines verbatim; nothing if there are none. */
export function linesTree(title: string, lines: readonly string[]): readonly VNode[] {
  return lines.length === 0
    ? []
    : [
        node("h3", { key: title }, title),
        node("pre.lines", { key: `${title} lines`, tabindex: 0, "aria-label": title }, lines.join("\n")),
      ];
}

/** Renders the changes of the run to the object. */
function ownChanges(app: PageState, run: RunView, key: string): readonly VNode[] {
  const changes =
    unitOf(app)?.changes.filter((change) => change.run === run.number && change.key === key) ?? [];
  return changes.length === 0
    ? []
    : [
        node("h3", { key: "changes" }, "What this run has changed"),
        ...changes.map((change) => changeTree(change)),
      ];
}

/** Renders both axes of an object's status, with their durations. */
function axesTree(app: PageState, object: ObjectView): VNode {
  const { actuation, reconcile, change, because, operation } = object;
  const { write, come } = lengthsOf(app, object);
  const isGoing = operation === "prune" || operation === "delete";
  const rows = [
    [isGoing ? "deletion" : "write", [actuation, change, write]],
    [isGoing ? "gone" : "ready", [reconcile, come]],
    ["because", [because === undefined ? undefined : becauseWords(because)]],
  ] as const;
  return node(
    "dl.axes",
    {},
    rows.flatMap(([title, words]) => {
      const reported = words.filter((word) => word !== undefined);
      return reported.length === 0 ? [] : [node("dt", {}, title), node("dd", {}, reported.join(" · "))];
    }),
  );
}

/** Returns how long an object was being written and how long it was waited for. */
function lengthsOf(
  app: PageState,
  { sentAt, writtenAt, endedAt }: ObjectView,
): { readonly write: string | undefined; readonly come: string | undefined } {
  const end = endedAt ?? serverNow(app);
  return {
    write: sentAt === undefined ? undefined : lengthWords((writtenAt ?? end) - sentAt),
    come: writtenAt === undefined ? undefined : lengthWords(end - writtenAt),
  };
}

const unmet: ReadonlyMap<string, string> = new Map([
  ["present", "is not there"],
  ["ready", "is not ready"],
  ["deleting", "is not being deleted"],
  ["absent", "is not gone"],
]);

/** Returns the reason why an object was skipped. */
export function becauseWords({ on, until, rule, origin }: NonNullable<ObjectView["because"]>): string {
  return `${refWords(on)} ${unmet.get(until) ?? "is missing"} (${origin === undefined ? rule : `${rule}, ${origin}`})`;
}

/** Renders the chain of objects that hold the selected one up. */
function holdUpTrees(wiring: DependencyIndex, selected: number): readonly VNode[] {
  const links = blockers(wiring, selected);
  if (links.length === 0 || isOver(wiring.stands[selected] ?? "")) {
    return [];
  }
  return [
    node("h3", {}, "Held up by"),
    node(
      "ul.chain",
      {},
      links.map(({ number, depth, rule, until }) =>
        node("li", { key: String(number), "style:padding-left": `${Math.min(depth - 1, 8) * 14}px` }, [
          objectButton(wiring, number, rule === "" ? "an earlier group" : `until ${until} · ${rule}`),
        ]),
      ),
    ),
  ];
}

/** A list of edges, and which of their ends is shown. */
interface EdgeList {
  readonly edges: readonly EdgeView[];
  readonly other: "first" | "second";
}

/** Renders the other ends of edges as links. */
function edgeTrees(wiring: DependencyIndex, title: string, { edges, other }: EdgeList): readonly VNode[] {
  if (edges.length === 0) {
    return [];
  }
  const shown = edges.slice(0, 50);
  return [
    node("h3", { key: title }, `${title} · ${edges.length}`),
    node("ul.chain", { key: `${title} list` }, [
      ...shown.map((edge) =>
        node("li", { key: String(edge[other]) }, [
          objectButton(wiring, edge[other], `until ${edge.until} · ${edge.rule}`),
        ]),
      ),
      edges.length > shown.length
        ? node("li.soft", { key: "more" }, `and ${edges.length - shown.length} more`)
        : undefined,
    ]),
  ];
}

/** Renders an object as a button that selects it. */
export function objectButton({ run, stands }: DependencyIndex, number: number, words: string): VNode {
  const stand = stands[number] ?? "waiting";
  const key = run.objects[number]?.key ?? "";
  const { kind, name } = refParts(key);
  return node(`button.object.${stand}`, { type: "button", "data-do": `select:${number}`, title: key }, [
    icon(stand),
    node("span.kind", {}, kind),
    node("span.name", {}, name),
    node("span.soft", {}, words),
  ]);
}
