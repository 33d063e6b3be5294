import { node, type VNode } from "../../page/virtual-dom.ts";
import type { RunSummary } from "../unit-view.ts";
import { type PageState, runNumber, serverNow } from "./app.ts";
import { amountWords, lengthWords, roughly } from "./format.ts";
import { icon } from "./object-status.ts";

const reasons: ReadonlyMap<string, string> = new Map([
  ["revision", "new revision"],
  ["recheck", "re-check"],
  ["request", "requested"],
]);

/** The icons of verdicts. */
const looks: ReadonlyMap<string, string> = new Map([
  ["converged", "ready"],
  ["failed", "failed"],
  ["refused", "stalled"],
  ["timedOut", "timeout"],
  ["unreachable", "failed"],
  ["interrupted", "skipped"],
  ["planned", "waiting"],
]);

/** Renders the last runs, newest first. */
export function runStrip(app: PageState, runs: readonly RunSummary[]): VNode {
  if (runs.length === 0) {
    return node("p.runs-none", { key: "runs" }, "No run yet.");
  }
  return node(
    "nav.runs",
    { key: "runs", "aria-label": "Runs, newest first" },
    runs.map((run) => {
      const { number, reason, message = "", revision, counts } = run;
      const verdict = verdictOf(run);
      const look = verdict === undefined ? "progressing" : (looks.get(verdict) ?? "failed");
      const titles = [
        verdict ?? "in progress",
        message,
        revision.subject,
        amountWords(counts.total, "object"),
      ];
      const facts = {
        key: String(number),
        type: "button",
        "data-do": `run:${number}`,
        "aria-current": number === runNumber(app) ? "true" : undefined,
        title: titles.filter((line) => line !== "").join("\n"),
      };
      return node(`button.run.${look}`, facts, [
        icon(look),
        node("span.number", `#${number} ${reasons.get(reason) ?? reason}`),
        node("span.soft", runWords(app, run)),
      ]);
    }),
  );
}

/** Returns the verdict of a run; a run that has only made a plan is not shown as interrupted. */
function verdictOf({ verdict, hasOnlyPlanned }: RunSummary): string | undefined {
  return verdict !== undefined && hasOnlyPlanned === true ? "planned" : verdict;
}

/** Summarizes the result of a run in a few words. */
function runWords(app: PageState, run: RunSummary): string {
  const { startedAt, endedAt, counts, revision } = run;
  const { changed, failed, done, total } = counts;
  const commit = revision.commit.slice(0, 7);
  if (endedAt === undefined) {
    return `${commit} · ${done} of ${total}`;
  }
  const figures = [failed === 0 ? "" : `${failed} failed`, changed === 0 ? "" : `${changed} changed`]
    .filter((figure) => figure !== "")
    .join(", ");
  const age = `${roughly(serverNow(app) - endedAt)} ago`;
  return [commit, figures || quietWords(verdictOf(run)), lengthWords(endedAt - startedAt), age].join(" · ");
}

/** Summarizes the result of a run that changed nothing and had no failures. */
export function quietWords(verdict: string | undefined): string {
  const words = new Map([
    ["converged", "nothing to do"],
    ["timedOut", "timed out"],
  ]);
  return verdict === undefined ? "" : (words.get(verdict) ?? verdict);
}
