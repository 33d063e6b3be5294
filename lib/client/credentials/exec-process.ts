import type { ChildProcess } from "node:child_process";

import { AccessError } from "../model/api-error.ts";
import type { AccessRequest } from "../access/access-request.ts";
import type { ExecPlugin } from "./exec-plugin.ts";
import { codeOf, whyUnreadable } from "../model/read-file.ts";
import { maskLine } from "../../redact/redact-text.ts";

/** The timeout of a plugin, in milliseconds: longer where a user has to type or to log in. */
const patience = 60_000;
const patienceWithPeople = 300_000;

/** The time for which a plugin's stderr is still read after its exit, in milliseconds. */
const afterthought = 1000;

const maxAnswer = 1_048_576;

/** Options of a plugin run. */
interface Run {
  readonly request: AccessRequest;
  /** The value of KUBERNETES_EXEC_INFO. */
  readonly info: string;
  /** Whether it may read our standard input. */
  readonly isInteractive: boolean;
}

/** The result of a run. */
interface Ending {
  readonly stdout: string;
  /** Empty if it succeeded. */
  readonly failure: string;
}

/**
 * Runs an exec plugin, without a shell, and returns its stdout. Its stderr goes to `warn` line by line,
 * secrets redacted. Throws an AccessError if it is missing, fails or hangs.
 */
export async function runExecPlugin(plugin: ExecPlugin, run: Run): Promise<string> {
  const { spawn } = await import("node:child_process");
  const env = { ...run.request.env, ...Object.fromEntries(plugin.env), KUBERNETES_EXEC_INFO: run.info };
  const complaint = lineSink(plugin, run.request);
  const ending = await new Promise<Ending>((resolve) => {
    try {
      const child = spawn(plugin.command, [...plugin.args], {
        env,
        stdio: [run.isInteractive ? "inherit" : "ignore", "pipe", "pipe"],
        windowsHide: true,
      });
      attend(child, { plugin, run, complaint, resolve });
    } catch (error) {
      // Node refuses arguments with a NUL, and lists that are too long, before it creates a process.
      resolve({ stdout: "", failure: `cannot be started (${codeOf(error)})` });
    }
  });
  if (ending.failure === "") {
    return ending.stdout;
  }
  const last = complaint.last();
  throw new AccessError(
    `${plugin.place}: ${plugin.command} ${ending.failure}${last === "" ? "" : `: ${last}`}`,
  );
}

/** Receives the lines of a plugin's stderr, in chunks. */
interface LineSink {
  readonly emit: (piece: string) => void;
  readonly end: () => void;
  /** The last line that is not blank. */
  readonly last: () => string;
}

function lineSink(plugin: ExecPlugin, request: AccessRequest): LineSink {
  let rest = "";
  let last = "";
  const report = (line: string): void => {
    const shown = maskLine(line, plugin.env.values()).trimEnd();
    if (shown.trim() !== "") {
      last = shown.trim();
      request.warn?.(shown);
    }
  };
  return {
    emit: (piece) => {
      const lines = `${rest}${piece}`.split(/\r?\n/);
      // An endless line is not kept whole.
      rest = (lines.pop() ?? "").slice(0, 10_000);
      lines.forEach(report);
    },
    end: () => {
      report(rest);
      rest = "";
    },
    last: () => last,
  };
}

/** A running plugin with its listeners. */
interface Watch {
  readonly plugin: ExecPlugin;
  readonly run: Run;
  readonly complaint: LineSink;
  readonly resolve: (ending: Ending) => void;
}

function attend(child: ChildProcess, { plugin, run, complaint, resolve }: Watch): void {
  let stdout = "";
  const time = run.isInteractive ? patienceWithPeople : patience;
  const timers: (() => void)[] = [];
  const finish = (failure: string): void => {
    timers.forEach((callOff) => callOff());
    complaint.end();
    resolve({ stdout, failure });
  };
  const stop = (failure: string): void => {
    child.kill("SIGKILL");
    // Processes that the plugin has started may hold the pipes open.
    child.stdout?.destroy();
    child.stderr?.destroy();
    child.unref();
    finish(failure);
  };
  const { after } = run.request.clock;
  timers.push(after(time, () => stop(`did not answer within ${time / 1000} s`)));
  const leave = (): void => {
    if (child.exitCode === 0 && child.stdout?.readableEnded === true) {
      // A background process (an agent) may hold its stderr open: do not wait for that.
      timers.push(after(afterthought, () => finish("")));
    }
  };
  child.on("exit", leave);
  child.stdout?.on("end", leave);
  child.stdout?.setEncoding("utf8").on("data", (piece: string) => {
    stdout += piece;
    if (stdout.length > maxAnswer) {
      stop("wrote more than 1 MiB to stdout");
    }
  });
  child.stderr?.setEncoding("utf8").on("data", complaint.emit);
  child.on("error", (error) => {
    finish(whyNotStarted(error, plugin));
  });
  child.on("close", (status, signal) => {
    finish(status === 0 ? "" : `failed (${status === null ? String(signal) : `exit code ${status}`})`);
  });
}

function whyNotStarted(error: Error, plugin: ExecPlugin): string {
  if (codeOf(error) === "EACCES") {
    return "cannot be executed by this user";
  }
  const why = codeOf(error) === "ENOENT" ? "is not installed" : whyUnreadable(error);
  const hint = maskLine(plugin.installHint.trim().replaceAll(/\s*\n\s*/g, " "), []);
  return hint === "" ? why : `${why}. ${hint}`;
}
