/**
 * A `converge sync` of a test's own: in this process, with a real cluster and real git, ended with the test.
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

/** Tells whether a line is the one that is waited for. */
export type IsMeant = (line: LogLine) => boolean;

/** A sidecar under way. */
export interface Sidecar {
  /**
   * Resolves with the first line of that kind from now on, or from a place in the log; throws if it ends
   * without.
   */
  readonly received: (isMeant: IsMeant, from?: number) => Promise<LogLine>;
  /** Its log so far. */
  readonly log: () => readonly LogLine[];
  /** How many lines it has written: a place in the log. */
  readonly place: () => number;
  /** Ends it as SIGTERM would, and gives all it has printed. */
  readonly stop: () => Promise<Recorded>;
  readonly ended: Promise<Recorded>;
}

/** How a sidecar is begun. */
export interface SidecarSetup {
  readonly kubeconfig: string;
  readonly clock?: Clock;
  /** Where programs are found; that of this process where it is not given. */
  readonly path?: string;
}

/** Begins `converge sync` with those words. */
export function beginSidecar(t: ExecutionContext, words: readonly string[], setup: SidecarSetup): Sidecar {
  return beginProgram(t, ["sync", "--log-format", "json", "--state-dir", testFolder(t), ...words], setup);
}

/** Begins any verb that runs on, whose log is in lines of JSON. */
export function beginProgram(
  t: Pick<ExecutionContext, "teardown">,
  words: readonly string[],
  { kubeconfig, clock, path = process.env["PATH"] ?? "" }: SidecarSetup,
): Sidecar {
  const end = new AbortController();
  const book = openLogBook();
  const ended = runConverge(words, {
    kubeconfig,
    path,
    signal: end.signal,
    emit: book.write,
    ...(clock === undefined ? {} : { clock }),
  }).finally(book.close);
  const stop = async (): Promise<Recorded> => {
    end.abort(new Error("terminated"));
    return ended;
  };
  t.teardown(stop);
  return {
    ended,
    stop,
    log: () => book.lines,
    place: () => book.lines.length,
    received: async (isMeant, from = book.lines.length) => {
      const found = await book.find(isMeant, from);
      if (found !== undefined) {
        return found;
      }
      const { stderr } = await ended;
      const said = book.lines.map((one) => JSON.stringify(one)).join("\n");
      throw new Error(`it never said that, but:\n${said}\n${stderr}`);
    },
  };
}

interface LogBook {
  readonly lines: readonly LogLine[];
  readonly write: (text: string) => void;
  /** Nothing more is written. */
  readonly close: () => void;
  /** The first such line from a place on, waited for; undefined where none comes. */
  readonly find: (isMeant: IsMeant, from: number) => Promise<LogLine | undefined>;
}

function openLogBook(): LogBook {
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

/** What is no line of the log is a fault that was told on standard error. */
function lineOf(text: string): readonly LogLine[] {
  if (!text.startsWith("{")) {
    return [];
  }
  const value: JsonValue = JSON.parse(text);
  return isObject(value) ? [value] : [];
}

/** What a line says in a field; nothing where there is no such text. */
export function textOf(said: LogLine, name = "message"): string {
  return stringField(said, name) ?? "";
}

/**
 * Lines of that type, and with those values in their fields: `line("state", { unit: "shop", phase: "Ready"
 * })`.
 */
export function line(type: string, fields: Readonly<Record<string, JsonValue>> = {}): IsMeant {
  return (said) =>
    said["type"] === type &&
    Object.entries(fields).every(([name, value]) => sameJson(field(said, name), value));
}
