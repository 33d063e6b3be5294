import type { Colorize } from "../terminal/terminal-color.ts";
import { escapeControl } from "../terminal/escape-control.ts";

/**
 * Formats a log line behind a bar, so that it never begins an output line: a build server would execute a
 * `::command` there.
 */
export function logLine(line: string, paint: Colorize): string {
  return `${paint("faint", "|")} ${escapeControl(line.replaceAll("\t", "    "))}`;
}
