import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { dirname } from "node:path";

import { gitEnvironment } from "./git-environment.ts";
import { GitError } from "../model/git-repository.ts";
import type { GitCommand } from "./git-command.ts";

/** How a call of git ended. */
export interface GitExit {
  /** The exit code; -1 where it was killed. */
  readonly exit: number;
  /** The last of what it said on its standard error: unprintable, with whatever a server put into it. */
  readonly said: string;
  /** Why it was killed: it took longer than its time, or wrote more than its most. */
  readonly cut?: "late" | "long";
}

/** What git gave back. */
export interface GitAnswer extends GitExit {
  readonly output: Uint8Array;
}

const usualOutput = 16 * 2 ** 20;

/**
 * Runs git without a shell and with no setting of the machine, its user or a repository but those given here.
 * It and all that it started are killed when its time is over, when it writes too much, and when the signal
 * aborts: then the signal's reason is thrown. Throws a GitError (local) where there is no git.
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

/** Takes what git writes as it comes; git is killed where that ends with `enough`, or throws. */
export type OutputTaker = (output: AsyncIterable<Uint8Array>) => Promise<"all" | "enough">;

/** As `runGit`, for output of any length. */
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
    // A group of its own, so that its ssh and its helpers end with it.
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
  const said = tailOf(child);
  const ended = new Promise<number>((resolve, reject) => {
    child.once("error", (error) => reject(notStarted(error)));
    child.once("close", (code) => resolve(code ?? -1));
  });
  // A program that does not read to the end closes it; how it ended says more than that.
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

/** A stream that was cut off because git was killed is no fault of who reads it: the ending tells. */
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

/** Bytes. The last of it is what git itself says. */
const keptSaid = 65_536;

function tailOf(child: ChildProcessWithoutNullStreams): () => string {
  let kept = Buffer.alloc(0);
  child.stderr
    .on("data", (piece: Buffer) => {
      kept = Buffer.concat([kept, piece]).subarray(-keptSaid);
    })
    .on("error", () => {});
  return () => kept.toString("utf8");
}

function killGroup(child: ChildProcessWithoutNullStreams): void {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    try {
      // oxlint-disable-next-line no-restricted-globals -- nothing else ends a whole group of processes
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It ended in this moment.
    }
  }
  // What left the group may hold the other end for ever.
  child.stdout.destroy();
  child.stderr.destroy();
}

function notStarted(cause: Error): GitError {
  const code = "code" in cause ? String(cause.code) : cause.message;
  return code === "ENOENT"
    ? new GitError("local", "there is no git on the PATH: install git", { cause })
    : new GitError("local", `git cannot be started (${code}): see that this user may execute it`, { cause });
}
