import type { Colorize } from "../paint.ts";
import { escapeControl } from "../printable.ts";

/** A line of a log behind a bar: it never begins a line of ours, since a build server would obey a `::command` there. */
export function logLine(line: string, paint: Colorize): string {
  return `${paint("faint", "|")} ${escapeControl(line.replaceAll("\t", "    "))}`;
}
