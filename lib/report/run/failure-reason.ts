import type { Diagnosis } from "../../apply/model/event.ts";
import type { Colorize } from "../terminal/terminal-color.ts";
import { escapeControl } from "../terminal/escape-control.ts";

/**
 * Matches the reason of a container in a readiness message: `container web in pod web-5d8f-x2x:
 * CrashLoopBackOff: back-off 10s`.
 */
const reasonOf = /(?<=\bin pod \S+): ([A-Z][A-Za-z]+)(?=:|$)/;

/**
 * Moves the reason of an object's container to the front of its message, so that it is visible even if the
 * end of the line is cut off: `CrashLoopBackOff: 0 of 1 replica available; container web in pod web-5d8f-x2x:
 * back-off 10s`.
 */
export function reasonFirst(message: string): string {
  // The API server prepends this to the cause, such as a webhook that cannot be called; it would fill a short
  // line.
  const cause = message.replace(/^Internal error occurred: (?=.)/, "");
  if (cause !== message) {
    return cause;
  }
  const [reported, reason] = reasonOf.exec(message) ?? [];
  if (reported === undefined || reason === undefined) {
    return message;
  }
  const rest = message.replace(reasonOf, "");
  return rest.startsWith(`${reason}: `) ? rest : `${reason}: ${rest}`;
}

/**
 * Removes the second mention of a reason that is already in front; otherwise returns the message unchanged.
 */
export function reasonOnce(message: string): string {
  const first = reasonFirst(message);
  return message.startsWith(first.slice(0, first.indexOf(": ") + 2)) ? first : message;
}

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
