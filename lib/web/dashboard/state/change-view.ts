import type { JsonObject } from "../../../object/json.ts";
import type { ObjectDiff } from "../../../object/field-change.ts";
import { compareObjects } from "../../../compare/compare-objects.ts";
import { diffText } from "../../../report/diff/diff-text.ts";
import type { ChangeBoard, DiffLine } from "./dashboard-state.ts";
import { shownText } from "./sanitize-state.ts";

/** The limits of a kept change: the number of its lines and the length of each, in characters. */
const mostLines = 80;
const longestLine = 240;

/** A change made by a write. */
export interface WrittenChange {
  readonly run: number;
  readonly at: number;
  readonly key: string;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject;
}

/** Returns the change as it may be shown: values of Secrets masked, a large one truncated. */
export function changeBoard({ run, at, key, before, after }: WrittenChange): ChangeBoard {
  return diffBoard(compareObjects({ key, before, after }), { run, at });
}

/** Returns a change in the same form. Its notes are lines, too. */
export function diffBoard(diff: ObjectDiff, { run, at }: Pick<ChangeBoard, "run" | "at">): ChangeBoard {
  const [, ...lines] =
    diffText([diff], { color: false, width: undefined }).split("\n\n")[0]?.split("\n") ?? [];
  return {
    run,
    at,
    key: shownText(diff.key),
    verb: diff.verb,
    lines: diff.verb === "unchanged" ? [] : signedLines(lines.slice(0, mostLines)),
    more: Math.max(lines.length - mostLines, 0),
  };
}

/** Returns the change for a removed object, which has no lines. */
export function removalBoard(
  removed: Pick<WrittenChange, "run" | "at" | "key">,
  verb: "prune" | "delete",
): ChangeBoard {
  return { ...removed, key: shownText(removed.key), verb, lines: [], more: 0 };
}

/** A line without a sign of its own takes that of its field, if the field is added or removed whole. */
function signedLines(lines: readonly string[]): readonly DiffLine[] {
  let field: DiffLine["sign"] = "~";
  return lines.map((line) => {
    const [, fieldSign] = /^ {2}([-+~]) /.exec(line) ?? [];
    if (fieldSign === "+" || fieldSign === "-" || fieldSign === "~") {
      field = fieldSign;
      return { sign: field, text: shownText(line.slice(4), longestLine) };
    }
    if (field !== "~") {
      return { sign: field, text: shownText(line.slice(4), longestLine) };
    }
    const [, own = " "] = /^ {6}([-+]) /.exec(line) ?? [];
    return {
      sign: own === "+" || own === "-" ? own : " ",
      text: shownText(`  ${line.slice(8)}`, longestLine),
    };
  });
}
