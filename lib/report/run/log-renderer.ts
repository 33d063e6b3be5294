import type { ApplyEvent, Diagnosis } from "../../apply/model/event.ts";
import { nameCell, tonedCell } from "../terminal/columns.ts";
import { type NamedStyle, padVerb, sentence, wrapLine } from "./event-line.ts";
import { logLine } from "./failure-reason.ts";
import { count } from "../../object/message-text.ts";

type Logged = Extract<ApplyEvent, { readonly type: "log" }>;

/** The number of lines remembered of each container, to recognize repetitions. */
const remembered = 20;
/** Logs more than this many lines further up are shown again. */
const near = 40;

interface Speech {
  readonly lines: readonly string[];
  /** The number of lines printed by then. */
  readonly at: number;
}

/**
 * Renders the logs of containers, with a heading whenever the container changes:
 *
 *     logs        Job/migrate pod/migrate-x2k7p container app
 *       | starting
 *       | 12 tables changed
 */
export class LogRenderer {
  #throttle = "";
  #reported = 0;
  /** The last lines printed, by object key and by pod and container. */
  readonly #speeches = new Map<string, Map<string, Speech>>();

  /** Returns the lines for a log event. */
  render({ target, pod, container, lines, leftOut = 0 }: Logged, style: NamedStyle): readonly string[] {
    const throttle = `${pod}/${container}`;
    const heading = throttle === this.#throttle ? [] : headingOf({ key: target.key, pod, container }, style);
    this.#throttle = throttle;
    const left = leftOut === 0 ? [] : [style.paint("faint", `  … ${count(leftOut, "line")} left out`)];
    this.#reported += lines.length;
    this.#remember(target.key, throttle, lines);
    return [...heading, ...lines.map((line) => `  ${logLine(line, style.paint)}`), ...left];
  }

  /** Notes that so many other lines were printed: the next log gets a heading again. */
  interrupt(lines: number): void {
    if (lines > 0) {
      this.#throttle = "";
      this.#reported += lines;
    }
  }

  /** Returns the diagnosis of an ended object without the logs that are right above. */
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

  #remember(key: string, throttle: string, lines: readonly string[]): void {
    const speeches = this.#speeches.get(key) ?? new Map<string, Speech>();
    this.#speeches.set(key, speeches);
    const before = speeches.get(throttle)?.lines ?? [];
    const said = lines.slice(-2 * remembered).filter((line) => line !== "");
    speeches.set(throttle, { lines: [...before, ...said].slice(-remembered), at: this.#reported });
  }
}

function headingOf(
  { key, pod, container }: { readonly key: string; readonly pod: string; readonly container: string },
  style: NamedStyle,
): readonly string[] {
  const verb = padVerb(tonedCell(style.paint, "note", "logs"));
  const words = sentence("faint", `pod/${pod} container ${container}`, style);
  return wrapLine([verb, nameCell(style.paint, style.nameOf(key)), ...words], style.width);
}

function endsWith(lines: readonly string[], end: readonly string[]): boolean {
  const tail = lines.slice(-end.length);
  return tail.length === end.length && tail.every((line, index) => line === end[index]);
}
