import type { Diagnosis } from "../../apply/model/event.ts";
import type { Colorize } from "../terminal/terminal-color.ts";
import { escapeControl } from "../terminal/escape-control.ts";

/** The maximum number of events shown, the newest. */
const shownEvents = 5;

/** Events of every pod's normal start, which do not explain a failure. */
const ordinary = /^Normal (?:Scheduled|SuccessfulCreate|Pulling|Pulled|Created|Started|ScalingReplicaSet):/;

/**
 * Formats the reasons why an object is stuck, one fact per line, unindented:
 *
 *     pod/web-5d8f-x2x: container app waiting: ImagePullBackOff
 *     event: Failed to pull image "shop/web:1"
 *     log of web-5d8f-x2x/app:
 *       | cannot open /etc/web.conf
 */
export function troubleLines(trouble: Diagnosis | undefined, paint: Colorize): readonly string[] {
  if (trouble === undefined) {
    return [];
  }
  const { pods, blockers, logs } = trouble;
  const specific = trouble.events.filter((event) => !ordinary.test(event));
  const isAll = pods.length + blockers.length + logs.length + specific.length === 0;
  const events = isAll ? trouble.events : specific;
  const older = events.length - shownEvents;
  return [
    ...pods.map(escapeControl),
    ...blockers.map((blocker) => `held by ${escapeControl(blocker)}`),
    ...(older > 0 ? [paint("faint", `${older} older events`)] : []),
    ...events.slice(-shownEvents).map((event) => `event: ${escapeControl(event)}`),
    ...logs.flatMap(({ pod, container, lines }) => [
      `log of ${escapeControl(pod)}/${escapeControl(container)}:`,
      ...lines.map((line) => `  ${logLine(line, paint)}`),
    ]),
  ];
}

/**
 * Formats a log line behind a bar, so that it never begins an output line: a build server would execute a
 * `::command` there.
 */
export function logLine(line: string, paint: Colorize): string {
  return `${paint("faint", "|")} ${escapeControl(line.replaceAll("\t", "    "))}`;
}
