import { node, type VNode } from "../../page/virtual-dom.ts";
import type { RunView } from "../run-view.ts";
import type { UnitSummary } from "../state/dashboard-state.ts";
import type { UnitView } from "../unit-view.ts";
import {
  overviewOf,
  type PageState,
  runOf,
  selectedIn,
  serverNow,
  tabs,
  unitOf,
  unitUrl,
  dependenciesOf,
  writeRoute,
} from "./app.ts";
import { changesTree, pendingTree } from "./changes.ts";
import { commitLink } from "./commit-link.ts";
import { roughly } from "./format.ts";
import { runGraphTree } from "./graph.ts";
import { detailsTree } from "./object-details.ts";
import { icon } from "./object-status.ts";
import {
  asideTrees,
  healthTree,
  isObserved,
  keeperWords,
  phaseTree,
  progressTree,
  revisionTree,
} from "./unit-facts.ts";
import { troubledIn, troubleTree } from "./problems.ts";
import { runStrip } from "./runs.ts";
import { timelineTree } from "./timeline.ts";

/** Renders one unit: its head, its runs, and a view of one of them. */
export function unitTree(app: PageState): VNode {
  const { unit: name = "", tab } = app.route;
  const unit = unitOf(app);
  if (unit === undefined) {
    const isGone = app.answers.has(unitUrl(name));
    return node("p.empty", { key: "unit" }, isGone ? `There is no unit ${name}.` : "Loading …");
  }
  const run = runOf(app);
  const selected = run === undefined ? -1 : selectedIn(app, run);
  const panel = {
    id: "panel",
    key: tab,
    role: "tabpanel",
    "aria-labelledby": `tab-${tab}`,
    // Graph and timeline handle focus themselves; the others only scroll.
    tabindex: tab === "changes" || tab === "trouble" ? 0 : undefined,
  };
  return node("div.unit-page", { key: "unit", class: selected === -1 ? "unit-page" : "unit-page detailed" }, [
    unitHead(app, unit.state),
    pendingTree(app, unit),
    runStrip(app, unit.runs),
    tabList(app, unit, run),
    node("div.content", { key: "content" }, [
      node("section.panel", panel, [node("h2.unseen", titleOf(tab)), panelTree(app, unit, run)]),
      run === undefined || selected === -1 ? undefined : detailsTree(app, run, selected),
    ]),
  ]);
}

function unitHead(app: PageState, state: UnitSummary): VNode {
  const { name, phase, message, since, dependsOn } = state;
  const others = overviewOf(app)?.units ?? [];
  const dependents = others.filter((unit) => unit.dependsOn.includes(name)).map((unit) => unit.name);
  return node(`div.unit-head.${phase}`, { key: "head" }, [
    node("h1", [
      phaseTree(phase),
      node("span.name", name),
      node("span.since", since === 0 ? "" : `for ${roughly(serverNow(app) - since)}`),
    ]),
    node("p.message", message),
    node("div.facts", [
      revisionTree(app, state),
      ...(isObserved(state) ? commitLink(state) : []),
      healthTree(state),
      ...asideTrees(app, state),
      ...factTrees(app, state),
      unitLinks(app, "depends on", dependsOn),
      unitLinks(app, "dependents", dependents),
    ]),
    state.progress === undefined ? undefined : progressTree(state.progress),
  ]);
}

/** Renders the figures that matter on a closer look. */
function factTrees(app: PageState, state: UnitSummary): readonly VNode[] {
  const { lastReadyAt, corrected, phase } = state;
  const isKnown = lastReadyAt === undefined || phase === "Ready" || !isObserved(state);
  return [
    isKnown ? "" : `last ready ${roughly(serverNow(app) - lastReadyAt)} ago`,
    state.cluster === undefined ? "" : `in cluster ${state.cluster}`,
    keeperWords(app, state),
    corrected === 0 || !isObserved(state)
      ? ""
      : `drift corrected ${corrected === 1 ? "once" : `${corrected} times`}`,
  ]
    .filter((text) => text !== "")
    .map((text) => node("span.aside.mild", { key: text.slice(0, 6) }, text));
}

/** Renders other units as links. */
function unitLinks(app: PageState, word: string, names: readonly string[]): VNode | undefined {
  const phases = new Map(overviewOf(app)?.units.map((unit) => [unit.name, unit.phase]));
  const links = names.map((name) => {
    const phase = phases.get(name) ?? "Pending";
    const href = writeRoute({ unit: name, tab: "graph", run: undefined, object: undefined });
    return node(`a.unit-link.${phase}`, { key: name, href }, [icon(phase), node("span", name)]);
  });
  return links.length === 0
    ? undefined
    : node("span.aside.mild", { key: word }, [node("span", `${word} `), ...links]);
}

function tabList(app: PageState, unit: UnitView, run: RunView | undefined): VNode {
  const changes = unit.changes.filter((change) => change.run === run?.number).length;
  const amounts = new Map([
    ["changes", changes === 0 ? 0 : changes + (run?.changesLeftOut ?? 0)],
    ["trouble", run === undefined ? 0 : troubledIn(dependenciesOf(app, run)).length],
  ]);
  return node(
    "div.tabs",
    { key: "tabs", role: "tablist", "aria-label": "Views of the run" },
    tabs.map((tab) => {
      const isOn = app.route.tab === tab;
      const amount = amounts.get(tab) ?? 0;
      const facts = {
        key: tab,
        id: `tab-${tab}`,
        type: "button",
        role: "tab",
        "aria-controls": "panel",
        "aria-selected": String(isOn),
        tabindex: isOn ? 0 : -1,
        "data-do": `tab:${tab}`,
      };
      return node(`button.tab.of-${tab}`, facts, [
        node("span", titleOf(tab)),
        amount === 0 ? undefined : node("span.amount", String(amount)),
      ]);
    }),
  );
}

function titleOf(tab: string): string {
  return tab === "trouble" ? "Problems" : `${tab.slice(0, 1).toUpperCase()}${tab.slice(1)}`;
}

function panelTree(app: PageState, unit: UnitView, run: RunView | undefined): VNode {
  const { tab } = app.route;
  if (tab === "changes") {
    return changesTree(app, unit);
  }
  if (tab === "trouble") {
    return troubleTree(app, unit, run);
  }
  if (run === undefined || run.objects.length === 0) {
    return node("p.empty", emptyWords(unit, run));
  }
  return tab === "timeline" ? timelineTree(app, run) : runGraphTree(app, run);
}

/** Explains why there is nothing to draw. */
function emptyWords({ runs }: UnitView, run: RunView | undefined): string {
  if (run === undefined) {
    return runs.length === 0 ? "The graph appears with the first run." : "Loading …";
  }
  if (!run.detailed) {
    return "Only the summary of this run is stored. Objects are stored for the last run and for the last run that changed something.";
  }
  return run.verdict === undefined ? "Planning …" : (run.message ?? "The run ended before it was planned.");
}
