import type { Trouble } from "../../apply/event.ts";
import type { Paint } from "../paint.ts";
import { printable } from "../printable.ts";
import { logLine } from "./log-line.ts";

/** So many events are shown, the newest. */
const shownEvents = 5;

/**
 * Why an object is stuck, one fact a line, unindented:
 *
 *     pod/web-5d8f-x2x: container app waiting: ImagePullBackOff
 *     event: Failed to pull image "shop/web:1"
 *     log of web-5d8f-x2x/app:
 *       | cannot open /etc/web.conf
 */
export function troubleLines(trouble: Trouble | undefined, paint: Paint): readonly string[] {
  if (trouble === undefined) {
    return [];
  }
  const older = trouble.events.length - shownEvents;
  return [
    ...trouble.pods.map(printable),
    ...trouble.blockers.map((blocker) => `held by ${printable(blocker)}`),
    ...(older > 0 ? [paint("faint", `${older} older events`)] : []),
    ...trouble.events.slice(-shownEvents).map((event) => `event: ${printable(event)}`),
    ...trouble.logs.flatMap(({ pod, container, lines }) => [
      `log of ${printable(pod)}/${printable(container)}:`,
      ...lines.map((line) => `  ${logLine(line, paint)}`),
    ]),
  ];
}
