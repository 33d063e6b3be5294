import type { RunView } from "../run-view.ts";
import type { UnitSummary } from "../state/dashboard-state.ts";
import type { UnitView } from "../unit-view.ts";
import { type PageState, isFilteredOut, serverNow, dependenciesOf, type DependencyIndex } from "./app.ts";
import { becauseWords, linesTree, objectButton, troubleParts } from "./object-details.ts";
import { objectStatusText } from "./object-status.ts";
import { node, type VNode } from "../../page/virtual-dom.ts";
import { noticeList } from "./overview.ts";
import { refWords, roughly } from "./format.ts";

/** Returns the objects that failed, timed out or were skipped. */
export function troubledIn({ statuses }: DependencyIndex): readonly number[] {
  const numbers = [...statuses.keys()];
  const order = ["failed", "timeout", "skipped"];
  return order.flatMap((status) => numbers.filter((number) => statuses[number] === status));
}

/** Renders failed and stuck objects with all that is known about the reasons. */
export function troubleTree(app: PageState, unit: UnitView, run: RunView | undefined): VNode {
  const parts = [
    ...unitTroubles(app, unit.state),
    ...(run === undefined ? [] : runTroubles(app, run, dependenciesOf(app, run))),
  ];
  return node("div.trouble", [
    ...(parts.length === 0 ? [node("p.empty.good", { key: "none" }, "No problems in this run.")] : parts),
    noticeList(app, "Outside of runs", unit.notices),
  ]);
}

/** Renders problems of the unit that are independent of its runs. */
function unitTroubles(app: PageState, { sourceFault, fights }: UnitSummary): readonly VNode[] {
  const git = node("p.said.bad", { key: "git" }, `Cannot read git: ${sourceFault}`);
  return [
    ...(sourceFault === undefined ? [] : [git]),
    ...fights.map(({ key, rivals, until }) => {
      const next = `next correction in ${roughly(until - serverNow(app))}`;
      const fight = `Fight over ${refWords(key)}: ${rivals.join(", ")} keeps reverting it; ${next}`;
      return node("p.said.bad", { key }, fight);
    }),
  ];
}

/** Renders problems of a run. */
function runTroubles(app: PageState, run: RunView, dependencies: DependencyIndex): readonly VNode[] {
  const isShown = (number: number): boolean => !isFilteredOut(app, run.objects[number]?.key ?? "");
  const troubled = troubledIn(dependencies).filter(isShown);
  const stuck = [...dependencies.statuses.keys()].filter((number) => {
    const { message, logs, trouble } = run.objects[number] ?? {};
    const isWaited =
      dependencies.statuses[number] === "progressing" || dependencies.statuses[number] === "sending";
    return isWaited && isShown(number) && (message ?? logs ?? trouble) !== undefined;
  });
  const converged = run.verdict === undefined || run.verdict === "converged";
  return [
    ...(converged || run.message === undefined ? [] : [node("p.said.bad", { key: "run" }, run.message)]),
    ...troubleEntries(dependencies, troubled),
    ...(stuck.length === 0
      ? []
      : [node("h2", { key: "stuck" }, "Not ready yet"), ...troubleEntries(dependencies, stuck)]),
    run.diagnostics.length === 0
      ? undefined
      : node("section", { key: "diagnostics" }, [...linesTree("Findings in the manifests", run.diagnostics)]),
    noticeList(app, "Notices of this run", run.notices),
  ].filter((tree) => tree !== undefined);
}

/** Renders objects with their diagnosis, at most 60. */
function troubleEntries(dependencies: DependencyIndex, numbers: readonly number[]): readonly VNode[] {
  const shown = numbers.slice(0, 60).map((number) => troubleEntry(dependencies, number));
  const rest = numbers.length - shown.length;
  return rest === 0 ? shown : [...shown, node("p.soft", { key: "more 60" }, `and ${rest} more`)];
}

/** Renders one object with its diagnosis. */
function troubleEntry(dependencies: DependencyIndex, number: number): VNode {
  const object = dependencies.run.objects[number];
  const status = dependencies.statuses[number] ?? "";
  const said =
    object?.message ?? (object?.because === undefined ? "" : `because ${becauseWords(object.because)}`);
  return node(`section.trouble-entry.${status}`, { key: `object ${number}` }, [
    objectButton(dependencies, number, objectStatusText(status)),
    said === "" ? undefined : node("p.said", said),
    ...(object === undefined ? [] : troubleParts(object)),
  ]);
}
