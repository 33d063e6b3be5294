import type { Colorize } from "../terminal/terminal-color.ts";
import { escapeControl } from "../terminal/escape-control.ts";

/**
 * A line of a log behind a bar: it never begins a line of ours, since a build server would obey a `::command`
 * there.
 */
export function logLine(line: string, paint: Colorize): string {
  return `${paint("faint", "|")} ${escapeControl(line.replaceAll("\t", "    "))}`;
}
