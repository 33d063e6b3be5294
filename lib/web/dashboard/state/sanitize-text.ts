import { escapeControl } from "../../../report/terminal/escape-control.ts";

/** Enough characters for one line on the page. */
const usual = 600;

/**
 * Sanitizes a text of the cluster or of a repository: truncates it, and escapes characters that hide or
 * reorder others. Line breaks stay.
 */
export function shownText(text: string, longest: number = usual): string {
  const cut = text.length > longest ? copyOf(`${text.slice(0, longest - 1).toWellFormed()}…`) : text;
  return cut.includes("\n") ? cut.split("\n").map(escapeControl).join("\n") : escapeControl(cut);
}

/** Copies the string: a slice would retain the whole text it was cut from. */
function copyOf(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}
