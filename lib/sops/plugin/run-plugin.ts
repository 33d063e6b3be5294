import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";

import { outputTail } from "../../async/output-tail.ts";
import type { Clock } from "../../async/clock.ts";

/** Options of a run of a plugin. */
export interface PluginCall {
  /** Its standard input. */
  readonly input: string;
  /** Its whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly clock: Pick<Clock, "after">;
  readonly signal: AbortSignal;
}

/** The end of a plugin: with its output, or the reason that there is none. Both texts are secrets. */
export interface PluginEnding {
  readonly output: string;
  /** The end of its standard error. */
  readonly said: string;
  /** The rest of a sentence about the program; undefined if it succeeded. */
  readonly fault?: string;
  readonly isLate?: boolean;
}

/** Milliseconds. A person may have to enter a passphrase. */
const patience = 60_000;

/** Bytes: a data key has 44 in base64. */
const mostOutput = 4096;

/** Bytes of standard error that are kept. */
const keptSaid = 4096;

/**
 * Runs a program without a shell and arguments, in the root folder. The program, with all that it has
 * started, is killed after a minute, and if it writes more than 4 KiB. Throws the signal's reason when that
 * aborts; then it has been killed.
 */
export async function runPlugin(program: string, call: PluginCall): Promise<PluginEnding> {
  const { clock, signal } = call;
  signal.throwIfAborted();
  const ended = Promise.withResolvers<Pick<PluginEnding, "fault" | "isLate">>();
  const child = start(program, call);
  const stop = (ending: Pick<PluginEnding, "fault" | "isLate">): void => {
    killGroup(child);
    ended.resolve(ending);
  };
  const abort = (): void => stop({ fault: "was stopped" });
  const callOff = clock.after(patience, () =>
    stop({ fault: `did not end within ${patience / 1000} s`, isLate: true }),
  );
  signal.addEventListener("abort", abort, { once: true });
  try {
    const output = collect(child, () => stop({ fault: `wrote more than ${mostOutput} bytes` }));
    const said = outputTail(child.stderr, keptSaid);
    attend(child, (fault) => ended.resolve(fault === undefined ? {} : { fault }));
    // A program that does not read to the end closes it; its exit says more than that.
    child.stdin.on("error", () => {}).end(call.input);
    const ending = await ended.promise;
    signal.throwIfAborted();
    return { ...ending, output: output(), said: said() };
  } finally {
    callOff();
    signal.removeEventListener("abort", abort);
    release(child);
  }
}

function start(program: string, { env }: PluginCall): ChildProcessWithoutNullStreams {
  // A process group of its own, so that what it has started ends with it.
  return spawn(program, [], { cwd: "/", env: { ...env }, detached: true, windowsHide: true });
}

/** Reports the exit, once the output is complete: an agent in the background may hold the rest open. */
function attend(child: ChildProcessWithoutNullStreams, end: (fault: string | undefined) => void): void {
  const leave = (): void => {
    if (child.exitCode === 0 && child.stdout.readableEnded) {
      end(undefined);
    }
  };
  child.stdout.on("end", leave);
  child.on("error", (error) => end(reasonOf(error)));
  child.on("exit", (code) => (code === 0 ? leave() : killGroup(child)));
  child.on("close", (code, signal) =>
    end(code === 0 ? undefined : `failed (${code === null ? String(signal) : `exit code ${code}`})`),
  );
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "does not exist, or the interpreter in its first line does not"],
  ["EACCES", "cannot be executed by this user"],
]);

function reasonOf(error: Error): string {
  const code = "code" in error ? String(error.code) : "";
  return reasons.get(code) ?? `cannot be started (${code})`;
}

function collect(child: ChildProcessWithoutNullStreams, tooMuch: () => void): () => string {
  const pieces: Uint8Array[] = [];
  let size = 0;
  child.stdout
    .on("data", (piece: Uint8Array) => {
      size += piece.length;
      if (size > mostOutput) {
        tooMuch();
      } else {
        pieces.push(piece);
      }
    })
    .on("error", () => {});
  return () => Buffer.concat(pieces).toString("latin1");
}

function killGroup(child: ChildProcessWithoutNullStreams): void {
  if (child.pid !== undefined) {
    try {
      // oxlint-disable-next-line no-restricted-globals -- nothing else ends a whole group of processes
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // All of it has ended.
    }
  }
}

/** A process that has left the group may hold the other ends forever. */
function release(child: ChildProcessWithoutNullStreams): void {
  child.stdout.destroy();
  child.stderr.destroy();
  child.unref();
}
