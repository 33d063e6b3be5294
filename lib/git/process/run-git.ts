import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { dirname } from "node:path";

import { outputTail } from "../../async/output-tail.ts";
import { gitEnvironment, type GitCommand } from "./git-command.ts";
import { GitError } from "../model/git-repository.ts";

/** The exit of a git command. */
export interface GitExit {
  /** The exit code; -1 if it was killed. */
  readonly exit: number;
  /** The end of its standard error: unprintable, with whatever a server put into it. */
  readonly said: string;
  /** The reason why it was killed: it took longer than its time, or wrote more than its limit. */
  readonly cut?: "late" | "long";
}

/** The exit of a git command, with its output. */
export interface GitAnswer extends GitExit {
  readonly output: Uint8Array;
}

const usualOutput = 16 * 2 ** 20;

/**
 * Runs git without a shell and with no setting of the machine, its user or a repository except those given
 * here. Git and all that it started are killed when its time is over, when it writes too much, and when the
 * signal aborts: then the signal's reason is thrown. Throws a GitError (local) if there is no git.
 */
export async function runGit(words: readonly string[], call: GitCommand): Promise<GitAnswer> {
  const most = call.mostOutput ?? usualOutput;
  const pieces: Uint8Array[] = [];
  let size = 0;
  const ending = await streamGit(words, call, async (output) => {
    for await (const piece of output) {
      size += piece.length;
      if (size > most) {
        return "enough";
      }
      pieces.push(piece);
    }
    return "all";
  });
  return { ...ending, ...(size > most ? { cut: "long" as const } : {}), output: Buffer.concat(pieces) };
}

/** Consumes the output of git as it arrives; git is killed if this returns `enough`, or throws. */
export type OutputTaker = (output: AsyncIterable<Uint8Array>) => Promise<"all" | "enough">;

/** Runs git as `runGit` does, for output of any length. Throws as that does. */
export async function streamGit(
  words: readonly string[],
  call: GitCommand,
  take: OutputTaker,
): Promise<GitExit> {
  call.signal.throwIfAborted();
  const { home, clock } = call.surroundings;
  const child = spawn("git", [...repositoryWords(call), ...words], {
    cwd: home,
    env: gitEnvironment(call, dirname(home)),
    // A process group of its own, so that its ssh and its helpers end with it.
    detached: true,
    windowsHide: true,
  });
  const kill = (): void => killGroup(child);
  const late = new AbortController();
  const callOff = clock.after(call.time, () => {
    late.abort();
    kill();
  });
  call.signal.addEventListener("abort", kill, { once: true });
  try {
    const ending = await attend(child, { input: call.input, take });
    call.signal.throwIfAborted();
    return late.signal.aborted ? { ...ending, cut: "late" } : ending;
  } finally {
    callOff();
    call.signal.removeEventListener("abort", kill);
  }
}

function repositoryWords({ repository }: GitCommand): readonly string[] {
  return repository === undefined ? [] : [`--git-dir=${repository}`];
}

interface Attendance {
  readonly input: GitCommand["input"];
  readonly take: OutputTaker;
}

async function attend(child: ChildProcessWithoutNullStreams, { input, take }: Attendance): Promise<GitExit> {
  const said = outputTail(child.stderr, keptSaid);
  const ended = new Promise<number>((resolve, reject) => {
    child.once("error", (error) => reject(notStarted(error)));
    child.once("close", (code) => resolve(code ?? -1));
  });
  // A program that does not read to the end closes it; its exit says more than that.
  child.stdin.on("error", () => {}).end(input);
  const taken = takeAll(child, take);
  const [exit] = await Promise.all([
    ended,
    taken.then(
      (how) => (how === "enough" ? killGroup(child) : undefined),
      (error: unknown) => {
        killGroup(child);
        throw error;
      },
    ),
  ]);
  return { exit, said: said() };
}

/**
 * Consumes the output. A stream that was cut off because git was killed is not an error: the exit says why.
 */
async function takeAll(child: ChildProcessWithoutNullStreams, take: OutputTaker): Promise<"all" | "enough"> {
  try {
    return await take(child.stdout);
  } catch (error) {
    if (child.stdout.destroyed && isCutOff(error)) {
      return "all";
    }
    throw error;
  }
}

function isCutOff(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}

/** Bytes. The messages of git itself come last. */
const keptSaid = 65_536;

function killGroup(child: ChildProcessWithoutNullStreams): void {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    try {
      // oxlint-disable-next-line no-restricted-globals -- nothing else ends a whole group of processes
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has just ended.
    }
  }
  // A process that left the group may hold the other end forever.
  child.stdout.destroy();
  child.stderr.destroy();
}

function notStarted(cause: Error): GitError {
  const code = "code" in cause ? String(cause.code) : cause.message;
  return code === "ENOENT"
    ? new GitError("local", "there is no git on the PATH: install git", { cause })
    : new GitError("local", `git cannot be started (${code}): check that this user may execute it`, {
        cause,
      });
}
