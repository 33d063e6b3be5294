import type { ApplyEvent, EventSink } from "../../apply/model/event.ts";
import type { Clock } from "../../async/clock.ts";
import { makePaint, type Colorize } from "../terminal/terminal-color.ts";
import type { PlaceOf } from "./failure-annotation.ts";
import { type LineStyle, sentence, wrapLine } from "./event-line.ts";
import { LiveBlock } from "../terminal/live-block.ts";
import { liveFrame } from "./live-frame.ts";
import { EventRenderer } from "./event-renderer.ts";
import { RunProgress } from "./run-progress.ts";
import { startWords } from "./start-line.ts";
import { type SummaryStyle, summaryText } from "./summary.ts";

/** The terminal of a live view. */
export interface LiveStyle {
  readonly write: (text: string) => void;
  /** Columns and rows, asked for at every drawing, since a terminal may change its size. */
  readonly width: () => number;
  readonly height: () => number;
  readonly color: boolean;
  /** Where the manifest of an object is, by its key. */
  readonly placeOf?: PlaceOf | undefined;
  /** When to draw. What it calls back later may not keep the process alive. */
  readonly clock: Pick<Clock, "now" | "after">;
}

/** A view that hears a run. */
export interface LiveReporter {
  readonly emit: EventSink;
  /**
   * Takes the block away and gives the cursor back where the run cannot tell its end; afterwards nothing is
   * drawn.
   */
  readonly stop: () => void;
}

/** The least time between two frames, in milliseconds. */
const shortest = 100;
/** The most, so that the time goes on while nothing happens. */
const longest = 1000;

/**
 * Shows a run on a terminal: one block with the groups under way, what is waited for and why, and the time,
 * drawn at most ten times a second; above it stays what happened. The summary takes the place of the last
 * block.
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
  readonly #narrator: EventRenderer;
  /** Lines that stay and are not written yet. */
  #above: string[] = [];
  #callOff: (() => void) | undefined;
  /** Whether the next frame comes as soon as it may. */
  #isDue = false;
  #lastFrame = -Infinity;
  #isOver = false;

  constructor(style: LiveStyle) {
    this.#style = style;
    this.#paint = makePaint(style.color);
    this.#block = new LiveBlock(style.write);
    this.#narrator = new EventRenderer(this.#progress, () => this.#line(), false);
  }

  /** Takes in what happened, to be seen in the next frame. */
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
      this.#above.push(...wrapLine(sentence("strong", startWords(event), line), line.width));
    } else {
      const { before, lines } = this.#narrator.render(event);
      this.#above.push(...before, ...lines);
    }
    this.#drawSoon();
  }

  /** The last drawing: what was not written yet, and the closing lines. */
  stop(closing: readonly string[]): void {
    if (this.#isOver) {
      return;
    }
    this.#isOver = true;
    this.#above.push(...this.#narrator.close());
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
    this.#above.push(...this.#narrator.flush());
    const frame = liveFrame(this.#progress, { paint: this.#paint, width: width(), height: height(), at });
    this.#block.draw(this.#above, frame, width());
    this.#above = [];
    this.#lastFrame = at;
    this.#isDue = false;
    this.#drawAfter(longest);
  }
}
