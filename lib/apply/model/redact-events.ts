import type { ReadObject } from "../../manifest/manifest.ts";
import { decryptedValues } from "../../redact/decrypted-values.ts";
import { createRedactor } from "../../redact/redact-text.ts";
import type { JsonObject } from "../../object/json.ts";
import { hiddenValues } from "../../redact/redact-object.ts";
import type { ApplyEvent, EventSink, Outcome, Result, Diagnosis } from "./event.ts";

/** An event sink that no value of a Secret reaches, and the means to add Secrets. */
export interface RedactingSink {
  readonly emit: EventSink;
  /** From now on values of the Secrets among these objects are redacted too. */
  readonly addSecrets: (objects: Iterable<JsonObject>) => void;
  /** From now on the decrypted values of the sources of these objects are redacted, wherever they are. */
  readonly addDecrypted: (objects: readonly ReadObject[]) => void;
  /** Returns a text as it would be emitted. */
  readonly redact: (text: string) => string;
}

/**
 * Redacts values of Secrets in everything emitted: the server quotes what it refuses, and pods log what they
 * read.
 */
export function redactingSink(emit: EventSink): RedactingSink {
  const values = new Set<string>();
  let mask: Mask | undefined;
  const add = (found: Iterable<string>): void => {
    const before = values.size;
    for (const value of found) {
      values.add(value);
    }
    mask = values.size === before ? mask : createRedactor(values);
  };
  return {
    emit: (event) => {
      emit(mask === undefined ? event : maskEvent(event, mask));
    },
    addSecrets: (objects) => {
      add(secretValues(objects));
    },
    addDecrypted: (objects) => {
      add(decryptedValues(objects.map(({ document }) => document.source)));
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
 * The most characters of a log line. An overlong line arrives cut, possibly in the middle of a value, which
 * is then not recognized: it is dropped with everything beyond this limit.
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
    blockers: blockers.map(mask),
  };
}

/** The secret values of objects, both as specified and decoded from base64. */
export function secretValues(objects: Iterable<JsonObject>): ReadonlySet<string> {
  const values = new Set<string>();
  for (const object of objects) {
    for (const value of hiddenValues(object)) {
      values.add(value);
    }
  }
  return values;
}
