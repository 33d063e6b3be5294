import type { RunSummary } from "../unit-view.ts";
import { type PageState, runNumber, serverNow } from "./app.ts";
import { icon } from "./object-status.ts";
import { node, type VNode } from "../../page/virtual-dom.ts";
import { amountWords, lengthWords, roughly } from "./format.ts";

/** Renders the last runs, newest first. */
export function runStrip(app: PageState, runs: readonly RunSummary[]): VNode {
  if (runs.length === 0) {
    return node("p.runs-none", { key: "runs" }, "No run yet.");
  }
  const shown = runNumber(app);
  return node(
    "nav.runs",
    { key: "runs", "aria-label": "Runs, the newest first" },
    runs.map((run) => {
      const isShown = run.number === shown;
      return node(
        `button.run.${verdictLook(run.verdict)}`,
        {
          key: String(run.number),
          type: "button",
          "data-do": `run:${run.number}`,
          "aria-current": isShown ? "true" : undefined,
          title: runTitle(run),
        },
        [
          icon(verdictLook(run.verdict)),
          node("span.number", {}, `#${run.number} ${reasonWords(run.reason)}`),
          node("span.soft", {}, runWords(app, run)),
        ],
      );
    }),
  );
}

/** Describes the reason for a run. */
function reasonWords(reason: string): string {
  const words = new Map([
    ["revision", "new revision"],
    ["recheck", "re-check"],
    ["request", "as asked"],
  ]);
  return words.get(reason) ?? reason;
}

/** Returns the icon for the verdict of a run. */
function verdictLook(verdict: string | undefined): string {
  const looks = new Map([
    ["converged", "ready"],
    ["failed", "failed"],
    ["refused", "stalled"],
    ["timedOut", "timeout"],
    ["unreachable", "failed"],
    ["interrupted", "skipped"],
  ]);
  return verdict === undefined ? "progressing" : (looks.get(verdict) ?? "failed");
}

/** Summarizes the result of a run in a few words. */
function runWords(app: PageState, { startedAt, endedAt, counts, revision, verdict }: RunSummary): string {
  const { changed, failed, done, total } = counts;
  const commit = revision.commit.slice(0, 7);
  if (endedAt === undefined) {
    return `${commit} · ${done} of ${total}`;
  }
  const figures = [failed === 0 ? "" : `${failed} failed`, changed === 0 ? "" : `${changed} changed`].filter(
    (one) => one !== "",
  );
  const age = `${roughly(serverNow(app) - endedAt)} ago`;
  return [
    commit,
    figures.length === 0 ? quietWords(verdict) : figures.join(", "),
    lengthWords(endedAt - startedAt),
    age,
  ].join(" · ");
}

/** Summarizes the result of a run that changed nothing and had no failures. */
export function quietWords(verdict: string | undefined): string {
  const words = new Map([
    ["converged", "nothing to do"],
    ["timedOut", "timed out"],
  ]);
  return verdict === undefined ? "" : (words.get(verdict) ?? verdict);
}

/** Returns the tooltip of a run: verdict, message, commit subject, number of objects. */
function runTitle({ verdict, message, revision, counts }: RunSummary): string {
  return [verdict ?? "under way", message ?? "", revision.subject, amountWords(counts.total, "object")]
    .filter((line) => line !== "")
    .join("\n");
}
