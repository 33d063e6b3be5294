import { escapeControl } from "../../../report/terminal/escape-control.ts";

/** So many characters of a text are enough for a line on a page. */
const usual = 600;

/**
 * A text of the cluster or of a repository as the board keeps it: no longer than that, and nothing in it that
 * hides or reorders characters. Line breaks stay.
 */
export function shownText(text: string, longest: number = usual): string {
  const cut = text.length > longest ? copyOf(`${text.slice(0, longest - 1).toWellFormed()}…`) : text;
  return cut.includes("\n") ? cut.split("\n").map(escapeControl).join("\n") : escapeControl(cut);
}

/** A slice would hold on to the whole text that it was cut from. */
function copyOf(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}
