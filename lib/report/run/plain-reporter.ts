import type { ApplyEvent, GroupFacts, EventSink } from "../../apply/model/event.ts";
import type { Clock } from "../../async/clock.ts";
import type { AnnotatedFile } from "../diagnostics/github-annotations.ts";
import { makePaint } from "../terminal/terminal-color.ts";
import { type CiServer, makeSections } from "./ci-sections.ts";
import { formatElapsed } from "../terminal/format-number.ts";
import { expectedWords, remainingWords } from "./critical-path.ts";
import { factLines, type LineStyle, sentence, wrapLine } from "./event-line.ts";
import { failureAnnotation, type PlaceOf } from "./failure-annotation.ts";
import { GroupTitles, groupWords, runFeatures, startWords } from "./group-text.ts";
import { WaitReports } from "./wait-reports.ts";
import { EventRenderer } from "./event-renderer.ts";
import { RunProgress } from "./run-progress.ts";
import { type SummaryStyle, summaryText } from "./summary.ts";

/** The output of the lines, and its style. */
export interface PlainStyle {
  /** Receives whole lines, including their line breaks. */
  readonly write: (text: string) => void;
  readonly color: boolean;
  /** Lines are wrapped between words at this many columns; not at all if undefined. */
  readonly width?: number | undefined;
  /** The build server of the log, if it supports collapsible sections. */
  readonly ci?: CiServer | undefined;
  /** Returns the place of an object's manifest, by its key; GitHub marks failures there. */
  readonly placeOf?: PlaceOf | undefined;
  /** Maps a file that was read to its path on the build server. */
  readonly fileOf?: AnnotatedFile | undefined;
  /** If set, long waits are reported while nothing else happens; otherwise only with the next event. */
  readonly clock?: Pick<Clock, "now" | "after"> | undefined;
}

/** The interval between checks for long waits, in milliseconds. */
const tick = 5000;

/** A successful group faster than this has no closing line, in milliseconds. */
const quick = 1000;

/**
 * Reports a run as permanent lines, for logs: one for every change, failure and long wait; unchanged objects
 * are only counted. Equal events give equal bytes.
 *
 *     installing blog in shop on https://10.0.0.1:6443: 7 objects in 2 groups
 *     group 1 of 2: 6 objects
 *     created     Secret/mysql-pass
 *     ready       StatefulSet/wordpress-mysql in 9.1s
 */
export function plainReporter(style: PlainStyle): EventSink {
  const log = new PlainLog(style);
  return (event) => {
    log.emit(event);
  };
}

class PlainLog {
  readonly #style: PlainStyle;
  readonly #line: LineStyle;
  readonly #summary: SummaryStyle;
  readonly #progress = new RunProgress();
  readonly #waits = new WaitReports();
  readonly #sections;
  readonly #renderer;
  readonly #titles = new GroupTitles(this.#progress);
  readonly #starts = new Map<number, number>();
  #callOff: (() => void) | undefined;

  constructor(style: PlainStyle) {
    this.#style = style;
    this.#line = { paint: makePaint(style.color), width: style.width };
    this.#summary = { ...this.#line, placeOf: style.placeOf };
    this.#sections = makeSections(style.ci);
    this.#renderer = new EventRenderer(this.#progress, () => this.#line, style.ci !== undefined);
  }

  /** Prints the lines for an event. */
  emit(event: ApplyEvent): void {
    this.#progress.emit(event);
    this.#renderWaits(event.at);
    if (event.type === "start") {
      this.#say("strong", startWords(event, this.#progress.names));
      for (const words of expectedWords(event, this.#progress.names)) {
        this.#say("faint", words);
      }
      this.#tickAfter();
    } else if (event.type === "group") {
      this.#turn(event);
    } else if (event.type === "finish") {
      this.#finish(event);
    } else {
      this.#narrate(event);
    }
  }

  #finish({ at, result }: Extract<ApplyEvent, { readonly type: "finish" }>): void {
    this.#callOff?.();
    this.#callOff = undefined;
    this.#write(this.#sections.close(at));
    this.#print(this.#renderer.close());
    const isFirst = this.#progress.start === undefined;
    this.#print([...(isFirst ? [] : [""]), ...summaryText(result, this.#progress, this.#summary)]);
  }

