import type { JsonObject } from "../../../object/json.ts";
import { compareObjects } from "../../../report/diff/compare-objects.ts";
import { diffText } from "../../../report/diff/diff-text.ts";
import type { ChangeBoard, DiffLine } from "./dashboard-state.ts";
import { shownText } from "./sanitize-text.ts";

/** So many lines of a change are kept, each of so many characters. */
const mostLines = 80;
const longestLine = 240;

/** What a write has changed. */
export interface WrittenChange {
  readonly run: number;
  readonly at: number;
  readonly key: string;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject;
}

/** The change as it may be shown: values of Secrets masked, of a large one only the beginning. */
export function changeBoard({ run, at, key, before, after }: WrittenChange): ChangeBoard {
  const diff = compareObjects({ key, before, after });
  const [, ...lines] =
    diffText([diff], { color: false, width: undefined }).split("\n\n")[0]?.split("\n") ?? [];
  return {
    run,
    at,
    key: shownText(key),
    verb: diff.verb,
    lines: diff.verb === "unchanged" ? [] : signedLines(lines.slice(0, mostLines)),
    more: Math.max(lines.length - mostLines, 0),
  };
}

/** That an object was removed is all there is to tell of it. */
export function removalBoard(
  removed: Pick<WrittenChange, "run" | "at" | "key">,
  verb: "prune" | "delete",
): ChangeBoard {
  return { ...removed, key: shownText(removed.key), verb, lines: [], more: 0 };
}

/**
 * A line without a sign of its own has that of the field that it belongs to, as long as that is added or
 * removed whole.
 */
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
