import type { Paint } from "../paint.ts";
import { printable } from "../printable.ts";

/** A line of a log behind a bar: it never begins a line of ours, since a build server would obey a `::command` there. */
export function logLine(line: string, paint: Paint): string {
  return `${paint("faint", "|")} ${printable(line.replaceAll("\t", "    "))}`;
}
