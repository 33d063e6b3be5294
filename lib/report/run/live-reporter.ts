import type { ApplyEvent, EventSink } from "../../apply/model/event.ts";
import type { Clock } from "../../async/clock.ts";
import { makePaint, type Colorize } from "../terminal/terminal-color.ts";
import type { PlaceOf } from "./failure-annotation.ts";
import { type LineStyle, sentence, wrapLine } from "./event-line.ts";
import { LiveBlock } from "../terminal/live-block.ts";
import { liveFrame } from "./live-frame.ts";
import { expectedWords } from "./critical-path.ts";
import { EventRenderer } from "./event-renderer.ts";
import { RunProgress } from "./run-progress.ts";
import { startWords } from "./group-text.ts";
import { type SummaryStyle, summaryText } from "./summary.ts";

/** The terminal of a live view. */
export interface LiveStyle {
  readonly write: (text: string) => void;
  /** Columns and rows, read on every frame, since a terminal may change its size. */
  readonly width: () => number;
  readonly height: () => number;
  readonly color: boolean;
  /** Returns the place of an object's manifest, by its key. */
  readonly placeOf?: PlaceOf | undefined;
  /** Schedules frames. Its callbacks must not keep the process alive. */
  readonly clock: Pick<Clock, "now" | "after">;
}

/** A reporter with a live view of a run. */
export interface LiveReporter {
  readonly emit: EventSink;
  /**
   * Removes the block and restores the cursor if the run cannot report its end; nothing is drawn afterwards.
   */
  readonly stop: () => void;
}

/** The minimum time between two frames, in milliseconds. */
const shortest = 100;
/** The maximum, so that the elapsed time advances while nothing happens. */
const longest = 1000;

/**
 * Shows a run on a terminal: one block with the open groups, the waits with their reasons, and the elapsed
 * time, drawn at most ten times a second; permanent lines about past events are above it. The summary
 * replaces the last block.
 */
export function liveReporter(style: LiveStyle): LiveReporter {
  const view = new LiveView(style);
  return {
    emit: (event) => {
      view.emit(event);
    },
    stop: () => {
      view.stop([]);
    },
  };
}

class LiveView {
  readonly #style: LiveStyle;
  readonly #paint: Colorize;
  readonly #progress = new RunProgress();
  readonly #block: LiveBlock;
  readonly #renderer: EventRenderer;
  /** Permanent lines not written yet. */
  #above: string[] = [];
  #callOff: (() => void) | undefined;
  /** Whether the next frame is due as soon as the interval permits. */
  #isDue = false;
  #lastFrame = -Infinity;
  #isOver = false;

  constructor(style: LiveStyle) {
    this.#style = style;
    this.#paint = makePaint(style.color);
    this.#block = new LiveBlock(style.write);
    this.#renderer = new EventRenderer(this.#progress, () => this.#line(), false);
  }

  /** Handles an event; the next frame shows it. */
  emit(event: ApplyEvent): void {
    if (this.#isOver) {
      return;
    }
    this.#progress.emit(event);
    if (event.type === "finish") {
      const gap = this.#progress.start === undefined ? [] : [""];
      this.stop([...gap, ...summaryText(event.result, this.#progress, this.#summary())]);
      return;
    }
    const line = this.#line();
    if (event.type === "start") {
      this.#above.push(
        ...wrapLine(sentence("strong", startWords(event, this.#progress.names), line), line.width),
        ...expectedWords(event, this.#progress.names).flatMap((words) =>
          wrapLine(sentence("faint", words, line), line.width),
        ),
      );
    } else {
      const { before, lines } = this.#renderer.render(event);
      this.#above.push(...before, ...lines);
    }
    this.#drawSoon();
  }

  /** Draws the last frame: the lines not written yet, and the closing lines. */
  stop(closing: readonly string[]): void {
    if (this.#isOver) {
      return;
    }
    this.#isOver = true;
    this.#above.push(...this.#renderer.close());
    this.#callOff?.();
    this.#block.close([...this.#above, ...closing], this.#style.width());
  }

  #summary(): SummaryStyle {
    return { ...this.#line(), placeOf: this.#style.placeOf };
  }

  #line(): LineStyle {
    return { paint: this.#paint, width: this.#style.width() };
  }

  #drawSoon(): void {
    if (this.#isDue) {
      return;
    }
    this.#isDue = true;
    const waited = this.#style.clock.now() - this.#lastFrame;
    this.#drawAfter(Math.min(Math.max(shortest - waited, 0), shortest));
  }

  #drawAfter(milliseconds: number): void {
    this.#callOff?.();
    this.#callOff = this.#style.clock.after(milliseconds, () => {
      this.#draw();
    });
  }

  #draw(): void {
    const { clock, width, height } = this.#style;
    const at = clock.now();
    this.#above.push(...this.#renderer.flush());
    const frame = liveFrame(this.#progress, { paint: this.#paint, width: width(), height: height(), at });
    this.#block.draw(this.#above, frame, width());
    this.#above = [];
    this.#lastFrame = at;
    this.#isDue = false;
    this.#drawAfter(longest);
  }
}
