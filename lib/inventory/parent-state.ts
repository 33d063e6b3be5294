import {
  field,
  listField,
  objectField,
  stringField,
  type JsonObject,
  type JsonValue,
} from "../object/json.ts";
import { compareText } from "../object/object-ref.ts";
import { readFieldJson } from "./field-set.ts";
import { readHistory, writeHistory } from "./history.ts";
import type { Revision } from "./revision.ts";

/** The state of a release beyond the extent of its objects. */
export interface ParentState {
  /** Whether a revision has succeeded: the next run is an upgrade. */
  readonly installed: boolean;
  /** Manifest hashes of completed Jobs that their own ttl may remove, by key. */
  readonly finished: ReadonlyMap<string, string>;
  /** The result of the last run that wrote something; undefined if none was recorded. */
  readonly lastRun?: LastRun;
  /** The owner of another tool whose objects a run has begun to adopt, by its title: `kapp app shop/web`. */
  readonly adopted?: string;
  /** The digest of the last approved plan that a run has begun to apply: that approval holds no more. */
  readonly usedPlan?: string;
  /** The revisions whose content is kept, the oldest first. */
  readonly history: readonly Revision[];
}

/** The result of a run, with the objects that it failed on. */
export interface LastRun {
  /** Its end, in milliseconds since 1970. */
  readonly at: number;
  /** `install`, `upgrade`, `delete`. */
  readonly action: string;
  /** The overall result: `converged`, `failed`, `timedOut`, `interrupted`. */
  readonly verdict: string;
  /** The first of the objects that did not succeed, in the order of the run. */
  readonly undone: readonly UndoneObject[];
  /** The number of further ones. */
  readonly more: number;
}

/** An object that a run did not complete. Its message contains nothing of a Secret. */
export interface UndoneObject {
  /** The object's key. */
  readonly key: string;
  /** `apply`, `prune`, `delete`, `wait`. */
  readonly operation: string;
  /** The state of the write and of the object, as in an outcome. */
  readonly actuation: string;
  readonly reconcile: string;
  readonly message: string;
}

/** The format of the state in the parent. Readers refuse a newer one. */
export const stateFormat = 2;

/**
 * Reads `data.state` of a parent: base64 of JSON. Undefined if it is invalid; if absent, the state of a
 * release that was never installed.
 */
export function readState(
  encoded: JsonValue | undefined,
): { readonly format: number; readonly state: ParentState } | undefined {
  if (encoded === undefined) {
    return { format: stateFormat, state: { installed: false, finished: new Map(), history: [] } };
  }
  const read =
    typeof encoded === "string" ? readFieldJson(Buffer.from(encoded, "base64").toString("utf8")) : undefined;
  const format = field(read, "format");
  if (typeof format !== "number") {
    return undefined;
  }
  const installed = field(read, "installed") === true;
  const lastRun = readLastRun(field(read, "lastRun"));
  const finished = readHashes(objectField(read, "finished"));
  const history = readHistory(field(read, "history"));
  const adopted = stringField(read, "adopted");
  const usedPlan = stringField(read, "usedPlan");
  const optional = {
    ...(lastRun === undefined ? {} : { lastRun }),
    ...(adopted === undefined ? {} : { adopted }),
    ...(usedPlan === undefined ? {} : { usedPlan }),
  };
  return { format, state: { installed, finished, history, ...optional } };
}

/** An unreadable one is dropped: no decision depends on it. */
function readLastRun(value: JsonValue | undefined): LastRun | undefined {
  const at = field(value, "at");
  const more = field(value, "more");
  if (typeof at !== "number") {
    return undefined;
  }
  return {
    at,
    action: text(value, "action"),
    verdict: text(value, "verdict"),
    undone: listField(value, "undone").map((entry) => ({
      key: text(entry, "key"),
      operation: text(entry, "operation"),
      actuation: text(entry, "actuation"),
      reconcile: text(entry, "reconcile"),
      message: text(entry, "message"),
    })),
    more: typeof more === "number" ? more : 0,
  };
}

function text(value: JsonValue | undefined, name: string): string {
  return stringField(value, name) ?? "";
}

function readHashes(hashes: JsonObject): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(hashes).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** The state as `data.state`. Equal states give equal text. */
export function writeState(written: ParentState): string {
  const { installed, finished, lastRun, adopted, usedPlan, history } = written;
  const sorted = [...finished].toSorted(([left], [right]) => compareText(left, right));
  const state = JSON.stringify({
    format: stateFormat,
    installed,
    ...(sorted.length === 0 ? {} : { finished: Object.fromEntries(sorted) }),
    ...(lastRun === undefined ? {} : { lastRun: orderedRun(lastRun) }),
    ...(adopted === undefined ? {} : { adopted }),
    ...(usedPlan === undefined ? {} : { usedPlan }),
    ...(history.length === 0 ? {} : { history: writeHistory(history) }),
  });
  return Buffer.from(state, "utf8").toString("base64");
}

/** Puts its fields in a fixed order, whatever order they came in. */
function orderedRun({ at, action, verdict, undone, more }: LastRun): LastRun {
  return {
    at,
    action,
    verdict,
    undone: undone.map(({ key, operation, actuation, reconcile, message }) => ({
      key,
      operation,
      actuation,
      reconcile,
      message,
    })),
    more,
  };
}
