import type { NoticeView, UnitSummary } from "../state/dashboard-state.ts";
import { type PageState, groupings, isSoughtOut, overviewOf, serverNow, writeRoute } from "./app.ts";
import { icon } from "./object-status.ts";
import { node, type VNode } from "../../page/virtual-dom.ts";
import { amountWords, clockWords, dateWords, objectName, roughly } from "./format.ts";

/** Renders all units at a glance. */
export function overviewTree(app: PageState): VNode {
  const overview = overviewOf(app);
  if (overview === undefined) {
    return node("p.empty", { key: "overview" }, "asking the server …");
  }
  const ordered = inOrder(overview.units);
  const shown = ordered.filter(
    ({ name, phase }) => !isSoughtOut(app, name) && (app.phase === "" || app.phase === phase),
  );
  return node("div.overview", { key: "overview" }, [
    node("div.summary", {}, [
      node("h1", {}, amountWords(overview.units.length, "unit")),
      ...phaseChips(app, overview.units),
      ...groupingChips(app, overview.units),
    ]),
    ...unitLists(app, shown),
    shown.length === 0
      ? node(
          "p.empty",
          {},
          overview.units.length === 0 ? "No unit is configured yet." : "No unit is like that.",
        )
      : undefined,
    noticeList(app, "Told lately", overview.notices),
  ]);
}

/** Renders notices with their age; nothing if there are none. */
export function noticeList(app: PageState, title: string, notices: readonly NoticeView[]): VNode | undefined {
  if (notices.length === 0) {
    return undefined;
  }
  return node("section.news", { key: title }, [
    node("h2", {}, title),
    node(
      "ul",
      {},
      notices.map(({ at, level, message }) =>
        node(`li.${level}`, {}, [
          node("span.level", {}, level),
          node("span.words", {}, message),
          node("time", { title: clockWords(at) }, `${roughly(serverNow(app) - at)} ago`),
        ]),
      ),
    ),
  ]);
}

const phases = ["Failed", "Stalled", "Blocked", "Reconciling", "Pending", "Suspended", "Elsewhere", "Ready"];

/** Renders the number of units per phase; a click filters by the phase. */
function phaseChips(app: PageState, units: readonly UnitSummary[]): readonly VNode[] {
  return phases.flatMap((phase) => {
    const amount = units.filter((unit) => unit.phase === phase).length;
    const isOn = app.phase === phase;
    if (amount === 0 && !isOn) {
      return [];
    }
    return node(
      `button.chip.${phase}`,
      { key: phase, type: "button", "data-do": `phase:${phase}`, "aria-pressed": String(isOn) },
      [icon(phase), node("span", {}, `${amount} ${phase}`)],
    );
  });
}

/** Renders the ways to group units; none if all units share the same facts. */
function groupingChips(app: PageState, units: readonly UnitSummary[]): readonly VNode[] {
  const useful = groupings.filter(
    (by) => new Set(units.map((unit) => unit[by])).size > 1 || app.grouping === by,
  );
  return useful.map((by) =>
    node(
      "button.chip.by",
      {
        key: `by ${by}`,
        type: "button",
        "data-do": `group:${by}`,
        "aria-pressed": String(app.grouping === by),
      },
      `by ${by}`,
    ),
  );
}

/** Renders the units as one list, or as one list per group under its heading. */
function unitLists(app: PageState, shown: readonly UnitSummary[]): readonly VNode[] {
  const { grouping } = app;
  const places = "those in trouble first, then in the order in which they depend on each other";
  if (grouping === "none") {
    return [unitList(app, { label: `Units, ${places}`, units: shown, first: 0 })];
  }
  const groups = Map.groupBy(shown, (unit) => unit[grouping] ?? `no ${grouping}`);
  let first = 0;
  return [...groups].flatMap(([title, units]) => {
    const list = unitList(app, { label: `Units of ${title}, ${places}`, units, first });
    first += units.length;
    return [node("h2.group-title", { key: `title of ${title}` }, `${title} · ${units.length}`), list];
  });
}

/** Renders one list of units, numbered from `first`. */
function unitList(
  app: PageState,
  {
    label,
    units,
    first,
  }: { readonly label: string; readonly units: readonly UnitSummary[]; readonly first: number },
): VNode {
  return node(
    "ul.units",
    { key: label, "aria-label": label },
    units.map((unit, index) => unitRow(app, unit, first + index)),
  );
}

/** Orders units: those in trouble first, then by dependency depth, units without dependencies first. */
export function inOrder(units: readonly UnitSummary[]): readonly UnitSummary[] {
  const depth = new Map(units.map(({ name }) => [name, 0]));
  // Each pass corrects at least one more level; a cycle ends with the last pass.
  for (let pass = 0, isNew = true; isNew && pass < units.length; pass += 1) {
    isNew = false;
    for (const { name, dependsOn } of units) {
      const deepest = dependsOn.reduce((most, other) => Math.max(most, (depth.get(other) ?? -1) + 1), 0);
      isNew ||= depth.get(name) !== deepest;
      depth.set(name, deepest);
    }
  }
  const rank = ({ name, phase }: UnitSummary): number =>
    phase === "Failed" || phase === "Stalled" ? -1 : (depth.get(name) ?? 0);
  return units.toSorted((left, right) => rank(left) - rank(right));
}

