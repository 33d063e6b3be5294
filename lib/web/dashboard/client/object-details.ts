import type { EdgeView, ObjectView, RunView } from "../run-view.ts";
import { type PageState, serverNow, unitOf, dependenciesOf, type DependencyIndex } from "./app.ts";
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
  const dependencies = dependenciesOf(app, run);
  const before = (dependencies.before[selected] ?? []).map((edge) => ({ ...edge, other: edge.first }));
  const behind = (dependencies.behind[selected] ?? []).map((edge) => ({ ...edge, other: edge.second }));
  const status = dependencies.statuses[selected] ?? "waiting";
  const { kind, name } = refParts(object.key);
  const facts = { id: "details", key: "details", "aria-label": `Details of ${kind} ${name}`, tabindex: -1 };
  return node("aside.details", facts, [
    node("div.details-head", [
      node(`span.sign.${status}`, [icon(status), node("span", objectStatusText(status))]),
      node("button.plain", { type: "button", "data-do": "unselect", "aria-label": "Close details" }, "×"),
    ]),
    node("h2", [node("span.kind", kind), node("span.name", name)]),
    node("p.ref", object.key),
    object.message === undefined ? undefined : node("p.said", object.message),
    axesTree(app, object),
    ...blockerTrees(dependencies, selected),
    ...troubleParts(object),
    ...edgeTrees(dependencies, "Waits for", before),
    ...edgeTrees(dependencies, "Dependents", behind),
    ...ownChanges(app, run, object.key),
  ]);
}

/** Renders the diagnosis of a stuck object: its pods, events, logs, and what blocks its deletion. */
export function troubleParts({ trouble, logs }: Pick<ObjectView, "trouble" | "logs">): readonly VNode[] {
  return [
    ...linesTree("Pods", trouble?.pods ?? []),
    ...linesTree("Deletion blocked by", trouble?.blockers ?? []),
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
function ownChanges(app: PageState, run: RunView, object: string): readonly VNode[] {
  const changes = unitOf(app)?.changes.filter((change) => change.run === run.number && change.key === object);
  return changes === undefined || changes.length === 0
    ? []
    : [node("h3", { key: "changes" }, "Changes by this run"), ...changes.map(changeTree)];
}

/** Renders both axes of an object's status, with their durations. */
function axesTree(app: PageState, object: ObjectView): VNode {
  const { actuation, reconcile, change, because, operation, sentAt, writtenAt } = object;
  const end = object.endedAt ?? serverNow(app);
  const writing = sentAt === undefined ? undefined : lengthWords((writtenAt ?? end) - sentAt);
  const waiting = writtenAt === undefined ? undefined : lengthWords(end - writtenAt);
  const isGoing = operation === "prune" || operation === "delete";
  const rows = [
    [isGoing ? "delete" : "apply", [actuation, change, writing]],
    [isGoing ? "deleted" : "ready", [reconcile, waiting]],
    ["because", [because === undefined ? undefined : becauseWords(because)]],
  ] as const;
  return node(
    "dl.axes",
    rows.flatMap(([title, words]) => {
      const reported = words.filter((word) => word !== undefined);
      return reported.length === 0 ? [] : [node("dt", title), node("dd", reported.join(" · "))];
    }),
  );
}

const unmet: ReadonlyMap<string, string> = new Map([
  ["present", "does not exist"],
  ["ready", "is not ready"],
  ["deleting", "is not being deleted"],
  ["absent", "still exists"],
]);

/** Returns the reason why an object was skipped. */
export function becauseWords({ on, until, rule, origin }: NonNullable<ObjectView["because"]>): string {
  return `${refWords(on)} ${unmet.get(until) ?? "is missing"} (${origin === undefined ? rule : `${rule}, ${origin}`})`;
}

/** Renders the chain of objects that hold the selected one up. */
function blockerTrees(dependencies: DependencyIndex, selected: number): readonly VNode[] {
  const links = isOver(dependencies.statuses[selected] ?? "") ? [] : blockers(dependencies, selected);
  const entries = links.map(({ number, depth, rule, until }) => {
    const facts = { key: String(number), "style:padding-left": `${Math.min(depth - 1, 8) * 14}px` };
    const words = rule === "" ? "an earlier group" : `until ${until} · ${rule}`;
    return node("li", facts, [objectButton(dependencies, number, words)]);
  });
  return entries.length === 0 ? [] : [node("h3", "Blocked by"), node("ul.chain", entries)];
}

/** Renders objects at the other ends of edges as links. */
function edgeTrees(
  dependencies: DependencyIndex,
  title: string,
  ends: readonly (EdgeView & { readonly other: number })[],
): readonly VNode[] {
  const shown = ends
    .slice(0, 50)
    .map(({ other, until, rule }) =>
      node("li", { key: String(other) }, [objectButton(dependencies, other, `until ${until} · ${rule}`)]),
    );
  const rest = ends.length - shown.length;
  const more = rest === 0 ? undefined : node("li.soft", { key: "more" }, `and ${rest} more`);
  return ends.length === 0
    ? []
    : [
        node("h3", { key: title }, `${title} · ${ends.length}`),
        node("ul.chain", { key: `${title} list` }, [...shown, more]),
      ];
}

/** Renders an object as a button that selects it. */
export function objectButton({ run, statuses }: DependencyIndex, number: number, words: string): VNode {
  const status = statuses[number] ?? "waiting";
  const key = run.objects[number]?.key ?? "";
  const { kind, name } = refParts(key);
  return node(`button.object.${status}`, { type: "button", "data-do": `select:${number}`, title: key }, [
    icon(status),
    node("span.kind", kind),
    node("span.name", name),
    node("span.soft", words),
  ]);
}
