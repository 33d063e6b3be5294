import type { JudgedObject } from "../../health/judge-objects.ts";
import { count } from "../../object/message-text.ts";
import { nameObjects, type ObjectNames } from "../../object/object-name.ts";
import { type Readiness, type ReadinessState, readinessStates } from "../../readiness/readiness.ts";
import type { DiffStyle } from "../diff/diff-text.ts";
import { formatJsonDocument } from "../document/json-document.ts";
import {
  alignColumns,
  columnWidths,
  type Line,
  nameCell,
  tonedCell,
  tonedWords,
  totalWidth,
} from "../terminal/columns.ts";
import { wrapWords } from "../terminal/fit-width.ts";
import { type Colorize, makePaint, type Style } from "../terminal/terminal-color.ts";

const tones: Readonly<Record<ReadinessState, Style>> = {
  Current: "good",
  InProgress: "note",
  Failed: "error",
  Suspended: "warning",
  Terminating: "note",
  NotFound: "warning",
  Unknown: "warning",
};

/**
 * Formats verdicts as a table; one below the other on a narrow terminal.
 *
 *     OBJECT            STATUS      REASON    RULE             MESSAGE
 *     Certificate/shop  InProgress  Issuing   condition Ready  waiting for the order
 *
 *     1 object: 1 InProgress
 */
export function healthTable(judged: readonly JudgedObject[], style: DiffStyle): string {
  const paint = makePaint(style.color);
  const names = nameObjects(judged.map(({ key }) => key));
  const lines = judged.map((one) => verdictLine(one, names, paint));
  const title = ["OBJECT", "STATUS", "REASON", "RULE", "MESSAGE"].map((text) =>
    tonedCell(paint, "faint", text),
  );
  const widths = columnWidths([title, ...lines]);
  const isWide = style.width === undefined || totalWidth(widths) <= style.width;
  const body = isWide
    ? alignColumns([title, ...lines], widths)
    : judged.flatMap((one) => verdictLines(one, names, style));
  return `${body.join("\n")}\n\n${paint("strong", summaryOf(judged))}\n`;
}

/** The message without the rule that a message of a run ends with: here it has a place of its own. */
function ownMessage({ message, rule }: Readiness): string {
  const suffix = ` (rule ${rule ?? ""})`;
  return message.endsWith(suffix) ? message.slice(0, -suffix.length) : message;
}

function verdictLine({ key, readiness }: JudgedObject, names: ObjectNames, paint: Colorize): Line {
  const { state, reason, rule = "" } = readiness;
  return [
    nameCell(paint, names.nameOf(key)),
    tonedCell(paint, tones[state], state),
    tonedCell(paint, "plain", reason),
    tonedCell(paint, "plain", rule),
    tonedCell(paint, "plain", ownMessage(readiness)),
  ];
}

function verdictLines(
  { key, readiness }: JudgedObject,
  names: ObjectNames,
  { color, width = Infinity }: DiffStyle,
): readonly string[] {
  const paint = makePaint(color);
  const { state, reason, rule = "" } = readiness;
  const message = ownMessage(readiness);
  const inside = { indent: 2, width };
  return [
    ...wrapWords([nameCell(paint, names.nameOf(key))], { indent: 0, width }),
    ...wrapWords(
      [
        ...tonedWords(paint, tones[state], `${state}:`),
        ...tonedWords(paint, "plain", `${reason}, ${message}`),
      ],
      inside,
    ),
    ...(rule === "" ? [] : wrapWords(tonedWords(paint, "faint", `rule: ${rule}`), inside)),
  ];
}

function summaryOf(judged: readonly JudgedObject[]): string {
  const parts = readinessStates.flatMap((state) => {
    const amount = judged.filter(({ readiness }) => readiness.state === state).length;
    return amount === 0 ? [] : [`${amount} ${state}`];
  });
  return `${count(judged.length, "object")}: ${parts.join(", ")}`;
}

/** Formats verdicts as one JSON document, `converge.dev/v1` `Health`, in their order. */
export function healthJson(judged: readonly JudgedObject[]): string {
  const objects = judged.map(({ key, file, readiness }) => ({
    object: key,
    ...(file === undefined ? {} : { file }),
    status: readiness.state,
    reason: readiness.reason,
    ...(readiness.rule === undefined ? {} : { rule: readiness.rule }),
    message: ownMessage(readiness),
  }));
  return formatJsonDocument("Health", { objects });
}
