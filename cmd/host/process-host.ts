import { existsSync } from "node:fs";
import { basename } from "node:path";
import { createInterface } from "node:readline/promises";

import {
  homeFolder,
  newRunId,
  processEnvironment,
  systemClock,
  systemRandom,
} from "../../lib/api/system-environment.ts";
import type { Output, Host, Signals } from "./host.ts";

/** Returns the host of the real process. */
export function processHost(): Host {
  return {
    programName: /^kubectl-converge(?:\.\w+)?$/.test(basename(process.argv[1] ?? ""))
      ? "kubectl converge"
      : "converge",
    env: processEnvironment(),
    stdout: outputOf(process.stdout),
    stderr: outputOf(process.stderr),
    readStdin,
    exists: existsSync,
    clock: systemClock,
    random: systemRandom,
    homeDirectory: homeFolder(processEnvironment()),
    runId: newRunId(),
    ask: process.stdin.isTTY && process.stderr.isTTY ? ask : undefined,
    takeSignals,
  };
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
  // If the reader of an output stops reading, changes to a cluster are not stopped half-way.
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
 * Installs signal handlers if this is process 1 of a container, where signals without a handler are ignored.
 * Elsewhere the default handling is kept, because it also ends a computation that blocks the event loop.
 */
export function handleSignals(): void {
  if (process.pid === 1) {
    process.once("SIGINT", () => process.exit(130));
    process.once("SIGTERM", () => process.exit(143));
  }
}

/** Milliseconds after which a process that has nothing left to write or to do is ended. */
const farewell = 500;

/**
 * Ends the process with that exit code once its output is written. A run that a bug has ended may leave
 * timers and connections, which would keep the process, and with it the renewal of a lock, alive.
 */
export function endProcess(exitCode: number): void {
  // Not `process.exit` at once: pending writes to a pipe would be lost.
  process.exitCode = exitCode;
  process.stdout.write("", () => {
    process.stderr.write("", () => {
      setTimeout(() => process.exit(), farewell).unref();
    });
  });
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

async function readStdin(most = Infinity): Promise<Uint8Array> {
  if (process.stdin.isTTY) {
    process.stderr.write("reading standard input from the terminal; press Ctrl-D to end it\n");
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    size += bytes.length;
    if (size > most) {
      break;
    }
  }
  return Buffer.concat(chunks);
}
