import { secretMasker } from "../object/masked.ts";
import { field, type JsonObject, type JsonValue, stringField } from "../object/json.ts";
import type { ApplyEvent, Hear, Outcome, Result, Trouble } from "./event.ts";

/** Ears that no value of a Secret reaches, and the way to tell them of Secrets. */
export interface MaskedHearing {
  readonly hear: Hear;
  /** From now on values of the Secrets among these objects are masked too. */
  readonly learn: (objects: Iterable<JsonObject>) => void;
  /** A text as they would hear it. */
  readonly mask: (text: string) => string;
}

/** Masks values of Secrets in everything that is told: the server quotes what it refuses, and pods log what they read. */
export function maskedHearing(hear: Hear): MaskedHearing {
  const values = new Set<string>();
  let mask: Mask | undefined;
  return {
    hear: (event) => {
      hear(mask === undefined ? event : maskEvent(event, mask));
    },
    learn: (objects) => {
      const before = values.size;
      for (const value of secretValues(objects)) {
        values.add(value);
      }
      mask = values.size === before ? mask : secretMasker(values);
    },
    mask: (text) => (mask === undefined ? text : mask(text)),
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
    return { ...event, lines: event.lines.map(mask) };
  }
  if (event.type === "retry" || event.type === "notice") {
    return { ...event, message: mask(event.message) };
  }
  return event.type === "actuation" || event.type === "reconcile"
    ? { ...event, ...maskTold(event, mask) }
    : event;
}

/** A result without values of Secrets. */
function maskResult(result: Result, mask: Mask): Result {
  const { message } = result;
  return {
    ...result,
    ...(message === undefined ? {} : { message: mask(message) }),
    outcomes: result.outcomes.map((outcome): Outcome => ({ ...outcome, ...maskTold(outcome, mask) })),
  };
}

function maskTold(
  told: { readonly message?: string; readonly trouble?: Trouble },
  mask: Mask,
): { readonly message?: string; readonly trouble?: Trouble } {
  const { message, trouble } = told;
  return {
    ...(message === undefined ? {} : { message: mask(message) }),
    ...(trouble === undefined ? {} : { trouble: maskTrouble(trouble, mask) }),
  };
}

function maskTrouble({ pods, events, logs, blockers }: Trouble, mask: Mask): Trouble {
  return {
    pods: pods.map(mask),
    events: events.map(mask),
    logs: logs.map((log) => ({ ...log, lines: log.lines.map(mask) })),
    blockers,
  };
}

/** The values of the Secrets among objects: as they are written, and what their base64 stands for. */
export function secretValues(objects: Iterable<JsonObject>): ReadonlySet<string> {
  const values = new Set<string>();
  for (const object of objects) {
    if (stringField(object, "kind") === "Secret" && stringField(object, "apiVersion") === "v1") {
      for (const value of leavesOf(field(object, "stringData"))) {
        values.add(value);
      }
      for (const value of leavesOf(field(object, "data"))) {
        values.add(value).add(Buffer.from(value, "base64").toString("utf8"));
      }
    }
  }
  return values;
}

/** The texts and numbers in a value. A number that somebody forgot to quote is refused by the server, which quotes it. */
function leavesOf(root: JsonValue | undefined): readonly string[] {
  const leaves: string[] = [];
  const ahead = [root];
  for (let value = ahead.pop(); value !== undefined; value = ahead.pop()) {
    if (typeof value === "string") {
      leaves.push(value);
    } else if (typeof value === "number" || typeof value === "bigint") {
      leaves.push(String(value), asGoPrints(Number(value)));
    } else if (value !== null && typeof value === "object") {
      ahead.push(...Object.values(value));
    }
  }
  return leaves;
}

/** `1234567.5` → `1.2345675e+06`: how Go prints a large number with a fraction. */
function asGoPrints(value: number): string {
  return value.toExponential().replace(/([+-])(\d)$/, "$10$2");
}
