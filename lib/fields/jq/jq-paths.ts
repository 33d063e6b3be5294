import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";

import type { Clock } from "../../async/clock.ts";
import { BugError } from "../../object/bug-error.ts";
import { type JsonValue, type Path, stringifyJson } from "../../object/json.ts";

/** An evaluation. */
export interface JqOrder {
  readonly expression: string;
  /** JSON. */
  readonly input: string;
}

/** The paths that an expression names, each once. */
export interface JqOutput {
  readonly paths: readonly Path[];
  readonly stderr: string;
  /** The code of jq; negative if a limit was exceeded. */
  readonly exitCode: number;
}

/** The paths that an expression names in a value, or why it cannot say so. */
export type JqAnswer =
  | { readonly paths: readonly Path[] }
  /** It is not an expression of jq. */
  | { readonly fault: "syntax"; readonly message: string }
  /** It took too long or too much memory, or names too many paths. */
  | { readonly fault: "limit" };

/** Milliseconds that one expression may take for one value. */
const patience = 1000;

/** Milliseconds that a thread may take to load jq, on a busy machine. */
const startPatience = 30_000;

const exitCodes = { compiled: 3 } as const;

/** In a checkout, the thread runs the source; in the package, the file built from it beside the bundle. */
const entries = import.meta.url.endsWith(".ts")
  ? ["./jq-thread.ts"]
  : ["./jq-thread.js", "../../../cmd/jq-thread.js"];

function entry(): URL {
  const files = entries.map((place) => new URL(place, import.meta.url));
  const found = files.find((file) => existsSync(file));
  if (found === undefined) {
    throw new BugError("the thread of jq is missing");
  }
  return found;
}

/**
 * Finds the fields that expressions of jq name, in a thread with limits of time and memory: expressions are
 * untrusted. It has no files, no network and no environment.
 */
export class JqPaths {
  readonly #clock: Pick<Clock, "after">;
  #worker: Promise<Worker> | undefined;

  constructor(clock: Pick<Clock, "after">) {
    this.#clock = clock;
  }

  /**
   * Returns the paths that `path(EXPRESSION)` yields for a value: none if it fails there, as where a list is
   * missing. One call at a time.
   */
  async find(expression: string, value: JsonValue): Promise<JqAnswer> {
    const worker = await (this.#worker ??= this.#start());
    const order: JqOrder = { expression, input: stringifyJson(value) };
    const output = await this.#ask(worker, patience, () => worker.postMessage(order, []));
    if (output !== undefined && output.exitCode < 0) {
      // What used its memory up is not freed: the next expression would fail.
      this.close();
    }
    return output === undefined ? { fault: "limit" } : answerOf(output);
  }

  /** Ends the thread. */
  close(): void {
    void this.#worker?.then((worker) => worker.terminate());
    this.#worker = undefined;
  }

  async #start(): Promise<Worker> {
    const worker = new Worker(entry(), {
      env: {},
      // jq reports there that it has no more memory.
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 128, stackSizeMb: 4 },
    });
    // A thread that was given up may still fail.
    worker.on("error", () => {});
    // Loading jq does not count as evaluation.
    const first: JqOrder = { expression: ".", input: "null" };
    await this.#ask(worker, startPatience, () => worker.postMessage(first, []));
    return worker;
  }

  /** Returns the answer of the thread; undefined, and ends it, if there is none in time. */
  #ask(worker: Worker, time: number, send: () => void): Promise<JqOutput | undefined> {
    const { promise, resolve } = Promise.withResolvers<JqOutput | undefined>();
    const giveUp = (): void => {
      this.close();
      resolve(undefined);
    };
    const callOff = this.#clock.after(time, giveUp);
    worker.once("message", resolve);
    worker.once("error", giveUp);
    send();
    return promise.finally(() => {
      callOff();
      worker.off("message", resolve);
      worker.off("error", giveUp);
    });
  }
}

function answerOf({ paths, stderr, exitCode }: JqOutput): JqAnswer {
  if (exitCode < 0) {
    return { fault: "limit" };
  }
  return exitCode === exitCodes.compiled ? { fault: "syntax", message: syntaxMessage(stderr) } : { paths };
}

function syntaxMessage(stderr: string): string {
  const [first = ""] = stderr.split("\n");
  return first.replace(/^jq: error: /, "").replace(/ at <top-level>.*$/, "") || "it does not compile";
}
