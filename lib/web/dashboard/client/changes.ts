import type { ChangeBoard, PendingBoard, PendingChange } from "../state/dashboard-state.ts";
import type { UnitView } from "../unit-view.ts";
import { type PageState, isFilteredOut, runNumber } from "./app.ts";
import { keptTree, node, type VNode } from "../../page/virtual-dom.ts";
import { amountWords, refParts } from "./format.ts";

/** Renders the changes of the run; if it changed nothing, those of the last run that did. */
export function changesTree(app: PageState, unit: UnitView): VNode {
  const number = runNumber(app);
  const own = unit.changes.filter((change) => change.run === number);
  const [latest] = unit.changes;
  const shownRun = own.length > 0 ? number : latest?.run;
  const of = [shownRun, number, app.search, unit.changes.length, latest?.at, latest?.key];
  return keptTree(app.kept, "changes", { of, make: () => makeChanges(app, unit, shownRun) });
}

/** Renders the plan of a unit that waits for approval: its command, and what it changes. */
export function pendingTree(app: PageState, { pending, state }: UnitView): VNode | undefined {
  return pending === undefined
    ? undefined
    : keptTree(app.kept, "pending", {
        of: [pending, state.message, app.search],
        make: () => makePending(app, pending, state.message),
      });
}

function makePending(app: PageState, pending: PendingBoard, message: string): VNode {
  const { command, counts, areFieldsKnown, changes, others, more } = pending;
  const facts = { tabindex: 0, role: "group", "aria-label": "Changes of the plan" };
  const isShown = ({ key }: PendingChange): boolean => !isFilteredOut(app, key);
  const [sought, named] = [changes.filter(isShown), others.filter(isShown)];
  return node("section.pending-plan", { key: "pending" }, [
    node("h2", [
      node("span", "Plan waiting for approval"),
      message.includes(counts) ? undefined : node("span.soft", counts),
    ]),
    node("p.soft", "Approve it with this command:"),
    node("code.command", command),
    areFieldsKnown
      ? undefined
      : node("p.soft", "The page of the replica that manages the unit shows the changed fields."),
    node("div.changes", facts, [
      ...sought.map((change) => changeTree(change)),
      named.length === 0 ? undefined : othersTree(named),
      more === 0 ? undefined : node("p.soft", `${amountWords(more, "more object")} not shown`),
    ]),
  ]);
}

/** Renders objects without their fields, one a line. */
function othersTree(others: readonly PendingChange[]): VNode {
  return node(
    "ul.named-changes",
    { key: "others" },
    others.map(({ key, verb }) => node("li.change", { key }, [changeHead(key, verb)])),
  );
}

/** Renders the changes of a run, one below the other. */
function makeChanges(app: PageState, unit: UnitView, shownRun: number | undefined): VNode {
  const number = runNumber(app);
  const changes = unit.changes.filter(({ run, key }) => run === shownRun && !isFilteredOut(app, key));
  const leftOut = unit.runs.find((run) => run.number === shownRun)?.changesLeftOut ?? 0;
  if (shownRun === undefined) {
    return node("p.empty", "No run has changed anything since this replica started.");
  }
  return node("div.changes", [
    shownRun === number
      ? undefined
      : node("p.soft", `Run #${number} changed nothing. These are the changes of run #${shownRun}.`),
    ...changes.map((change) => changeTree(change)),
    leftOut === 0
      ? undefined
      : node(
          "p.soft",
          `${amountWords(leftOut, "more change")} of this run ${leftOut === 1 ? "is" : "are"} not stored.`,
        ),
  ]);
}

const lineLooks: ReadonlyMap<string, string> = new Map([
  ["+", "added"],
  ["-", "removed"],
  ["~", "changed"],
]);

/** Renders one change, line by line. */
export function changeTree({ key, verb, lines, more, at }: ChangeBoard): VNode {
  const { kind, name } = refParts(key);
  return node("section.change", { key: `${at} ${key}` }, [
    changeHead(key, verb),
    lines.length === 0
      ? undefined
      : node(
          "div.diff",
          { tabindex: 0, role: "group", "aria-label": `${verb} ${kind} ${name}` },
          lines.map(({ sign, text }) =>
            node(`div.line.${lineLooks.get(sign) ?? "same"}`, [
              node("span.gutter", sign),
              node("span.words", text),
            ]),
          ),
        ),
    more === 0 ? undefined : node("p.soft", `${amountWords(more, "line")} more`),
  ]);
}

function changeHead(key: string, verb: ChangeBoard["verb"]): VNode {
  const { kind, name, place } = refParts(key);
  return node("h3", { title: key }, [
    node(`span.verb.${verb}`, verb),
    node("span.kind", kind),
    node("span.name", name),
    node("span.place", place),
  ]);
}
