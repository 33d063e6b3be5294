import type { ApplyEvent, Diagnosis } from "../../apply/model/event.ts";
import { count } from "../terminal/count.ts";
import { refCell, tonedCell } from "../terminal/styled-cell.ts";
import { type LineStyle, padVerb, sentence, wrapLine } from "./event-line.ts";
import { logLine } from "../log/log-line.ts";

type Logged = Extract<ApplyEvent, { readonly type: "log" }>;

/** So many lines of each container are remembered, to know them again. */
const remembered = 20;
/** What stands so many lines further up is shown again. */
const near = 40;

interface Speech {
  readonly lines: readonly string[];
  /** How many lines had been told by then. */
  readonly at: number;
}

/**
 * Tells what containers write, each with a heading when it takes the word:
 *
 *     logs        batch/namespaces/shop/Job/migrate pod/migrate-x2k7p container app
 *       | starting
 *       | 12 tables changed
 */
export class LogRenderer {
  #speaker = "";
  #reported = 0;
  /** By the key of the object and by pod and container, what was told last. */
  readonly #speeches = new Map<string, Map<string, Speech>>();

  /** The lines about what a container has written. */
  render({ target, pod, container, lines, leftOut = 0 }: Logged, style: LineStyle): readonly string[] {
    const speaker = `${pod}/${container}`;
    const heading = speaker === this.#speaker ? [] : headingOf({ key: target.key, pod, container }, style);
    this.#speaker = speaker;
    const left = leftOut === 0 ? [] : [style.paint("faint", `  … ${count(leftOut, "line")} left out`)];
    this.#reported += lines.length;
    this.#remember(target.key, speaker, lines);
    return [...heading, ...lines.map((line) => `  ${logLine(line, style.paint)}`), ...left];
  }

  /** Something else was told, in so many lines: who goes on is named again. */
  interrupt(lines: number): void {
    if (lines > 0) {
      this.#speaker = "";
      this.#reported += lines;
    }
  }

  /** A trouble of an object that has ended, without the logs that stand right above. */
  withoutReported(key: string, trouble: Diagnosis | undefined): Diagnosis | undefined {
    const speeches = this.#speeches.get(key);
    this.#speeches.delete(key);
    return trouble === undefined || speeches === undefined
      ? trouble
      : {
          ...trouble,
          logs: trouble.logs.filter(({ pod, container, lines }) => {
            const speech = speeches.get(`${pod}/${container}`);
            return (
              speech === undefined || this.#reported - speech.at > near || !endsWith(speech.lines, lines)
            );
          }),
        };
  }

  #remember(key: string, speaker: string, lines: readonly string[]): void {
    const speeches = this.#speeches.get(key) ?? new Map<string, Speech>();
    this.#speeches.set(key, speeches);
    const before = speeches.get(speaker)?.lines ?? [];
    const said = lines.slice(-2 * remembered).filter((line) => line !== "");
    speeches.set(speaker, { lines: [...before, ...said].slice(-remembered), at: this.#reported });
  }
}

function headingOf(
  { key, pod, container }: { readonly key: string; readonly pod: string; readonly container: string },
  style: LineStyle,
): readonly string[] {
  const verb = padVerb(tonedCell(style.paint, "note", "logs"));
  const words = sentence("faint", `pod/${pod} container ${container}`, style);
  return wrapLine([verb, refCell(style.paint, key), ...words], style.width);
}

function endsWith(lines: readonly string[], end: readonly string[]): boolean {
  const tail = lines.slice(-end.length);
  return tail.length === end.length && tail.every((line, index) => line === end[index]);
}
