import type { UnitSummary } from "../state/dashboard-state.ts";
import type { RunView } from "../run-view.ts";
import type { UnitView } from "../unit-view.ts";
import {
  type PageState,
  overviewOf,
  runOf,
  selectedIn,
  serverNow,
  unitOf,
  unitUrl,
  wiringOf,
  writeRoute,
} from "./app.ts";
import { changesTree } from "./changes.ts";
import { commitLink } from "./commit-link.ts";
import { detailsTree } from "./object-details.ts";
import { runGraphTree } from "./graph.ts";
import { asideTrees, healthTree, keeperWords, progressTree, revisionTree } from "./overview.ts";
import { runStrip } from "./runs.ts";
import { icon } from "./object-status.ts";
import { timelineTree } from "./timeline.ts";
import { node, type VNode } from "../../page/virtual-dom.ts";
import { troubledIn, troubleTree } from "./problems.ts";
import { roughly } from "./format.ts";

/** Renders one unit. */
export function unitTree(app: PageState): VNode {
  const name = app.route.unit ?? "";
  const unit = unitOf(app);
  if (unit === undefined) {
    const isGone = app.answers.has(unitUrl(name));
    return node(
      "p.empty",
      { key: "unit" },
      isGone ? `There is no unit ${name} here.` : "asking the server …",
    );
  }
  const run = runOf(app);
  const selected = run === undefined ? -1 : selectedIn(app, run);
  return node("div.unit-page", { key: "unit", class: selected === -1 ? "unit-page" : "unit-page detailed" }, [
    unitHead(app, unit),
    runStrip(app, unit.runs),
    tabList(app, unit, run),
    node("div.content", { key: "content" }, [
      node(
        "section.panel",
        {
          id: "panel",
          role: "tabpanel",
          "aria-labelledby": `tab-${app.route.tab}`,
          key: app.route.tab,
          ...panelFocus(app),
        },
        [node("h2.unseen", {}, tabTitle(app.route.tab)), panelTree(app, unit, run)],
      ),
      run === undefined || selected === -1 ? undefined : detailsTree(app, run, selected),
    ]),
  ]);
}

/** Renders the head of a unit: phase, message, revision, health. */
function unitHead(app: PageState, { state }: UnitView): VNode {
  const { name, phase, message, since, dependsOn } = state;
  return node(`div.unit-head.${phase}`, { key: "head" }, [
    node("h1", {}, [
      node("span.phase", {}, [icon(phase), node("span", {}, phase)]),
      node("span.name", {}, name),
      node("span.since", {}, since === 0 ? "" : `for ${roughly(serverNow(app) - since)}`),
    ]),
    node("p.message", {}, message),
    node("div.facts", {}, [
      revisionTree(app, state),
      ...commitLink(state),
      healthTree(state),
      ...asideTrees(app, state),
      ...factTrees(app, state),
      ...unitLinks(app, "after", dependsOn),
      ...unitLinks(app, "before", dependents(app, name)),
    ]),
    state.progress === undefined ? undefined : progressTree(state.progress),
  ]);
}

/** Renders the figures that matter on a closer look. */
function factTrees(app: PageState, state: UnitSummary): readonly VNode[] {
  const { lastReadyAt, corrected, phase } = state;
  const words = [
    lastReadyAt === undefined || phase === "Ready"
      ? ""
      : `last ready ${roughly(serverNow(app) - lastReadyAt)} ago`,
    keeperWords(app, state),
    corrected === 0 ? "" : `drift corrected ${corrected === 1 ? "once" : `${corrected} times`}`,
  ];
  return words.flatMap((text) =>
    text === "" ? [] : [node("span.aside.mild", { key: text.slice(0, 6) }, text)],
  );
}

/** Returns the units that depend on this one. */
function dependents(app: PageState, name: string): readonly string[] {
  const units = overviewOf(app)?.units ?? [];
  return units.filter(({ dependsOn }) => dependsOn.includes(name)).map((unit) => unit.name);
}

/** Renders other units as links. */
function unitLinks(app: PageState, word: string, names: readonly string[]): readonly VNode[] {
  if (names.length === 0) {
    return [];
  }
  const phases = new Map(overviewOf(app)?.units.map((unit) => [unit.name, unit.phase]));
  return [
    node("span.aside.mild", { key: word }, [
      node("span", {}, `${word} `),
      ...names.map((name) => {
        const phase = phases.get(name) ?? "Pending";
        const href = writeRoute({ unit: name, tab: "graph", run: undefined, object: undefined });
        return node(`a.unit-link.${phase}`, { key: name, href }, [icon(phase), node("span", {}, name)]);
      }),
    ]),
  ];
}

/** Renders the tabs. */
function tabList(app: PageState, unit: UnitView, run: RunView | undefined): VNode {
  const troubles = run === undefined ? 0 : troubledIn(wiringOf(app, run)).length;
  const changes = unit.changes.filter((change) => change.run === run?.number).length;
  const tabs = [
    ["graph", "Graph", ""],
    ["timeline", "Timeline", ""],
    ["changes", "Changes", changes === 0 ? "" : String(changes + (run?.changesLeftOut ?? 0))],
    ["trouble", "Trouble", troubles === 0 ? "" : String(troubles)],
  ];
  return node(
    "div.tabs",
    { key: "tabs", role: "tablist", "aria-label": "Views of the run" },
    tabs.map(([id = "", title = "", amount = ""]) => {
      const isOn = app.route.tab === id;
      const facts = {
        id: `tab-${id}`,
        type: "button",
        role: "tab",
        "aria-controls": "panel",
        "aria-selected": String(isOn),
        tabindex: isOn ? 0 : -1,
        "data-do": `tab:${id}`,
      };
      return node(`button.tab.of-${id}`, { key: id, ...facts }, [
        node("span", {}, title),
        amount === "" ? undefined : node("span.amount", {}, amount),
      ]);
    }),
  );
}

/** Returns the title of a tab. */
function tabTitle(tab: string): string {
  return `${tab.slice(0, 1).toUpperCase()}${tab.slice(1)}`;
}

/** Makes tabs focusable that scroll but do not handle focus themselves; graph and timeline do. */
function panelFocus(app: PageState): { readonly tabindex?: number } {
  return app.route.tab === "changes" || app.route.tab === "trouble" ? { tabindex: 0 } : {};
}

/** Renders the selected tab. */
function panelTree(app: PageState, unit: UnitView, run: RunView | undefined): VNode {
  if (app.route.tab === "changes") {
    return changesTree(app, unit);
  }
  if (app.route.tab === "trouble") {
    return troubleTree(app, unit, run);
  }
  if (run === undefined) {
    return node(
      "p.empty",
      {},
      unit.runs.length === 0 ? "Nothing to draw before the first run." : "asking the server …",
    );
  }
  if (run.objects.length === 0) {
    return node("p.empty", {}, emptyWords(run));
  }
  return app.route.tab === "timeline" ? timelineTree(app, run) : runGraphTree(app, run);
}

/** Explains why there is nothing to draw. */
function emptyWords(run: RunView): string {
  if (!run.detailed) {
    return "Of this run only the summary is kept: the objects of the last run and of the last one that changed something are.";
  }
  return run.verdict === undefined
    ? "The plan is being made …"
    : (run.message ?? "The run ended before it had a plan.");
}
