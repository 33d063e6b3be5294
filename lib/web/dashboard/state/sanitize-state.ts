import { escapeControl } from "../../../report/terminal/escape-control.ts";
import type { BlockedBy, Diagnosis } from "../../../apply/model/event.ts";
import type { PendingPlan } from "../../../sync/approval/pending-plan.ts";
import type { UnitRun, UnitState } from "../../../sync/unit/unit-state.ts";

/** Enough characters for one line on the page. */
const usual = 600;

/**
 * Sanitizes a text of the cluster or of a repository: truncates it, and escapes characters that hide or
 * reorder others. Line breaks stay.
 */
export function shownText(text: string, longest: number = usual): string {
  const cut = text.length > longest ? copyOf(`${text.slice(0, longest - 1).toWellFormed()}…`) : text;
  return cut.includes("\n") ? cut.split("\n").map(escapeControl).join("\n") : escapeControl(cut);
}

/** Copies the string: a slice would retain the whole text it was cut from. */
function copyOf(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}

/** The maximum number of lines kept of each part of a diagnosis. */
const mostLines = 12;

/** Sanitizes the texts of a revision, which are untrusted. */
export function shownRevision(revision: UnitRun["revision"]): UnitRun["revision"] {
  return {
    ...revision,
    ref: shownText(revision.ref, 300),
    subject: shownText(revision.subject, 200),
    author: shownText(revision.author, 200),
  };
}

/** Sanitizes the texts of a state. */
export function shownState(state: UnitState): UnitState {
  const { observed, attempted, applied, sourceFault, waiting, promotion, handledPromotion } = state;
  const { pendingPlan } = state;
  return {
    ...state,
    message: shownText(state.message),
    ...(observed === undefined ? {} : { observed: shownRevision(observed) }),
    ...(attempted === undefined ? {} : { attempted: shownRevision(attempted) }),
    ...(applied === undefined ? {} : { applied: shownRevision(applied) }),
    ...(waiting === undefined ? {} : { waiting: { ...waiting, message: shownText(waiting.message) } }),
    ...(promotion === undefined
      ? {}
      : { promotion: { ...promotion, revision: shownRevision(promotion.revision) } }),
    ...(pendingPlan === undefined ? {} : { pendingPlan: shownPlan(pendingPlan) }),
    ...(handledPromotion === undefined ? {} : { handledPromotion: shownText(handledPromotion) }),
    ...(sourceFault === undefined ? {} : { sourceFault: shownText(sourceFault) }),
    fights: state.fights.slice(0, mostLines).map(({ key, rivals, until }) => ({
      key: shownText(key),
      rivals: rivals.slice(0, mostLines).map((rival) => shownText(rival, 200)),
      until,
    })),
  };
}

/** Sanitizes the texts of a pending plan; its objects are shown with their changes. */
function shownPlan({ unmatched, ...plan }: PendingPlan): PendingPlan {
  return {
    ...plan,
    digest: shownText(plan.digest, 100),
    objects: plan.objects.map(({ object, action }) => ({ object: shownText(object), action })),
    ...(unmatched === undefined ? {} : { unmatched: shownText(unmatched, 100) }),
  };
}

/** Sanitizes the texts of a skip reason. */
export function shownBecause({ on, rule, until, origin }: BlockedBy): BlockedBy {
  return {
    on: shownText(on),
    rule: shownText(rule),
    until,
    ...(origin === undefined ? {} : { origin: shownText(origin) }),
  };
}

/** Sanitizes the texts of a diagnosis and limits their number. */
export function shownTrouble({ pods, events, logs, blockers }: Diagnosis): Diagnosis {
  return {
    pods: shownLines(pods),
    events: shownLines(events),
    logs: logs.slice(0, 4).map(({ pod, container, lines }) => ({
      pod: shownText(pod, 300),
      container: shownText(container, 300),
      lines: shownLines(lines),
    })),
    blockers: shownLines(blockers),
  };
}

function shownLines(lines: readonly string[]): readonly string[] {
  return lines.slice(-mostLines).map((line) => shownText(line, 400));
}
