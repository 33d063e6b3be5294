import type { ApplyEvent } from "../../apply/model/event.ts";
import { escapeControl } from "../terminal/escape-control.ts";
import { nameCell, tonedCell } from "../terminal/columns.ts";
import { type NamedStyle, sentence, suffixed, wrapLine } from "./event-line.ts";
import { count } from "../../object/message-text.ts";

type Notice = Extract<ApplyEvent, { readonly type: "notice" }>;

/** Up to this many equal notices have a line each; of more, the number is shown. */
const shown = 3;

interface Kind {
  /** Those that may get a line of their own. */
  readonly first: Notice[];
  amount: number;
}

/**
 * Renders notices. The same notice of many objects is shown once, with their number, at the end of the run;
 * the first few warnings are shown at once:
 *
 *     note: fields of Helm are now converge's: 7 objects
 *     warning: policy/v1beta1 PodDisruptionBudget is deprecated: 4 more objects
 */
export class NoticeRenderer {
  readonly #kinds = new Map<string, Kind>();

  /** Returns the lines that are due at once. */
  render(notice: Notice, style: NamedStyle): readonly string[] {
    if (notice.target === undefined) {
      return linesOf(notice, style);
    }
    const words = `${notice.level} ${notice.message}`;
    const kind = this.#kinds.get(words) ?? { first: [], amount: 0 };
    this.#kinds.set(words, kind);
    kind.amount += 1;
    const isFirst = kind.first.length < shown;
    if (isFirst) {
      kind.first.push(notice);
    }
    return isFirst && notice.level !== "note" ? linesOf(notice, style) : [];
  }

  /** Returns the lines deferred to the end. */
  close(style: NamedStyle): readonly string[] {
    const lines = [...this.#kinds.values()].flatMap(({ first, amount }) => {
      const [one] = first;
      const wasReported = one?.level !== "note";
      if (amount <= shown) {
        return wasReported ? [] : first.flatMap((notice) => linesOf(notice, style));
      }
      const number = wasReported ? count(amount - shown, "more object") : count(amount, "object");
      return one === undefined ? [] : foldedLines(one, number, style);
    });
    this.#kinds.clear();
    return lines;
  }
}

function linesOf({ level, target, message }: Notice, style: NamedStyle): readonly string[] {
  const where = target === undefined ? [] : [suffixed(nameCell(style.paint, style.nameOf(target.key)), ":")];
  const [first = "", ...more] = sentencesOf(message);
  const head = [tonedCell(style.paint, level, `${level}:`), ...where, ...sentence("plain", first, style)];
  return [...wrapLine(head, style.width), ...more.map((line) => `    ${escapeControl(line)}`)];
}

function foldedLines({ level, message }: Notice, number: string, style: NamedStyle): readonly string[] {
  const [first = "", ...more] = sentencesOf(message);
  const words = sentence("plain", `${first}: ${number}`, style);
  const head = [tonedCell(style.paint, level, `${level}:`), ...words];
  return [...wrapLine(head, style.width), ...more.map((line) => `    ${escapeControl(line)}`)];
}

function sentencesOf(message: string): readonly string[] {
  return message.trim().split(/\s*\n\s*/);
}