/** Renders one unit: phase, revision, health. */
function unitRow(app: PageState, unit: UnitSummary, place: number): VNode {
  const { name, phase } = unit;
  const href = writeRoute({ unit: name, tab: "graph", run: undefined, object: undefined });
  return node("li", { key: name, "data-place": place }, [
    node(`a.unit.${phase}`, { href, id: `unit-${place}` }, [
      node("span.phase", {}, [icon(phase), node("span", {}, phase)]),
      node("span.unit-name", {}, [
        node("span.name", {}, name),
        node("span.after", {}, placeWords(app, unit)),
      ]),
      revisionTree(app, unit),
      healthTree(unit),
      node(
        "span.since",
        { title: unit.since === 0 ? undefined : dateWords(unit.since) },
        unit.since === 0 ? "" : roughly(serverNow(app) - unit.since),
      ),
      node("span.message", {}, [
        node("span.words", {}, phase === "Ready" && unit.sourceFault === undefined ? "" : unit.message),
        ...asideTrees(app, unit),
      ]),
      unit.progress === undefined ? undefined : progressTree(unit.progress),
    ]),
  ]);
}

/** Renders the applied revision of the unit, and the newer one in git. */
export function revisionTree(app: PageState, unit: UnitSummary): VNode {
  const { applied, observed, attempted } = unit;
  const shown = applied ?? attempted ?? observed;
  if (shown === undefined) {
    return node("span.revision", {}, [node("span.soft", {}, "no revision yet")]);
  }
  const isBehind = observed !== undefined && observed.commit !== shown.commit;
  return node("span.revision", {}, [
    node("code", {}, shown.commit.slice(0, 7)),
    node("span.ref", {}, objectName(shown.ref)),
    node("span.subject", { title: `${shown.subject}\n${shown.author}` }, shown.subject),
    node("span.age", {}, `${roughly(serverNow(app) - shown.at)} old`),
    isBehind ? node("span.behind", {}, behindWords(unit)) : undefined,
  ]);
}

/** Describes a revision in git that is not applied yet: under way, tried, or only observed. */
function behindWords({ observed, attempted, phase }: UnitSummary): string {
  const commit = observed?.commit ?? "";
  const word = phase === "Reconciling" ? "brings" : "tried";
  return `${attempted?.commit === commit ? word : "git has"} ${commit.slice(0, 7)}`;
}

/** Renders the health of a unit's objects, as a bar and in figures. */
export function healthTree({ health }: UnitSummary): VNode {
  const { ready, progressing, failed, missing } = health;
  const parts = [
    ["ready", ready],
    ["progressing", progressing],
    ["failed", failed],
    ["missing", missing],
  ] as const;
  const total = Math.max(ready + progressing + failed + missing, 1);
  const words = parts
    .filter(([part, amount]) => amount > 0 || part === "ready")
    .map(([part, amount]) => `${amount} ${part}`);
  return node("span.health", { title: words.join(", ") }, [
    node(
      "span.bar",
      { "aria-hidden": "true" },
      parts.flatMap(([part, amount]) =>
        amount === 0 ? [] : [node(`i.${part}`, { key: part, "style:width": `${(100 * amount) / total}%` })],
      ),
    ),
    node("span.figures", {}, words.join(", ")),
  ]);
}

/** Renders further facts at a glance, a few words each. */
export function asideTrees(app: PageState, unit: UnitSummary): readonly VNode[] {
  const { fights, failures, sourceFault } = unit;
  const isKnown = sourceFault === undefined || unit.message.includes(sourceFault);
  const words = [
    ["bad", isKnown ? "" : `git cannot be had: ${sourceFault}`],
    ["mild", nextTryText(unit)],
    ["mild", retryWords(app, unit)],
    ["bad", failures > 1 ? `failed ${failures} times` : ""],
    ["bad", fights.length === 0 ? "" : `fights over ${amountWords(fights.length, "object")}`],
  ];
  return words.flatMap(([look = "", text = ""]) =>
    text === "" ? [] : [node(`span.aside.${look}`, { key: text.slice(0, 8) }, text)],
  );
}

/** Names the units it waits for, unless its message already does. */
function nextTryText({ blockedBy, message }: UnitSummary): string {
  return blockedBy.every((name) => message.includes(name)) ? "" : `waits for ${blockedBy.join(", ")}`;
}

/** Returns the time until the next retry. */
function retryWords(app: PageState, { retryAt }: UnitSummary): string {
  if (retryAt === undefined) {
    return "";
  }
  const left = retryAt - serverNow(app);
  return left > 500 ? `retry in ${roughly(left)}` : "retry now";
}

/** Returns the units it depends on, and the replica that holds it. */
function placeWords(app: PageState, unit: UnitSummary): string {
  const after = unit.dependsOn.length === 0 ? "" : `after ${unit.dependsOn.join(", ")}`;
  return [after, keeperWords(app, unit)].filter((words) => words !== "").join(" · ");
}

/** Returns the replica that holds it, if there is more than one replica. */
export function keeperWords(app: PageState, { keptBy }: UnitSummary): string {
  const hasOthers = (overviewOf(app)?.members.length ?? 0) > 1;
  return keptBy === undefined || !hasOthers ? "" : `kept by ${keptBy}`;
}

/** Renders the progress of a run. */
export function progressTree({
  total,
  done,
  active,
  failed,
  skipped,
}: NonNullable<UnitSummary["progress"]>): VNode {
  const parts = [
    ["ready", done],
    ["failed", failed],
    ["skipped", skipped],
    ["progressing", active],
  ] as const;
  const label = `${done} of ${total} done${active === 0 ? "" : `, ${active} under way`}`;
  return node(
    "span.progress",
    { role: "img", "aria-label": label, title: label },
    parts.map(([part, amount]) =>
      node(`i.${part}`, { key: part, "style:width": `${(100 * amount) / Math.max(total, 1)}%` }),
    ),
  );
}
