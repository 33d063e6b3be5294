import { existsSync } from "node:fs";

import type { Output, Shell } from "./shell.ts";

/** The shell of the real process. */
export function processShell(): Shell {
  return {
    env: process.env,
    stdout: outputOf(process.stdout),
    stderr: outputOf(process.stderr),
    readStdin,
    exists: existsSync,
  };
}

/**
 * As process 1 of a container, a process without handlers would not obey signals at all; elsewhere the system's own
 * way is left alone, since it ends also a computation that never looks up.
 */
export function obeySignals(): void {
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
    width: stream.isTTY ? stream.columns : undefined,
  };
}

async function readStdin(): Promise<Uint8Array> {
  if (process.stdin.isTTY) {
    process.stderr.write("reading manifests from the terminal; Ctrl-D ends them\n");
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) {
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks);
}
