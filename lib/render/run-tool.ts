import { execFile, type ExecFileException } from "node:child_process";

import type { Clock } from "../async/clock.ts";

/** The context that a renderer runs in. */
export interface ToolSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Its standard input. */
  readonly input?: string | Uint8Array;
}

/** The exit of a renderer: with its output; not installed; or with the reason, and its messages. */
export type ToolEnding =
  | { readonly type: "rendered"; readonly output: Uint8Array; readonly said: string }
  | { readonly type: "missing" }
  | { readonly type: "failed"; readonly reason: string; readonly said: string };

/** Milliseconds: a kustomization may fetch its bases. */
const patience = 300_000;

/** Bytes of output. */
const largestOutput = 200 * 2 ** 20;

/**
 * Runs a renderer, found by its name on the PATH, without a shell and with the part of the environment that
 * it needs. It is killed after five minutes, and if it writes more than 200 MB. Throws the signal's reason
 * when that aborts; then it has been killed.
 */
export async function runTool(
  name: string,
  words: readonly string[],
  { env, clock, signal, input }: ToolSurroundings,
): Promise<ToolEnding> {
  signal.throwIfAborted();
  const late = new AbortController();
  const callOff = clock.after(patience, () => late.abort());
  try {
    const ending = await new Promise<ToolEnding>((resolve) => {
      const options = {
        env: neededOf(env),
        encoding: "buffer" as const,
        maxBuffer: largestOutput,
        killSignal: "SIGKILL" as const,
        signal: AbortSignal.any([signal, late.signal]),
        windowsHide: true,
      };
      const child = execFile(name, words, options, (error, output, said) => {
        resolve(endingOf(error, { output, said: said.toString("utf8"), late: late.signal.aborted }));
      });
      // A program that does not read to the end closes it; its exit says more than that.
      child.stdin?.on("error", () => {}).end(input);
    });
    signal.throwIfAborted();
    return ending;
  } catch (error) {
    signal.throwIfAborted();
    // Node refuses arguments with a NUL in them before there is a process.
    return { type: "failed", reason: "cannot be started", said: error instanceof Error ? error.message : "" };
  } finally {
    callOff();
  }
}

interface Left {
  readonly output: Uint8Array;
  readonly said: string;
  readonly late: boolean;
}

function endingOf(error: ExecFileException | null, { output, said, late }: Left): ToolEnding {
  if (error === null) {
    return { type: "rendered", output, said };
  }
  if (error.code === "ENOENT") {
    return { type: "missing" };
  }
  return { type: "failed", reason: late ? "took longer than 5 minutes" : reasonOf(error), said };
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["EACCES", "cannot be executed by this user"],
  ["E2BIG", "was given more arguments than the system allows"],
  ["ERR_CHILD_PROCESS_STDIO_MAXBUFFER", "wrote more than 200 MB"],
]);

function reasonOf({ code, signal }: ExecFileException): string {
  if (typeof code === "number") {
    return `failed (exit code ${code})`;
  }
  return reasons.get(code ?? "") ?? `failed (${code ?? signal ?? "no exit code"})`;
}

/**
 * Variables that locate programs, their settings, folders, repositories and proxies: templates need no
 * others.
 */
const needed =
  /^(?:PATH|PATHEXT|HOME|USER|LOGNAME|USERPROFILE|APPDATA|LOCALAPPDATA|SYSTEMROOT|COMSPEC|TMPDIR|TMP|TEMP|LANG|LC_.*|XDG_.*|HELM_.*|KUSTOMIZE_.*|GIT_.*|SSH_.*|SSL_CERT_.*|HTTPS?_PROXY|NO_PROXY|ALL_PROXY|DOCKER_CONFIG)$/i;

/** Debugging output is not of interest to those who render by converge. */
const unwanted: ReadonlySet<string> = new Set(["HELM_DEBUG"]);

function neededOf(env: ToolSurroundings["env"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && needed.test(name) && !unwanted.has(name) ? [[name, value]] : [],
    ),
  );
}
