/** Processes that outlive the process that started them, and that are never confused with others. */
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** A process started here: its pid, and its command line, by which it is identified. */
export interface StartedProcess {
  readonly name: string;
  readonly pid: number;
  readonly command: readonly string[];
}

/**
 * Starts a program that continues after this process. Its output goes to `NAME.log` in the folder, which is
 * also its working directory.
 */
export function startProcess(name: string, command: readonly string[], folder: string): StartedProcess {
  const log = openSync(join(folder, `${name}.log`), "w");
  const [program = "", ...words] = command;
  const env = { PATH: process.env["PATH"], HOME: folder };
  const child = spawn(program, words, { cwd: folder, env, detached: true, stdio: ["ignore", log, log] });
  child.unref();
  closeSync(log);
  if (child.pid === undefined) {
    throw new Error(`${program} did not start`);
  }
  return { name, pid: child.pid, command };
}

/** Whether the process is alive, and is still that program: pids are reused. */
export function isAlive({ pid, command }: StartedProcess): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8") === `${command.join("\0")}\0`;
  } catch {
    return false;
  }
}

/**
 * Kills the process if it is still that program, and waits until it and its ports are gone. Its data is
 * discarded anyway. Throws an Error if it does not end.
 */
export async function endProcess(started: StartedProcess): Promise<void> {
  while (isAlive(started)) {
    process.kill(started.pid, "SIGKILL");
    await pause(20);
  }
}

/** The last lines of a process's output. */
export function lastOutput(name: string, folder: string): string {
  return readFileSync(join(folder, `${name}.log`), "utf8")
    .trim()
    .split("\n")
    .slice(-5)
    .join("\n");
}
