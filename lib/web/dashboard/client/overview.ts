import { node, type VNode } from "../../page/virtual-dom.ts";
import type { NoticeView, UnitSummary } from "../state/dashboard-state.ts";
import { type PageState, groupings, isSoughtOut, overviewOf, serverNow, writeRoute } from "./app.ts";
import { amountWords, clockWords, dateWords, objectName, roughly } from "./format.ts";
import { icon } from "./object-status.ts";

/** Renders all units at a glance. */
export function overviewTree(app: PageState): VNode {
  const overview = overviewOf(app);
  if (overview === undefined) {
    return node("p.empty", { key: "overview" }, "Loading …");
  }
  const { units, notices } = overview;
  const shown = inOrder(units).filter(
    ({ name, phase }) => !isSoughtOut(app, name) && (app.phase === "" || app.phase === phase),
  );
  const none = units.length === 0 ? "No unit is configured yet." : "No unit matches.";
  return node("div.overview", { key: "overview" }, [
    node("div.summary", [
      node("h1", amountWords(units.length, "unit")),
      ...phaseChips(app, units),
      ...groupingChips(app, units),
    ]),
    ...unitLists(app, shown),
    shown.length === 0 ? node("p.empty", none) : undefined,
    noticeList(app, "Recent events", notices),
  ]);
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

/** Renders a phase with its icon. */
export function phaseTree(phase: string): VNode {
  return node("span.phase", [icon(phase), node("span", phase)]);
}

const phases = ["Failed", "Stalled", "Blocked", "Reconciling", "Pending", "Suspended", "Elsewhere", "Ready"];

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

/** Renders the units as one list, or as one list per group under its heading. */
function unitLists(app: PageState, shown: readonly UnitSummary[]): readonly VNode[] {
  const { grouping } = app;
  let place = 0;
  const listOf = (label: string, units: readonly UnitSummary[]): VNode => {
    const title = `${label}, failed ones first, then in dependency order`;
    const rows = units.map((unit) => unitRow(app, unit, place++));
    return node("ul.units", { key: title, "aria-label": title }, rows);
  };
  if (grouping === "none") {
    return [listOf("Units", shown)];
  }
  const groups = Map.groupBy(shown, (unit) => unit[grouping] ?? nameOfNone(grouping));
  return [...groups].flatMap(([title, units]) => [
    node("h2.group-title", { key: `title of ${title}` }, `${title} · ${units.length}`),
    listOf(`Units of ${title}`, units),
  ]);
}

function nameOfNone(grouping: string): string {
  return grouping === "cluster" ? "home cluster" : `no ${grouping}`;
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

function unitRow(app: PageState, unit: UnitSummary, place: number): VNode {
  const { name, phase, cluster, dependsOn, since, sourceFault, message, progress } = unit;
  const href = writeRoute({ unit: name, tab: "graph", run: undefined, object: undefined });
  const after = dependsOn.length === 0 ? "" : `depends on ${dependsOn.join(", ")}`;
  const where = cluster === undefined ? "" : `in cluster ${cluster}`;
  const places = [where, after, keeperWords(app, unit)].filter((words) => words !== "").join(" · ");
  const sinceTitle = since === 0 ? undefined : dateWords(since);
  return node("li", { key: name, "data-place": place }, [
    node(`a.unit.${phase}`, { href, id: `unit-${place}` }, [
      phaseTree(phase),
      node("span.unit-name", [node("span.name", name), node("span.after", places)]),
      revisionTree(app, unit),
      healthTree(unit),
      node("span.since", { title: sinceTitle }, since === 0 ? "" : roughly(serverNow(app) - since)),
      node("span.message", [
        node("span.words", phase === "Ready" && sourceFault === undefined ? "" : message),
        ...asideTrees(app, unit),
      ]),
      progress === undefined ? undefined : progressTree(progress),
    ]),
  ]);
}

/** Renders the applied revision of the unit, and the newer one in git. */
export function revisionTree(app: PageState, unit: UnitSummary): VNode {
  const { applied, observed, attempted, phase } = unit;
  const shown = applied ?? attempted ?? observed;
  if (shown === undefined) {
    return node("span.revision", [node("span.soft", "no revision yet")]);
  }
  const newer = observed === undefined || observed.commit === shown.commit ? undefined : observed.commit;
  const tried = phase === "Reconciling" ? "applying" : "tried";
  return node("span.revision", [
    node("code", shown.commit.slice(0, 7)),
    node("span.ref", objectName(shown.ref)),
    node("span.subject", { title: `${shown.subject}\n${shown.author}` }, shown.subject),
    node("span.age", `${roughly(serverNow(app) - shown.at)} old`),
    newer === undefined
      ? undefined
      : node("span.behind", `${attempted?.commit === newer ? tried : "new in git:"} ${newer.slice(0, 7)}`),
  ]);
}

/** Renders the health of a unit's objects, as a bar and in figures. */
export function healthTree({ health }: UnitSummary): VNode {
  const { ready, progressing, suspended, failed, missing } = health;
  const parts = Object.entries({ ready, progressing, suspended, failed, missing });
  const sum = parts.reduce((before, [, amount]) => before + amount, 0);
  const total = Math.max(sum, 1);
  const words = parts
    .filter(([part, amount]) => amount > 0 || part === "ready")
    .map(([part, amount]) => `${amount} ${part}`)
    .join(", ");
  return node("span.health", { title: words }, [
    node(
      "span.bar",
      { "aria-hidden": "true" },
      barParts(
        parts.filter(([, amount]) => amount > 0),
        total,
      ),
    ),
    node("span.figures", words),
  ]);
}

/** Renders the parts of a bar by their share of the total. */
function barParts(parts: readonly (readonly [string, number])[], total: number): readonly VNode[] {
  return parts.map(([part, amount]) =>
    node(`i.${part}`, { key: part, "style:width": `${(100 * amount) / total}%` }),
  );
}

/** Returns what a unit waits for before it gets the newest revision, and for how long. */
function rolloutAside(
  { message, waiting }: UnitSummary,
  now: number,
): readonly (readonly [string, string])[] {
  if (waiting === undefined) {
    return [];
  }
  const left = (waiting.until ?? now) - now;
  return [
    ["mild", message.includes(waiting.message) ? "" : waiting.message],
    ["mild", left > 0 ? `${roughly(left)} left` : ""],
  ];
}

/** Renders further facts at a glance, a few words each. */
export function asideTrees(app: PageState, unit: UnitSummary): readonly VNode[] {
  const { fights, failures, sourceFault, message, blockedBy, retryAt } = unit;
  const isKnown = sourceFault === undefined || message.includes(sourceFault);
  const left = (retryAt ?? 0) - serverNow(app);
  const retry = left > 500 ? `retry in ${roughly(left)}` : "retry now";
  const words = [
    ["bad", isKnown ? "" : `cannot read git: ${sourceFault}`],
    ["mild", blockedBy.every((name) => message.includes(name)) ? "" : `waits for ${blockedBy.join(", ")}`],
    ...rolloutAside(unit, serverNow(app)),
    ["mild", retryAt === undefined ? "" : retry],
    ["bad", failures > 1 ? `failed ${failures} times` : ""],
    ["bad", fights.length === 0 ? "" : `fight over ${amountWords(fights.length, "object")}`],
  ];
  return words.flatMap(([look = "", text = ""]) =>
    text === "" ? [] : [node(`span.aside.${look}`, { key: text.slice(0, 8) }, text)],
  );
}

/** Returns the replica that holds it, if there is more than one replica. */
export function keeperWords(app: PageState, { keptBy }: UnitSummary): string {
  const hasOthers = (overviewOf(app)?.members.length ?? 0) > 1;
  return keptBy === undefined || !hasOthers ? "" : `managed by ${keptBy}`;
}

/** Renders the progress of a run. */
export function progressTree(progress: NonNullable<UnitSummary["progress"]>): VNode {
  const { total, done, active, failed, skipped } = progress;
  const parts = Object.entries({ ready: done, failed, skipped, progressing: active });
  const label = `${done} of ${total} done${active === 0 ? "" : `, ${active} in progress`}`;
  const facts = { role: "img", "aria-label": label, title: label };
  return node("span.progress", facts, barParts(parts, Math.max(total, 1)));
}
