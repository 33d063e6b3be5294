import type { ApplyEvent } from "../../apply/event.ts";
import { printable } from "../printable.ts";
import { refCell, tonedCell } from "../toned-cell.ts";
import type { Tone } from "../paint.ts";
import { formatElapsed } from "./elapsed.ts";
import { factLines, factOf, type LineStyle, sentence, wrapLine } from "./fact.ts";
import { LogTeller } from "./log-teller.ts";
import type { RunProgress } from "./run-progress.ts";

/** Of so many objects skipped for one cause each has a line; the summary counts the rest. */
const shownSkips = 5;
/** So many different reasons to repeat an attempt are told when they first come up. */
const shownRetries = 5;

/** What is told at one moment. */
export interface Told {
  readonly lines: readonly string[];
  /** Whether a failure is among it, which may not hide in a folded section. */
  readonly urgent: boolean;
}

const nothing: Told = { lines: [], urgent: false };

/** Tells what happens to objects, in lines that stay: both reporters for people speak through it. */
export class Narrator {
  readonly #progress: RunProgress;
  readonly #style: () => LineStyle;
  readonly #folds: boolean;
  readonly #skips = new Map<string, number>();
  readonly #logs = new LogTeller();

  /**
   * The style is asked for anew for each event, since a terminal may change its width. `folds`: what was told may be folded away, and
   * failures are not, so that what belongs to them is told again.
   */
  constructor(progress: RunProgress, style: () => LineStyle, folds: boolean) {
    this.#progress = progress;
    this.#style = style;
    this.#folds = folds;
  }

  /** The lines about an event that the progress has heard. */
  tell(event: ApplyEvent): Told {
    if (event.type === "log") {
      return { lines: this.#logs.tell(event, this.#style()), urgent: false };
    }
    const told = this.#tellOther(event);
    this.interrupt(told.lines.length);
    return told;
  }

  /** Somebody else has told something in between, in so many lines. */
  interrupt(lines: number): void {
    this.#logs.interrupt(lines);
  }

  #tellOther(event: ApplyEvent): Told {
    if (event.type === "retry") {
      return { lines: this.#retry(event), urgent: false };
    }
    if (event.type === "notice") {
      return { lines: this.#notice(event), urgent: event.level === "error" };
    }
    if (
      event.type === "actuation" &&
      event.state === "Skipped" &&
      this.#isFolded(event.because?.on ?? event.message)
    ) {
      return nothing;
    }
    const style = this.#style();
    const fact = factOf(this.#shortened(event), this.#progress, style.paint);
    return fact === undefined ? nothing : { lines: factLines(fact, style), urgent: fact.failed };
  }

  /** Logs that stand right above are not told again. */
  #shortened(event: ApplyEvent): ApplyEvent {
    if (event.type !== "reconcile") {
      return event;
    }
    const trouble = this.#logs.withoutTold(event.target.key, event.trouble);
    return trouble === undefined || this.#folds ? event : { ...event, trouble };
  }

  #isFolded(cause = ""): boolean {
    const amount = (this.#skips.get(cause) ?? 0) + 1;
    this.#skips.set(cause, amount);
    return amount > shownSkips;
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

  #notice({ level, target, message }: Extract<ApplyEvent, { readonly type: "notice" }>): readonly string[] {
    const style = this.#style();
    const tone: Tone = level;
    const where = target === undefined ? [] : [refCell(style.paint, target.key)];
    const [first = "", ...more] = message.trim().split(/\s*\n\s*/);
    const head = [tonedCell(style.paint, tone, `${level}:`), ...where, ...sentence("plain", first, style)];
    return [...wrapLine(head, style.width), ...more.map((line) => `    ${printable(line)}`)];
  }
}
