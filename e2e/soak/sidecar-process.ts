/** A `converge sync` as a process of its own, with its log, and what the kernel says of it. */
import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { isObject, type JsonObject, type JsonValue } from "../../lib/object/json.ts";

/** What a process has used of the machine since its start. */
export interface ProcessUsage {
  /** Seconds of CPU, user and system together. */
  readonly cpu: number;
  /** The same of its children that have ended. */
  readonly childCpu: number;
  /** What it has in memory now, and the most it ever had. */
  readonly mebibytes: number;
  readonly peakMebibytes: number;
}

/** Tells whether a line of the log is the one that is waited for. */
export type IsMeant = (line: JsonObject) => boolean;

/** A sidecar under way, or over. */
export interface SidecarProcess {
  readonly pid: number;
  /**
   * Resolves with the first such line from that place in the log on, its beginning where none is given;
   * throws if the process ends without one.
   */
  readonly received: (isMeant: IsMeant, from?: number) => Promise<JsonObject>;
  /** Its log so far (`--log-format json`). */
  readonly log: readonly JsonObject[];
  /** What it has said that is no line of its log: what went to standard error. */
  readonly complaints: readonly string[];
  readonly signal: (name: "SIGSTOP" | "SIGCONT" | "SIGKILL" | "SIGTERM") => void;
  /** How it has ended: `0`, `SIGKILL`. */
  readonly ended: Promise<string>;
  readonly isOver: () => boolean;
  /** Undefined once it is over. */
  readonly usage: () => ProcessUsage | undefined;
}

/** How one is started. */
export interface SidecarStart {
  /** The path of `converge.mjs`. */
  readonly program: string;
  /** What comes after `converge sync`. */
  readonly words: readonly string[];
  readonly kubeconfig: string;
  /** Lines that are kept; all where it is not given. */
  readonly keeps?: IsMeant;
}

/** Starts one. It ends with a signal, or with this process at the latest. */
export function startSidecar({ program, words, kubeconfig, keeps }: SidecarStart): SidecarProcess {
  const child = spawn(process.execPath, [program, "sync", "--log-format", "json", ...words], {
    // As the image has it.
    env: { ...process.env, KUBECONFIG: kubeconfig, NO_COLOR: "1", MALLOC_ARENA_MAX: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { pid } = child;
  if (pid === undefined) {
    throw new Error(`${program} did not start`);
  }
  const end = (): boolean => child.kill("SIGKILL");
  process.once("exit", end);
  const said = new Sayings(keeps ?? (() => true));
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
    usage: () => (how === undefined ? readUsage(pid) : undefined),
    received: async (isMeant, from) => said.received(isMeant, from),
  };
}

/** What a sidecar that is under way has used. Throws where it is over. */
export function usageOf({ usage }: Pick<SidecarProcess, "usage">): ProcessUsage {
  const found = usage();
  if (found === undefined) {
    throw new Error("the sidecar has ended");
  }
  return found;
}

/** What a sidecar says, line by line. */
class Sayings {
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

/** Linux counts CPU in hundredths of a second for every program, whatever the kernel itself counts in. */
const ticks = 100;

/** proc_pid_stat(5), proc_pid_status(5). Undefined where there is no such process any more. */
function readUsage(pid: number): ProcessUsage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program stands in brackets, and may hold blanks.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const seconds = (index: number): number => Number(fields[index]) / ticks;
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const mebibytes = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? 0) / 1024;
    return {
      cpu: seconds(11) + seconds(12),
      childCpu: seconds(13) + seconds(14),
      mebibytes: mebibytes("VmRSS"),
      peakMebibytes: mebibytes("VmHWM"),
    };
  } catch {
    return undefined;
  }
}
