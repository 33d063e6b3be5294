import { createRedactor } from "../../redact/redact-text.ts";
import type { JsonObject } from "../../object/json.ts";
import { hiddenValues } from "../../redact/redact-object.ts";
import type { ApplyEvent, EventSink, Outcome, Result, Diagnosis } from "./event.ts";

/** Ears that no value of a Secret reaches, and the way to tell them of Secrets. */
export interface RedactingSink {
  readonly emit: EventSink;
  /** From now on values of the Secrets among these objects are masked too. */
  readonly addSecrets: (objects: Iterable<JsonObject>) => void;
  /** A text as they would hear it. */
  readonly redact: (text: string) => string;
}

/**
 * Masks values of Secrets in everything that is told: the server quotes what it refuses, and pods log what
 * they read.
 */
export function redactingSink(emit: EventSink): RedactingSink {
  const values = new Set<string>();
  let mask: Mask | undefined;
  return {
    emit: (event) => {
      emit(mask === undefined ? event : maskEvent(event, mask));
    },
    addSecrets: (objects) => {
      const before = values.size;
      for (const value of secretValues(objects)) {
        values.add(value);
      }
      mask = values.size === before ? mask : createRedactor(values);
    },
    redact: (text) => (mask === undefined ? text : mask(text)),
  };
}

type Mask = (text: string) => string;

function maskEvent(event: ApplyEvent, mask: Mask): ApplyEvent {
  if (event.type === "finish") {
    return { ...event, result: maskResult(event.result, mask) };
  }
  if (event.type === "status") {
    return { ...event, readiness: { ...event.readiness, message: mask(event.readiness.message) } };
  }
  if (event.type === "log") {
    return { ...event, lines: event.lines.map((line) => cutLine(mask(line))) };
  }
  if (event.type === "retry" || event.type === "notice") {
    return { ...event, message: mask(event.message) };
  }
  return event.type === "actuation" || event.type === "reconcile"
    ? { ...event, ...redactReported(event, mask) }
    : event;
}

/**
 * Characters of a line of a log. Behind the cut of an overlong line half a value may stand, which is not
 * known for one: it goes with what is left out here.
 */
const longestLine = 8192;

function cutLine(line: string): string {
  return line.length <= longestLine ? line : `${line.slice(0, longestLine).toWellFormed()}…`;
}

/** A result without values of Secrets. */
function maskResult(result: Result, mask: Mask): Result {
  const { message } = result;
  return {
    ...result,
    ...(message === undefined ? {} : { message: mask(message) }),
    outcomes: result.outcomes.map((outcome): Outcome => ({ ...outcome, ...redactReported(outcome, mask) })),
  };
}

function redactReported(
  reported: { readonly message?: string; readonly trouble?: Diagnosis },
  mask: Mask,
): { readonly message?: string; readonly trouble?: Diagnosis } {
  const { message, trouble } = reported;
  return {
    ...(message === undefined ? {} : { message: mask(message) }),
    ...(trouble === undefined ? {} : { trouble: maskTrouble(trouble, mask) }),
  };
}

function maskTrouble({ pods, events, logs, blockers }: Diagnosis, mask: Mask): Diagnosis {
  return {
    pods: pods.map(mask),
    events: events.map(mask),
    logs: logs.map((log) => ({ ...log, lines: log.lines.map((line) => cutLine(mask(line))) })),
    blockers,
  };
}

/** The hidden values of objects: as they are written, and what their base64 stands for. */
export function secretValues(objects: Iterable<JsonObject>): ReadonlySet<string> {
  const values = new Set<string>();
  for (const object of objects) {
    for (const value of hiddenValues(object)) {
      values.add(value);
    }
  }
  return values;
}
