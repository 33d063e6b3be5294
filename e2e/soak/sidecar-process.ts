/** A `converge sync` in a process of its own, with its log and its resource usage. */
import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { createInterface } from "node:readline";

import { isObject, type JsonObject, type JsonValue } from "../../lib/object/json.ts";
import { type ProcessUsage, processUsage } from "./process-usage.ts";

/** Whether a line of the log is the expected one. */
export type IsMeant = (line: JsonObject) => boolean;

/** A sidecar, running or ended. */
export interface SidecarProcess {
  readonly pid: number;
  /**
   * Resolves with the first matching line from that position in the log on, by default its beginning; rejects
   * if the process ends without one.
   */
  readonly received: (isMeant: IsMeant, from?: number) => Promise<JsonObject>;
  /** Its log so far (`--log-format json`). */
  readonly log: readonly JsonObject[];
  /** Its output that is not a line of the log: standard error. */
  readonly complaints: readonly string[];
  readonly signal: (name: "SIGSTOP" | "SIGCONT" | "SIGKILL" | "SIGTERM") => void;
  /** Its exit code or signal: `0`, `SIGKILL`. */
  readonly ended: Promise<string>;
  readonly isOver: () => boolean;
  /** Undefined once it has ended. */
  readonly usage: () => ProcessUsage | undefined;
}

/** The options of a process. */
export interface SidecarStart {
  /** The path of `converge.mjs`. */
  readonly program: string;
  /** The arguments after `converge sync`. */
  readonly words: readonly string[];
  readonly kubeconfig: string;
  /** Selects the lines that are kept; all if absent. */
  readonly keeps?: IsMeant;
}

/** Starts one. It ends with a signal, or with this process at the latest. */
export function startSidecar({ program, words, kubeconfig, keeps }: SidecarStart): SidecarProcess {
  const child = spawn(process.execPath, [program, "sync", "--log-format", "json", ...words], {
    // As in the image.
    env: { ...process.env, KUBECONFIG: kubeconfig, NO_COLOR: "1", MALLOC_ARENA_MAX: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { pid } = child;
  if (pid === undefined) {
    throw new Error(`${program} did not start`);
  }
  const end = (): boolean => child.kill("SIGKILL");
  process.once("exit", end);
  const said = new OutputLines(keeps ?? (() => true));
  createInterface(child.stdout).on("line", (text) => said.print(text));
  createInterface(child.stderr).on("line", (text) => said.complaints.push(text));
  let how: string | undefined;
  const ended = once(child, "close").then(() => {
    how = child.signalCode ?? String(child.exitCode);
    process.off("exit", end);
    said.end(how);
    return how;
  });
  return {
    pid,
    log: said.log,
    complaints: said.complaints,
    ended,
    isOver: () => how !== undefined,
    signal: (name) => child.kill(name),
    usage: () => (how === undefined ? processUsage(pid) : undefined),
    received: async (isMeant, from) => said.received(isMeant, from),
  };
}

/** The resource usage of a running sidecar. Throws if it has ended. */
export function usageOf({ usage }: Pick<SidecarProcess, "usage">): ProcessUsage {
  const found = usage();
  if (found === undefined) {
    throw new Error("the sidecar has ended");
  }
  return found;
}

/** Collects the output of a sidecar, line by line. */
class OutputLines {
  readonly log: JsonObject[] = [];
  readonly complaints: string[] = [];
  readonly #keeps: IsMeant;
  readonly #printed = new EventEmitter();
  #end: string | undefined;

  constructor(keeps: IsMeant) {
    this.#keeps = keeps;
    this.#printed.setMaxListeners(0);
  }

  print(text: string): void {
    const line = lineOf(text);
    if (line === undefined) {
      this.complaints.push(text);
    } else if (this.#keeps(line)) {
      this.log.push(line);
      this.#printed.emit("more");
    }
  }

  end(how: string): void {
    this.#end = how;
    this.#printed.emit("more");
  }

  async received(isMeant: IsMeant, from = 0): Promise<JsonObject> {
    for (let next = from; ; next += 1) {
      while (next >= this.log.length) {
        if (this.#end !== undefined) {
          throw new Error(`it ended with ${this.#end} and never said that\n${this.complaints.join("\n")}`);
        }
        await once(this.#printed, "more");
      }
      const line = this.log[next];
      if (line !== undefined && isMeant(line)) {
        return line;
      }
    }
  }
}

function lineOf(text: string): JsonObject | undefined {
  if (!text.startsWith("{")) {
    return undefined;
  }
  const value: JsonValue = JSON.parse(text);
  return isObject(value) ? value : undefined;
}
