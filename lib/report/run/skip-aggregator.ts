import type { ApplyEvent } from "../../apply/model/event.ts";
import { shortRef } from "./critical-path.ts";
import { type EventLine, skipFact, untilWords } from "./event-line.ts";

/** An object that is skipped. */
export type Skipped = Extract<ApplyEvent, { readonly type: "actuation" }>;

/** Of more objects than these that are skipped for one cause, one line tells, with the names of so many. */
const shown = 3;

/**
 * Gathers what is skipped, since one failure skips all that waits for it at once, and tells it by cause:
 *
 *     skipped     12 objects because apps/namespaces/shop/Deployment/db is not ready: Deployment/web, Job/load, Service/web and 9 more
 */
export class SkipAggregator {
  readonly #held = new Map<string, Skipped[]>();

  /** Keeps it until what was gathered is told. */
  add(event: Skipped): void {
    const { because, message = "" } = event;
    const cause = because === undefined ? message : `${because.on} ${because.until}`;
    const same = this.#held.get(cause) ?? [];
    same.push(event);
    this.#held.set(cause, same);
  }

  /** What was gathered since this was last asked. */
  take(): readonly EventLine[] {
    const facts = [...this.#held.values()].flatMap((same) =>
      same.length > shown ? [foldedFact(same)] : same.map(skipFact),
    );
    this.#held.clear();
    return facts;
  }
}

function foldedFact(same: readonly Skipped[]): EventLine {
  const names = same.slice(0, shown).map(({ target }) => shortRef(target.key));
  const list = `${names.join(", ")} and ${same.length - shown} more`;
  const words = `${same.length} objects${causeOf(same)}: ${list}`;
  return { verb: "skipped", tone: "warning", ref: "", words, failed: false, below: [] };
}

function causeOf([first]: readonly Skipped[]): string {
  const { because, message = "" } = first ?? {};
  const reported = message === "" ? "" : `: ${message}`;
  return because === undefined ? reported : ` because ${because.on} ${untilWords[because.until]}`;
}
