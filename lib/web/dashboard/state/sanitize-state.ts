import type { BlockedBy, Diagnosis } from "../../../apply/model/event.ts";
import type { UnitRun, UnitState } from "../../../sync/unit/unit-state.ts";
import { shownText } from "./sanitize-text.ts";

/** How many of each are kept of what an object suffers from. */
const mostLines = 12;

/** A revision whose words, a stranger's, can be shown. */
export function shownRevision(revision: UnitRun["revision"]): UnitRun["revision"] {
  return {
    ...revision,
    ref: shownText(revision.ref, 300),
    subject: shownText(revision.subject, 200),
    author: shownText(revision.author, 200),
  };
}

/** A state whose words can be shown. */
export function shownState(state: UnitState): UnitState {
  const { observed, attempted, applied, sourceFault } = state;
  return {
    ...state,
    message: shownText(state.message),
    ...(observed === undefined ? {} : { observed: shownRevision(observed) }),
    ...(attempted === undefined ? {} : { attempted: shownRevision(attempted) }),
    ...(applied === undefined ? {} : { applied: shownRevision(applied) }),
    ...(sourceFault === undefined ? {} : { sourceFault: shownText(sourceFault) }),
    fights: state.fights.slice(0, mostLines).map(({ key, rivals, until }) => ({
      key: shownText(key),
      rivals: rivals.slice(0, mostLines).map((rival) => shownText(rival, 200)),
      until,
    })),
  };
}

/** A reason whose words can be shown. */
export function shownBecause({ on, rule, until, origin }: BlockedBy): BlockedBy {
  return {
    on: shownText(on),
    rule: shownText(rule),
    until,
    ...(origin === undefined ? {} : { origin: shownText(origin) }),
  };
}

/** Trouble whose words can be shown; of much of it the last lines. */
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
