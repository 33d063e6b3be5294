import { append } from "../../object/append.ts";
import type { ApplyEvent } from "../../apply/model/event.ts";
import type { ObjectNames } from "../../object/object-name.ts";
import { type EventLine, skipFact, untilWords } from "./event-line.ts";

/** A skip event. */
export type Skipped = Extract<ApplyEvent, { readonly type: "actuation" }>;

type Names = Pick<ObjectNames, "nameOf">;

/** More skips than this of one cause are folded into one line, which names this many objects. */
const shown = 3;

/**
 * Collects skips, since one failure skips all its dependents at once, and reports them by cause:
 *
 *     skipped     12 objects because Deployment/db is not ready: Deployment/web, Job/load, Service/web and 9 more
 */
export class SkipAggregator {
  readonly #held = new Map<string, Skipped[]>();

  /** Holds a skip until the next `take`. */
  add(event: Skipped): void {
    const { because, message = "" } = event;
    const cause = because === undefined ? message : `${because.on} ${because.until}`;
    append(this.#held, cause, event);
  }

  /** Returns the lines collected since the last call. */
  take(names: Names): readonly EventLine[] {
    const facts = [...this.#held.values()].flatMap((same) =>
      same.length > shown ? [foldedFact(same, names)] : same.map((event) => skipFact(event, names)),
    );
    this.#held.clear();
    return facts;
  }
}

function foldedFact(same: readonly Skipped[], names: Names): EventLine {
  const first = same.slice(0, shown).map(({ target }) => names.nameOf(target.key));
  const list = `${first.join(", ")} and ${same.length - shown} more`;
  const words = `${same.length} objects${causeOf(same, names)}: ${list}`;
  return { verb: "skipped", tone: "warning", name: "", words, failed: false, below: [] };
}

function causeOf([first]: readonly Skipped[], { nameOf }: Names): string {
  const { because, message = "" } = first ?? {};
  const reported = message === "" ? "" : `: ${message}`;
  return because === undefined ? reported : ` because ${nameOf(because.on)} ${untilWords[because.until]}`;
}
