import { node, type VNode } from "../../page/virtual-dom.ts";
import type { UnitSummary } from "../state/dashboard-state.ts";
import { type PageState, overviewOf, serverNow } from "./app.ts";
import { amountWords, objectName, roughly } from "./format.ts";
import { icon } from "./object-status.ts";

/** Renders a phase with its icon. */
export function phaseTree(phase: string): VNode {
  return node("span.phase", [icon(phase), node("span", phase)]);
}

/** Reports whether this replica reconciles the unit: of others it only knows what it has observed before. */
export function isObserved({ phase }: Pick<UnitSummary, "phase">): boolean {
  return phase !== "Elsewhere";
}

/** Renders the applied revision of the unit, and the newer one in git. */
export function revisionTree(app: PageState, unit: UnitSummary): VNode {
  const { observed, attempted, phase } = unit;
  const shown = shownRevision(unit);
  if (shown === undefined) {
    const words = isObserved(unit) ? "no revision yet" : "revision not known here";
    return node("span.revision", [node("span.soft", words)]);
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

function shownRevision(unit: UnitSummary): UnitSummary["applied"] {
  return isObserved(unit) ? (unit.applied ?? unit.attempted ?? unit.observed) : undefined;
}

/** Renders the health of a unit's objects, as a bar and in figures. */
export function healthTree({ health, phase }: UnitSummary): VNode {
  if (!isObserved({ phase })) {
    return node("span.health", [node("span.figures", "health not known here")]);
  }
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
  if (!isObserved(unit)) {
    return [];
  }
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
