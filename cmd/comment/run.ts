import { readFile } from "node:fs/promises";

import { withinTime } from "../../lib/async/time-limit.ts";
import type { KeptComment } from "../../lib/forge/keep-comment.ts";
import { saysNoChanges } from "../../lib/report/compare/headline.ts";
import { escapeControl } from "../../lib/report/terminal/escape-control.ts";
import { type ExitCode, exitCodes, UsageError } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import type { CommentFlags } from "./comment-flags.ts";
import { pullRequestOf } from "./pull-request-of.ts";

/** All requests together may take that long, in milliseconds. */
const patience = 300_000;

/** Reads Markdown and keeps a comment with it. Throws a UsageError if it is unclear where it belongs. */
export async function runComment(file: string, flags: CommentFlags, host: Host): Promise<ExitCode> {
  const signals = host.takeSignals();
  const { ForgeError } = await import("../../lib/forge/forge-error.ts");
  const reason = (): Error =>
    new ForgeError("unreachable", `it took longer than ${patience / 60_000} minutes`);
  try {
    const limit = { clock: host.clock, time: patience, reason, signal: signals.signal };
    return await withinTime(limit, async (signal) => comment(file, { flags, host, signal }));
  } catch (error) {
    if (signals.signal.aborted) {
      return signals.exitCode() ?? exitCodes.failed;
    }
    if (!(error instanceof ForgeError)) {
      throw error;
    }
    host.stderr.write(`error: ${escapeControl(error.message)}\n`);
    const isClosed = error.fault === "unreachable" || error.fault === "denied";
    return isClosed ? exitCodes.unreachable : exitCodes.failed;
  }
}

interface Run {
  readonly flags: CommentFlags;
  readonly host: Host;
  readonly signal: AbortSignal;
}

async function comment(file: string, { flags, host, signal }: Run): Promise<ExitCode> {
  const access = await pullRequestOf(flags, host, signal);
  const text = await readText(file, host);
  const { openComments } = await import("../../lib/forge/open-forge.ts");
  const { keepComment } = await import("../../lib/forge/keep-comment.ts");
  const { id, ifEmpty } = flags;
  const wanted = { id, ifEmpty, isEmpty: saysNoChanges(text), text };
  const done = await keepComment(wanted, openComments(access));
  const sign = access.forge === "github" ? "#" : "!";
  host.stdout.write(`${words[done]} ${access.repository}${sign}${access.number}\n`);
  return exitCodes.converged;
}

const words: Readonly<Record<KeptComment, string>> = {
  created: "created the comment on",
  updated: "updated the comment on",
  unchanged: "the comment is up to date on",
  deleted: "deleted the comment on",
  skipped: "nothing to comment on",
};

/** Reads the text. An empty one is of a command that failed: it must not pass for a state without changes. */
async function readText(file: string, { readStdin }: Host): Promise<string> {
  const text = new TextDecoder().decode(file === "-" ? await readStdin() : await readNamed(file));
  if (text.trim() === "") {
    const place = file === "-" ? "standard input" : file;
    throw new UsageError(`${place} is empty: the command that writes the comment has failed`);
  }
  return text;
}

async function readNamed(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch {
    throw new UsageError(`${file} cannot be read: check the path`);
  }
}
