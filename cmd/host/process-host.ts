import { existsSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { createInterface } from "node:readline/promises";

import type { Clock } from "../../lib/async/clock.ts";
import type { Output, Host, Signals } from "./host.ts";

/** The shell of the real process. */
export function processHost(): Host {
  return {
    env: process.env,
    stdout: outputOf(process.stdout),
    stderr: outputOf(process.stderr),
    readStdin,
    exists: existsSync,
    clock,
    random: Math.random,
    homeDirectory: homeDirectory(),
    runId: `${hostname()}-${process.pid}-${Math.random().toString(36).slice(2, 8)}`,
    ask: process.stdin.isTTY && process.stderr.isTTY ? ask : undefined,
    takeSignals,
  };
}

/** Milliseconds, some 25 days: Node ends a longer timer at once. */
const longestTimer = 2 ** 31 - 1;

/** The time of the machine. Its timers do not keep the process alive: what is waited for does. */
const clock: Clock = {
  now: Date.now,
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.min(milliseconds, longestTimer));
      signal.addEventListener("abort", wake);
      if (signal.aborted) {
        wake();
      }
    }),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, Math.min(milliseconds, longestTimer));
    return () => {
      clearTimeout(timer);
    };
  },
};

/** A user that the system does not know may have no home. */
function homeDirectory(): string {
  try {
    return process.env["HOME"] ?? homedir();
  } catch {
    return "";
  }
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

const codes = { SIGINT: 130, SIGTERM: 143 } as const;

function takeSignals(): Signals {
  // A reader that stops reading does not stop what is being done to a cluster half-way.
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners("error");
    stream.on("error", () => {});
  }
  const end = new AbortController();
  let exitCode: 130 | 143 | undefined;
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.removeAllListeners(name);
    process.on(name, () => {
      if (exitCode !== undefined) {
        process.exit(exitCode);
      }
      exitCode = codes[name];
      end.abort(new Error("interrupted"));
    });
  }
  return { signal: end.signal, exitCode: () => exitCode };
}

/**
 * As process 1 of a container, a process without handlers would not obey signals at all; elsewhere the
 * system's own way is left alone, since it ends also a computation that never looks up.
 */
export function handleSignals(): void {
  if (process.pid === 1) {
    process.once("SIGINT", () => process.exit(130));
    process.once("SIGTERM", () => process.exit(143));
  }
}

function outputOf(stream: NodeJS.WriteStream): Output {
  return {
    write: (text) => {
      stream.write(text);
    },
    isTerminal: stream.isTTY,
    get width() {
      return stream.isTTY ? stream.columns : undefined;
    },
    get height() {
      return stream.isTTY ? stream.rows : undefined;
    },
  };
}

async function readStdin(): Promise<Uint8Array> {
  if (process.stdin.isTTY) {
    process.stderr.write("reading standard input from the terminal; Ctrl-D ends it\n");
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) {
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks);
}
