import { existsSync } from "node:fs";
// A timer that does not keep the process alive, which a Clock does not offer.
import { clearTimeout, setTimeout } from "node:timers";
import { MessageChannel, Worker } from "node:worker_threads";

import { BugError } from "../../object/bug-error.ts";
import type { Clock } from "../../async/clock.ts";
import type { FileDecrypter, MaybeEncrypted } from "../encrypted-files.ts";
import { artefactFile } from "./load-module.ts";
import type { RenderContext } from "../../object/render-context.ts";
import { writeBigint } from "../../object/json.ts";
import { sendAnswer } from "./wait-for-answer.ts";
import type {
  AnswerChannel,
  DecryptCall,
  LookupCall,
  RenderAnswer,
  RenderOrder,
  ThreadData,
} from "./render-order.ts";

/** The context of a rendering. */
export interface RenderSurroundings {
  readonly clock: Pick<Clock, "after">;
  readonly signal: AbortSignal;
  /** Answers calls of `lookup`. */
  readonly lookUp?: RenderContext["lookUp"];
  /** Decrypts files. */
  readonly decrypt?: ((file: MaybeEncrypted) => ReturnType<FileDecrypter>) | undefined;
}

/** The parts of the surroundings that answer a thread. */
type Answering = Pick<RenderSurroundings, "lookUp" | "decrypt">;

/** Milliseconds of one rendering. */
const patience = 60_000;

/** Milliseconds after which an idle thread ends: its memory is needed by nobody. */
const idleTime = 60_000;

/** In a checkout, the thread runs the source; in the package, the file built from it beside the bundle. */
const entries = import.meta.url.endsWith(".ts")
  ? ["./renderer-thread.ts"]
  : ["./renderer-thread.js", "../../../cmd/renderer-thread.js"];

function entry(): URL {
  const files = entries.map((place) => new URL(place, import.meta.url));
  const found = files.find((file) => existsSync(file));
  if (found === undefined) {
    throw new BugError("the thread of the renderer is missing");
  }
  return found;
}

/**
 * Renders in a thread, one after the other. The thread is started for the first rendering, is kept for the
 * next ones, and is replaced after one that had to be ended.
 */
export class BuiltinRenderer {
  readonly #file: URL;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  /** The rendering that the thread works on. */
  #current: (PromiseWithResolvers<RenderAnswer> & Answering) | undefined;
  #stopIdle: () => void = () => {};

  constructor(file: URL) {
    this.#file = file;
  }

  /** Renders after all earlier ones. Throws the signal's reason when that aborts. */
  render(order: RenderOrder, surroundings: RenderSurroundings): Promise<RenderAnswer> {
    // A thread takes longer to start than what precedes the rendering.
    this.#worker ??= this.#start();
    const rendering = this.#last.then(() => this.#renderNow(order, surroundings));
    this.#last = rendering.catch(() => {});
    return rendering;
  }

  async #renderNow(
    order: RenderOrder,
    { clock, signal, ...answering }: RenderSurroundings,
  ): Promise<RenderAnswer> {
    signal.throwIfAborted();
    this.#stopIdle();
    const current = Promise.withResolvers<RenderAnswer>();
    this.#current = { ...current, ...answering };
    this.#worker ??= this.#start();
    this.#worker.ref();
    const end = (): void => this.#end();
    const abort = (): void => {
      end();
      current.reject(signal.reason);
    };
    signal.addEventListener("abort", abort);
    const callOff = clock.after(patience, () => {
      end();
      current.resolve({ type: "failed", reason: `took longer than ${patience / 1000} s`, said: "" });
    });
    try {
      this.#worker.postMessage(order, []);
      return await current.promise;
    } finally {
      callOff();
      signal.removeEventListener("abort", abort);
      this.#rest();
    }
  }

  #start(): Worker {
    const { port1, port2 } = new MessageChannel();
    const state = new Int32Array(new SharedArrayBuffer(4));
    const workerData: ThreadData = { file: this.#file.href, channel: { state, port: port2 } };
    port1.unref();
    const worker = new Worker(entry(), {
      workerData,
      transferList: [port2],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 512, stackSizeMb: 16 },
    });
    const fail = (error: unknown): void => {
      if (this.#worker === worker) {
        this.#worker = undefined;
        this.#current?.reject(error);
      }
    };
    worker.on("message", (answer: RenderAnswer | LookupCall | DecryptCall) => {
      if (this.#worker !== worker) {
        return;
      }
      if (answer.type === "lookup" || answer.type === "decrypt") {
        void this.#answer(answer, { state, port: port1 });
      } else {
        this.#current?.resolve(answer);
      }
    });
    worker.on("error", fail);
    worker.on("exit", () => fail(new Error("the thread of the renderer has ended")));
    worker.unref();
    return worker;
  }

  /** A thread whose call cannot be answered is ended: it waits. */
  async #answer(call: LookupCall | DecryptCall, channel: AnswerChannel): Promise<void> {
    const current = this.#current;
    try {
      sendAnswer(
        channel,
        await (call.type === "lookup" ? lookedUp(call, current) : current?.decrypt?.(call)),
      );
    } catch (error) {
      this.#end();
      current?.reject(error);
    }
  }

  /** Does not keep the process alive, and ends the thread after a while. */
  #rest(): void {
    this.#current = undefined;
    this.#worker?.unref();
    const timer = setTimeout(() => this.#end(), idleTime).unref();
    this.#stopIdle = () => clearTimeout(timer);
  }

  #end(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }
}

async function lookedUp({ wanted }: LookupCall, answering: Answering | undefined): Promise<string> {
  const found = await answering?.lookUp?.(wanted);
  return JSON.stringify(found === "refused" ? {} : (found ?? {}), writeBigint);
}

let shared: BuiltinRenderer | undefined;

/** Returns the renderer of this process; undefined in a checkout where it was not built. */
export function builtinRenderer(): BuiltinRenderer | undefined {
  const file = shared === undefined ? artefactFile() : undefined;
  shared ??= file === undefined ? undefined : new BuiltinRenderer(file);
  return shared;
}
