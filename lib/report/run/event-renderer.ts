import type { ApplyEvent } from "../../apply/model/event.ts";
import { formatElapsed } from "../terminal/format-number.ts";
import { type EventLine, factLines, factOf, type LineStyle, type NamedStyle } from "./event-line.ts";
import { LogRenderer } from "./log-renderer.ts";
import { NoticeRenderer } from "./notice-renderer.ts";
import type { ObjectNames } from "../../object/object-name.ts";
import type { RunProgress } from "./run-progress.ts";
import { SkipAggregator } from "./skip-aggregator.ts";
import { faultKey, namesWords } from "./failure-groups.ts";

/** The maximum number of distinct retry reasons that are reported when they first occur. */
const shownRetries = 5;

/** The lines for one event. */
export interface RenderedLines {
  /** Lines for the events collected before it. */
  readonly before: readonly string[];
  readonly lines: readonly string[];
  /** Whether they include a failure, which must not be hidden in a collapsed section. */
  readonly urgent: boolean;
}

const nothing: RenderedLines = { before: [], lines: [], urgent: false };

/** Renders the events of objects as permanent lines; both reporters for people use it. */
export class EventRenderer {
  readonly #progress: RunProgress;
  readonly #style: () => LineStyle;
  readonly #folds: boolean;
  readonly #skips = new SkipAggregator();
  readonly #notices = new NoticeRenderer();
  readonly #failures = new FailureRenderer();
  readonly #logs = new LogRenderer();

  /**
   * `style` is called for each event, since a terminal may change its width. `folds`: output may be
   * collapsed, but failures are not, so their logs are repeated.
   */
  constructor(progress: RunProgress, style: () => LineStyle, folds: boolean) {
    this.#progress = progress;
    this.#style = style;
    this.#folds = folds;
  }

  /**
   * Returns the lines for an event that the progress has handled; skips are collected until another event is
   * rendered.
   */
  render(event: ApplyEvent): RenderedLines {
    if (event.type === "actuation" && event.state === "Skipped") {
      this.#skips.add(event);
      return nothing;
    }
    if (event.type === "log") {
      const before = this.flush();
      return { before, lines: this.#logs.render(event, this.#named()), urgent: false };
    }
    const reported = this.#renderOther(event);
    if (reported.lines.length === 0) {
      return nothing;
    }
    const before = this.flush();
    this.interrupt(reported.lines.length);
    return { before, ...reported };
  }

  /** Returns the lines for the events collected so far. */
  flush(): readonly string[] {
    const style = this.#style();
    const { names } = this.#progress;
    const facts = [...this.#failures.take(names), ...this.#skips.take(names)];
    const lines = facts.flatMap((fact) => factLines(fact, style));
    this.interrupt(lines.length);
    return lines;
  }

  /** Returns the remaining lines at the end of the run. */
  close(): readonly string[] {
    return [...this.flush(), ...this.#notices.close(this.#named())];
  }

  /** Notes that so many lines of other output were printed in between. */
  interrupt(lines: number): void {
    this.#logs.interrupt(lines);
  }

  #named(): NamedStyle {
    return { ...this.#style(), nameOf: this.#progress.names.nameOf };
  }

  #renderOther(event: ApplyEvent): Omit<RenderedLines, "before"> {
    if (event.type === "retry") {
      return { lines: this.#retry(event), urgent: false };
    }
    if (event.type === "notice") {
      return { lines: this.#notices.render(event, this.#named()), urgent: event.level === "error" };
    }
    const style = this.#style();
    const fact = factOf(this.#withoutLogs(event), this.#progress, style.paint);
    if (fact === undefined || this.#isFolded(event, fact)) {
      return nothing;
    }
    return { lines: factLines(fact, style), urgent: fact.failed };
  }

  #isFolded(event: ApplyEvent, fact: EventLine): boolean {
    const isEnd = event.type === "actuation" || event.type === "reconcile";
    return isEnd && fact.failed && this.#failures.folds(event, fact);
  }

  /** Removes logs that were printed right above. */
  #withoutLogs(event: ApplyEvent): ApplyEvent {
    if (event.type !== "reconcile") {
      return event;
    }
    const trouble = this.#logs.withoutReported(event.target.key, event.trouble);
    return trouble === undefined || this.#folds ? event : { ...event, trouble };
  }

  #retry({ target, message, delay }: Extract<ApplyEvent, { readonly type: "retry" }>): readonly string[] {
    const { retries } = this.#progress;
    if (retries.get(message) !== 1 || retries.size > shownRetries) {
      return [];
    }
    const words = `in ${formatElapsed(delay)}: ${message}`;
    const fact = { verb: "retrying", tone: "note", words, failed: false, below: [] } as const;
    const name = target === undefined ? "" : this.#progress.names.nameOf(target.key);
    return factLines({ ...fact, name }, this.#style());
  }
}

type Ended = Extract<ApplyEvent, { readonly type: "actuation" | "reconcile" }>;

/** A failure already reported for another object, and the objects that share it. */
interface Repeated {
  readonly fact: EventLine;
  readonly keys: string[];
}

/**
 * Reports a fault of many objects once, for the first of them; the others are collected and named in one
 * line:
 *
 *     timed out   50 more for the same reason: Deployment/b, Deployment/c …
 */
export class FailureRenderer {
  readonly #seen = new Set<string>();
  #repeated = new Map<string, Repeated>();

  /** Reports whether the same failure was already reported; if so, keeps the object for the next `take`. */
  folds(event: Ended, fact: EventLine): boolean {
    const key = `${fact.verb} ${faultKey(event)}`;
    if (!this.#seen.has(key)) {
      this.#seen.add(key);
      return false;
    }
    // The diagnosis of a refused write belongs to that write, which is already reported.
    if (event.type === "actuation" || fact.words !== "") {
      const same = this.#repeated.get(key) ?? { fact, keys: [] };
      same.keys.push(event.target.key);
      this.#repeated.set(key, same);
    }
    return true;
  }

  /** Returns the lines collected since the last call. */
  take({ nameOf }: Pick<ObjectNames, "nameOf">): readonly EventLine[] {
    const facts = [...this.#repeated.values()].map(({ fact, keys }) => ({
      ...fact,
      name: "",
      words: namesWords(keys.map((key) => nameOf(key))),
      below: [],
    }));
    this.#repeated = new Map();
    return facts;
  }
}
