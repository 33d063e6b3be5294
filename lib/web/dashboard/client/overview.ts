import { node, type VNode } from "../../page/virtual-dom.ts";
import type { NoticeView, UnitSummary } from "../state/dashboard-state.ts";
import { type PageState, groupings, isFilteredOut, overviewOf, serverNow } from "./app.ts";
import { orderedUnits } from "./data/unit-order.ts";
import { amountWords, clockWords, roughly } from "./format.ts";
import { icon } from "./object-status.ts";
import { unitLists } from "./unit-list.ts";

/** Renders all units at a glance. */
export function overviewTree(app: PageState): VNode {
  const overview = overviewOf(app);
  if (overview === undefined) {
    return node("p.empty", { key: "overview" }, "Loading …");
  }
  const { units, notices } = overview;
  const shown = orderedUnits(units).filter(
    ({ name, phase }) => !isFilteredOut(app, name) && (app.phase === "" || app.phase === phase),
  );
  const none = units.length === 0 ? "No unit is configured yet." : "No unit matches.";
  return node("div.overview", { key: "overview" }, [
    node("div.summary", [
      node("h1", titleWords(units.length, shown.length)),
      ...phaseChips(app, units),
      ...groupingChips(app, units),
    ]),
    unitLists(app, shown),
    shown.length === 0 ? node("p.empty", none) : undefined,
    noticeList(app, "Recent events", notices),
  ]);
}

function titleWords(all: number, shown: number): string {
  return shown === all ? amountWords(all, "unit") : `${shown} of ${amountWords(all, "unit")}`;
}

/** Renders notices with their age; nothing if there are none. */
export function noticeList(app: PageState, title: string, notices: readonly NoticeView[]): VNode | undefined {
  const entries = notices.map(({ at, level, message }) =>
    node(`li.${level}`, [
      node("span.level", level),
      node("span.words", message),
      node("time", { title: clockWords(at) }, `${roughly(serverNow(app) - at)} ago`),
    ]),
  );
  return entries.length === 0
    ? undefined
    : node("section.news", { key: title }, [node("h2", title), node("ul", entries)]);
}

const phases = [
  "Failed",
  "Stalled",
  "AwaitingApproval",
  "Blocked",
  "Reconciling",
  "Pending",
  "Suspended",
  "Elsewhere",
  "Ready",
];

/** Renders the number of units per phase; a click filters by the phase. */
function phaseChips(app: PageState, units: readonly UnitSummary[]): readonly VNode[] {
  return phases.flatMap((phase) => {
    const amount = units.filter((unit) => unit.phase === phase).length;
    const isOn = app.phase === phase;
    const facts = { key: phase, type: "button", "data-do": `phase:${phase}`, "aria-pressed": String(isOn) };
    const content = [icon(phase), node("span", `${amount} ${phase}`)];
    return amount === 0 && !isOn ? [] : [node(`button.chip.${phase}`, facts, content)];
  });
}

/** Renders the ways to group units; none if all units share the same facts. */
function groupingChips(app: PageState, units: readonly UnitSummary[]): readonly VNode[] {
  return groupings.flatMap((by) => {
    const isOn = app.grouping === by;
    const facts = { key: `by ${by}`, type: "button", "data-do": `group:${by}`, "aria-pressed": String(isOn) };
    const isUseful = isOn || new Set(units.map((unit) => unit[by])).size > 1;
    return isUseful ? [node("button.chip.by", facts, `by ${by}`)] : [];
  });
}