  #narrate(event: ApplyEvent): void {
    const { before, lines, urgent } = this.#renderer.render(event);
    this.#print(before);
    if (lines.length === 0) {
      return;
    }
    if (urgent) {
      this.#write(this.#sections.close(event.at));
    }
    // Lines that must not be collapsed do not open a section.
    if (!urgent || this.#style.ci === undefined) {
      this.#title(this.#titles.dueFor(event), event.at);
    }
    this.#print(lines);
    if (this.#style.ci === "github" && !this.#isAfterRefusal(event)) {
      this.#write(failureAnnotation(event, { ...this.#style, names: this.#progress.names }));
    }
  }

  /** Reports whether it is the second end of a refused write, which was annotated when it was refused. */
  #isAfterRefusal(event: ApplyEvent): boolean {
    return (
      event.type === "reconcile" &&
      this.#progress.objectOf(event.target, event.operation).actuation === "Failed"
    );
  }

  #turn({ group, state, at }: Extract<ApplyEvent, { readonly type: "group" }>): void {
    if (state === "started") {
      this.#starts.set(group.index, at);
      this.#titles.begin(group);
      return;
    }
    const took = at - (this.#starts.get(group.index) ?? at);
    const { total, done } = this.#progress.countsOf(group.index);
    if (this.#titles.end(group) && (done < total || took >= quick)) {
      this.#print(this.#renderer.flush());
      this.#renderer.interrupt(1);
      const words = `group ${group.index} finished in ${formatElapsed(took)}: ${this.#endWords(group.index)}`;
      this.#say("faint", `${words}${remainingWords(this.#progress, at)}`);
    }
    if (this.#progress.openGroups.size === 0) {
      this.#write(this.#sections.close(at));
    }
  }

  #title(groups: readonly GroupFacts[], at: number): void {
    const features = runFeatures(this.#progress.start?.groups ?? []);
    for (const group of groups) {
      const [title = "", ...more] = wrapLine(
        sentence("strong", groupWords(group, features), this.#line),
        this.#style.ci === undefined ? this.#style.width : undefined,
      );
      this.#write(this.#sections.open(title, at));
      this.#print(more);
    }
  }

  /** Formats the counts of a group: `3 done, 1 failed`. */
  #endWords(index: number): string {
    const { total, done, failed, skipped } = this.#progress.countsOf(index);
    const rest = total - done - failed - skipped;
    const parts = [`${done} done`, `${failed} failed`, `${skipped} skipped`, `${rest} left`];
    return parts.filter((part, number) => number === 0 || !part.startsWith("0 ")).join(", ");
  }

  #renderWaits(at: number): void {
    const { facts, folded } = this.#waits.dueAt(at, this.#progress);
    this.#renderer.interrupt(facts.length);
    if (facts.length > 0) {
      this.#title(this.#titles.dueForWaits(), at);
    }
    this.#print(facts.flatMap((fact) => factLines(fact, this.#line)));
    if (folded !== "") {
      this.#say("faint", `            ${folded}`);
    }
  }

  #tickAfter(): void {
    const { clock } = this.#style;
    this.#callOff = clock?.after(tick, () => {
      this.#print(this.#renderer.flush());
      this.#renderWaits(clock.now());
      this.#tickAfter();
    });
  }

  #say(tone: "strong" | "faint", words: string): void {
    this.#print(wrapLine(sentence(tone, words, this.#line), this.#style.width));
  }

  #print(lines: readonly string[]): void {
    this.#write(lines.map((line) => `${this.#sections.guard(line)}\n`).join(""));
  }

  #write(text: string): void {
    if (text !== "") {
      this.#style.write(text);
    }
  }
}
