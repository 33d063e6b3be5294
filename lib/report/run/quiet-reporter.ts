import type { ApplyEvent, EventSink } from "../../apply/model/event.ts";
import { makePaint } from "../terminal/terminal-color.ts";
import type { LineStyle } from "./event-line.ts";
import { EventRenderer } from "./event-renderer.ts";
import { failureAnnotation } from "./failure-annotation.ts";
import type { PlainStyle } from "./plain-reporter.ts";
import { RunProgress } from "./run-progress.ts";
import { verdictLines } from "./summary.ts";

/**
 * Reports only the failures of a run, as they occur, and its end:
 *
 *     failed      Deployment/web -n shop: forbidden
 *     failed after 1.2s; 3 applied (3 created), 3 ready, 1 failed
 */
export function quietReporter(style: Omit<PlainStyle, "clock">): EventSink {
  const progress = new RunProgress({ hasHeading: false });
  const line: LineStyle = { paint: makePaint(style.color), width: style.width };
  const renderer = new EventRenderer(progress, () => line, false);
  const print = (lines: readonly string[]): void => {
    style.write(lines.map((each) => `${each}\n`).join(""));
  };
  return (event) => {
    progress.emit(event);
    if (event.type === "finish") {
      print([...renderer.close(), ...verdictLines(event.result, progress, line)]);
    } else if (isFailure(event)) {
      const { before, lines } = renderer.render(event);
      print([...before, ...lines]);
      if (style.ci === "github" && lines.length > 0) {
        style.write(failureAnnotation(event, { ...style, names: progress.names }));
      }
    }
  };
}

function isFailure(event: ApplyEvent): boolean {
  if (event.type === "notice") {
    return event.level === "error";
  }
  return (
    (event.type === "actuation" || event.type === "reconcile") &&
    (event.state === "Failed" || event.state === "Timeout")
  );
}
