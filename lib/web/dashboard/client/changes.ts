import type { ChangeBoard } from "../state/dashboard-state.ts";
import type { UnitView } from "../unit-view.ts";
import { type PageState, isSoughtOut, runNumber } from "./app.ts";
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
export function pendingTree({ pending }: UnitView): VNode | undefined {
  if (pending === undefined) {
    return undefined;
  }
  const { command, changes, more } = pending;
  const facts = { key: "pending", tabindex: 0, "aria-label": "Plan waiting for approval" };
  return node("section.pending-plan", facts, [
    node("h2", "Plan waiting for approval"),
    node("p", [node("span", "Approve it with "), node("code", command)]),
    node(
      "div.changes",
      changes.map((change) => changeTree(change)),
    ),
    more === 0 ? undefined : node("p.soft", `${amountWords(more, "more object")} not shown`),
  ]);
}

/** Renders the changes of a run, one below the other. */
function makeChanges(app: PageState, unit: UnitView, shownRun: number | undefined): VNode {
  const number = runNumber(app);
  const changes = unit.changes.filter(({ run, key }) => run === shownRun && !isSoughtOut(app, key));
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
  const { kind, name, place } = refParts(key);
  return node("section.change", { key: `${at} ${key}` }, [
    node("h3", { title: key }, [
      node(`span.verb.${verb}`, verb),
      node("span.kind", kind),
      node("span.name", name),
      node("span.place", place),
    ]),
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
