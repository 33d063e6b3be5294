/**
 * A `converge sync` for a test: in this process, with a real cluster and real git, stopped after the test.
 */
import { EventEmitter, once } from "node:events";

import type { ExecutionContext } from "ava";

import type { Recorded } from "../../fixtures/recording-shell.ts";
import type { Clock } from "../../lib/async/clock.ts";
import {
  field,
  isObject,
  type JsonObject,
  type JsonValue,
  sameJson,
  stringField,
} from "../../lib/object/json.ts";
import { runConverge } from "../apply/run-converge.ts";
import { testFolder } from "../git/test-folder.ts";

/** One line of its log (`--log-format json`). */
export type LogLine = JsonObject;

/** Whether a line is the expected one. */
export type IsMeant = (line: LogLine) => boolean;

/** A running sidecar. */
export interface Sidecar {
  /**
   * Resolves with the first matching line from now on, or from a position in the log; rejects if it ends
   * without one.
   */
  readonly received: (isMeant: IsMeant, from?: number) => Promise<LogLine>;
  /** Its log so far. */
  readonly log: () => readonly LogLine[];
  /** The number of lines logged: a position in the log. */
  readonly place: () => number;
  /** Stops it as SIGTERM does, and returns all its output. */
  readonly stop: () => Promise<Recorded>;
  readonly ended: Promise<Recorded>;
}

/** The options of a sidecar. */
export interface SidecarSetup {
  readonly kubeconfig: string;
  readonly clock?: Clock;
  /** The PATH of programs; that of this process if absent. */
  readonly path?: string;
}

/** Starts `converge sync` with those arguments. */
export function beginSidecar(t: ExecutionContext, words: readonly string[], setup: SidecarSetup): Sidecar {
  return beginProgram(t, ["sync", "--log-format", "json", "--state-dir", testFolder(t), ...words], setup);
}

/** Starts any long-running verb with a JSON log. */
export function beginProgram(
  t: Pick<ExecutionContext, "teardown">,
  words: readonly string[],
  { kubeconfig, clock, path = process.env["PATH"] ?? "" }: SidecarSetup,
): Sidecar {
  const end = new AbortController();
  const buffer = openLogBuffer();
  const ended = runConverge(words, {
    kubeconfig,
    path,
    signal: end.signal,
    emit: buffer.write,
    ...(clock === undefined ? {} : { clock }),
  }).finally(buffer.close);
  const stop = async (): Promise<Recorded> => {
    end.abort(new Error("terminated"));
    return ended;
  };
  t.teardown(stop);
  return {
    ended,
    stop,
    log: () => buffer.lines,
    place: () => buffer.lines.length,
    received: async (isMeant, from = buffer.lines.length) => {
      const found = await buffer.find(isMeant, from);
      if (found !== undefined) {
        return found;
      }
      const { stderr } = await ended;
      const said = buffer.lines.map((one) => JSON.stringify(one)).join("\n");
      throw new Error(`it never said that, but:\n${said}\n${stderr}`);
    },
  };
}

interface LogBuffer {
  readonly lines: readonly LogLine[];
  readonly write: (text: string) => void;
  /** Ends the log. */
  readonly close: () => void;
  /** The first matching line from a position on, waited for; undefined if none comes. */
  readonly find: (isMeant: IsMeant, from: number) => Promise<LogLine | undefined>;
}

function openLogBuffer(): LogBuffer {
  const printed = new EventEmitter();
  printed.setMaxListeners(0);
  const lines: LogLine[] = [];
  let rest = "";
  let isClosed = false;
  return {
    lines,
    write: (text) => {
      const parts = `${rest}${text}`.split("\n");
      rest = parts.pop() ?? "";
      lines.push(...parts.flatMap(lineOf));
      printed.emit("more");
    },
    close: () => {
      isClosed = true;
      printed.emit("more");
    },
    find: async (isMeant, from) => {
      for (let next = from; ; next += 1) {
        while (next >= lines.length) {
          if (isClosed) {
            return undefined;
          }
          await once(printed, "more");
        }
        const said = lines[next];
        if (said !== undefined && isMeant(said)) {
          return said;
        }
      }
    },
  };
}

/** Parses a line. Anything else is an error that was printed on standard error. */
function lineOf(text: string): readonly LogLine[] {
  if (!text.startsWith("{")) {
    return [];
  }
  const value: JsonValue = JSON.parse(text);
  return isObject(value) ? [value] : [];
}

/** The text in a field of a line; empty if there is none. */
export function textOf(said: LogLine, name = "message"): string {
  return stringField(said, name) ?? "";
}

/**
 * Matches lines of that type with those values in their fields: `line("state", { unit: "shop", phase: "Ready"
 * })`.
 */
export function line(type: string, fields: Readonly<Record<string, JsonValue>> = {}): IsMeant {
  return (said) =>
    said["type"] === type &&
    Object.entries(fields).every(([name, value]) => sameJson(field(said, name), value));
}
