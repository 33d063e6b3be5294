import type { ApplyEvent } from "../../apply/model/event.ts";
import { formatElapsed } from "../terminal/format-elapsed.ts";
import { type EventLine, factLines, factOf, type LineStyle } from "./event-line.ts";
import { FailureRenderer } from "./failure-teller.ts";
import { LogRenderer } from "./log-renderer.ts";
import { NoticeRenderer } from "./notice-renderer.ts";
import type { RunProgress } from "./run-progress.ts";
import { SkipAggregator } from "./skip-aggregator.ts";

/** So many different reasons to repeat an attempt are told when they first come up. */
const shownRetries = 5;

/** What is told at one moment. */
export interface RenderedLines {
  /** About what was gathered before it. */
  readonly before: readonly string[];
  readonly lines: readonly string[];
  /** Whether a failure is among it, which may not hide in a folded section. */
  readonly urgent: boolean;
}

const nothing: RenderedLines = { before: [], lines: [], urgent: false };

/** Tells what happens to objects, in lines that stay: both reporters for people speak through it. */
export class EventRenderer {
  readonly #progress: RunProgress;
  readonly #style: () => LineStyle;
  readonly #folds: boolean;
  readonly #skips = new SkipAggregator();
  readonly #notices = new NoticeRenderer();
  readonly #failures = new FailureRenderer();
  readonly #logs = new LogRenderer();

  /**
   * The style is asked for anew for each event, since a terminal may change its width. `folds`: what was told
   * may be folded away, and failures are not, so that what belongs to them is told again.
   */
  constructor(progress: RunProgress, style: () => LineStyle, folds: boolean) {
    this.#progress = progress;
    this.#style = style;
    this.#folds = folds;
  }

  /**
   * The lines about an event that the progress has heard; what is skipped is gathered until something else is
   * told.
   */
  render(event: ApplyEvent): RenderedLines {
    if (event.type === "actuation" && event.state === "Skipped") {
      this.#skips.add(event);
      return nothing;
    }
    if (event.type === "log") {
      const before = this.flush();
      return { before, lines: this.#logs.render(event, this.#style()), urgent: false };
    }
    const reported = this.#renderOther(event);
    if (reported.lines.length === 0) {
      return nothing;
    }
    const before = this.flush();
    this.interrupt(reported.lines.length);
    return { before, ...reported };
  }

  /** The lines about what was gathered until now. */
  flush(): readonly string[] {
    const style = this.#style();
    const facts = [...this.#failures.take(), ...this.#skips.take()];
    const lines = facts.flatMap((fact) => factLines(fact, style));
    this.interrupt(lines.length);
    return lines;
  }

  /** What is left to tell at the end of the run. */
  close(): readonly string[] {
    return [...this.flush(), ...this.#notices.close(this.#style())];
  }

  /** Somebody else has told something in between, in so many lines. */
  interrupt(lines: number): void {
    this.#logs.interrupt(lines);
  }

  #renderOther(event: ApplyEvent): Omit<RenderedLines, "before"> {
    if (event.type === "retry") {
      return { lines: this.#retry(event), urgent: false };
    }
    if (event.type === "notice") {
      return { lines: this.#notices.render(event, this.#style()), urgent: event.level === "error" };
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

  /** Without logs that were told right above. */
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
    return factLines({ ...fact, ref: target?.key ?? "" }, this.#style());
  }
}
