import { Argument, type Command, InvalidArgumentError, Option } from "commander";

import type { Duration } from "../../lib/object/duration.ts";
import { readinessModes, type ReadinessMode } from "../../lib/readiness/readiness.ts";
import type { ColorMode } from "../host/color.ts";
import {
  choiceOption,
  colorOption,
  readLabel,
  readTimeout,
  switchOption,
  textOutputOption,
} from "./option-parsers.ts";
import { type HealthFlags, healthOption } from "./health-flags.ts";
import { addQuietFlag, type QuietFlags } from "./quiet-flag.ts";
import { UsageError } from "../host/exit-code.ts";
import { deleteContentsOption } from "./set-flags.ts";
import { runTimeoutOption, pruneTimeoutOption } from "./timeout-flags.ts";

/** The flags of every verb that changes a cluster. */
export interface RunFlags extends QuietFlags, HealthFlags {
  readonly release?: string;
  readonly dryRun: "none" | "client" | "server";
  readonly timeout?: Duration;
  readonly pruneTimeout: Duration;
  readonly lockTimeout: Duration;
  readonly prunePropagationPolicy: (typeof propagations)[number];
  readonly deleteContents: boolean;
  readonly failFast: boolean;
  readonly hooks: boolean;
  readonly wait: boolean;
  readonly logs: boolean;
  readonly concurrency: number;
  readonly readiness: ReadinessMode;
  readonly output: "text" | "json";
  readonly color: ColorMode;
}

/** Adds the flags of every verb that changes a cluster. */
export function addRunFlags(command: Command): void {
  addReleaseFlag(command);
  addLimits(command);
  addManners(command);
  command.addOption(textOutputOption()).addOption(colorOption());
  addQuietFlag(command);
}

function addLimits(command: Command): void {
  command
    .addOption(runTimeoutOption())
    .addOption(pruneTimeoutOption())
    .addOption(lockTimeoutOption())
    .addOption(concurrencyOption());
}

/** Adds `--lock-timeout`. */
export function addLockTimeoutFlag(command: Command): void {
  command.addOption(lockTimeoutOption());
}

/** Adds `--concurrency`. */
export function addConcurrencyFlag(command: Command): void {
  command.addOption(concurrencyOption());
}

function lockTimeoutOption(): Option {
  const lock = "how long to wait for another run of the same release";
  return new Option("--lock-timeout <duration>", lock).default(60_000, "60s").argParser(readTimeout);
}

function concurrencyOption(): Option {
  return new Option("--concurrency <number>", "maximum number of concurrent writes")
    .default(32)
    .argParser(readConcurrency);
}

/** Returns `--prune-propagation-policy`. */
export function propagationOption(): Option {
  const propagation = "deletion propagation policy";
  return choiceOption("--prune-propagation-policy <policy>", propagation, propagations).default("Background");
}

function addManners(command: Command): void {
  const wait = "wait until all objects are ready, or gone, not only those that others wait for";
  const logs = "show the container logs of objects that are waited for";
  command
    .addOption(
      choiceOption("--dry-run [mode]", dryRunHelp, ["none", "client", "server"])
        .preset("server")
        .default("none", "none; server without a mode"),
    )
    .addOption(propagationOption())
    .addOption(deleteContentsOption())
    .addOption(switchOption("--fail-fast [bool]", "stop at the first failure", false))
    .addOption(hooksOption(true))
    .addOption(switchOption("--wait [bool]", wait, true))
    .addOption(switchOption("--logs [bool]", logs, true))
    .addOption(readinessOption())
    .addOption(healthOption());
}

/** Help text for `--dry-run`. */
export const dryRunHelp = "show what would happen without changing anything";

/** Returns `--hooks`. */
export function hooksOption(usual: boolean): Option {
  return switchOption("--hooks [bool]", "include hooks", usual);
}

/** Returns `--readiness`. */
export function readinessOption(): Option {
  return choiceOption(
    "--readiness <rules>",
    "rules that decide when an object is ready",
    readinessModes,
  ).default("converge");
}

const propagations = ["Background", "Foreground", "Orphan"] as const;

/** Adds `--release`. */
export function addReleaseFlag(command: Command): void {
  command.addOption(new Option("--release <name>", "release name (required)").argParser(readLabel));
}

/** Returns the release as an argument, as in Helm, for verbs without paths. */
export function releaseArgument(): Argument {
  return new Argument("[release]", "release name, same as --release").argParser(readLabel);
}

/** Validates a release name given as a word. Throws a UsageError if it is invalid. */
export function readReleaseWord(word: string): string {
  try {
    return readLabel(word);
  } catch (error) {
    throw error instanceof InvalidArgumentError
      ? new UsageError(`"${word}" is not a release name: ${error.message}`, { cause: error })
      : error;
  }
}

/**
 * Returns the release from the argument or `--release`. Throws a UsageError if the command line names two
 * different ones, or none is given.
 */
export function releaseNamed(
  word: string | undefined,
  flags: Pick<RunFlags, "release">,
  command: Command,
): string {
  if (word === undefined && flags.release === undefined) {
    throw new UsageError("no release is named: give its name, or set CONVERGE_RELEASE");
  }
  if (word === undefined) {
    return demandRelease(flags);
  }
  if (command.getOptionValueSource("release") === "cli" && flags.release !== word) {
    throw new UsageError(`two releases are named, ${word} and --release ${flags.release}: name one`);
  }
  return word;
}

/**
 * Returns the release. It has no default, because two sets under one name would prune each other. Throws a
 * UsageError if it is missing.
 */
export function demandRelease({ release }: Pick<RunFlags, "release">): string {
  if (release === undefined) {
    throw new UsageError("--release is required (or set CONVERGE_RELEASE)");
  }
  return release;
}

function readConcurrency(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) {
    throw new InvalidArgumentError("write a number from 1 to 9999");
  }
  return Number(text);
}

/** The flags of verbs that write a revision. */
export interface HistoryFlags {
  readonly sourceRevision?: string;
  readonly historyMax: number;
  readonly atomic: boolean;
}

/** Adds the flags of verbs that write a revision. */
export function addHistoryFlags(command: Command): void {
  const atomic = "on failure, roll back to the last successful revision, or delete what was created";
  command.addOption(sourceRevisionOption()).addOption(switchOption("--atomic [bool]", atomic, false));
  addHistoryMaxFlag(command);
}

/** Returns `--source-revision`. */
export function sourceRevisionOption(): Option {
  const source = "version of the manifests, such as a commit; stored with the revision";
  return new Option("--source-revision <name>", source).argParser(readSourceRevision);
}

/** Adds `--history-max`. */
export function addHistoryMaxFlag(command: Command): void {
  const most = "number of revisions to keep; 0 keeps 1000";
  command.addOption(new Option("--history-max <number>", most).default(10).argParser(readHistoryMax));
}

function readSourceRevision(text: string): string {
  if (text === "" || text.length > 200) {
    throw new InvalidArgumentError("write 1 to 200 characters");
  }
  return text;
}

function readHistoryMax(text: string): number {
  if (!/^\d{1,4}$/.test(text)) {
    throw new InvalidArgumentError("write a number from 0 to 9999");
  }
  return Number(text);
}
