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
  timeOption,
} from "./option-parsers.ts";
import { addQuietFlag, type QuietFlags } from "./quiet-flag.ts";
import { UsageError } from "../host/exit-code.ts";

/** The flags of every verb that changes a cluster. */
export interface RunFlags extends QuietFlags {
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
    .addOption(new Option("--timeout <duration>", "time of the whole run").argParser(readTimeout))
    .addOption(timeOption("--prune-timeout <duration>", "time an object may take to be gone"))
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
  const lock = "time to wait for another run of the release";
  return new Option("--lock-timeout <duration>", lock).default(60_000, "60s").argParser(readTimeout);
}

function concurrencyOption(): Option {
  return new Option("--concurrency <number>", "writes under way at a time")
    .default(32)
    .argParser(readConcurrency);
}

function addManners(command: Command): void {
  const dryRun = "change nothing; with server, ask the server what it would say";
  const propagation = "how dependents of deleted objects go";
  const contents = "delete namespaces and definitions with what is not the release's";
  const readiness = "which rules tell that an object is ready";
  command
    .addOption(
      choiceOption("--dry-run [mode]", dryRun, ["none", "client", "server"]).preset("server").default("none"),
    )
    .addOption(
      choiceOption("--prune-propagation-policy <policy>", propagation, propagations).default("Background"),
    )
    .addOption(switchOption("--delete-contents [bool]", contents, false))
    .addOption(switchOption("--fail-fast [bool]", "stop at the first failure", false))
    .addOption(switchOption("--hooks [bool]", "run the hooks of the action", true))
    .addOption(switchOption("--wait [bool]", "wait also for objects that no other waits for", true))
    .addOption(switchOption("--logs [bool]", "show the logs of what is waited for", true))
    .addOption(choiceOption("--readiness <rules>", readiness, readinessModes).default("converge"));
}

const propagations = ["Background", "Foreground", "Orphan"] as const;

/** Adds `--release`. */
export function addReleaseFlag(command: Command): void {
  command.addOption(new Option("--release <name>", "name of the release (required)").argParser(readLabel));
}

/** Returns the release as an argument, as in Helm, for verbs without paths. */
export function releaseArgument(): Argument {
  return new Argument("[release]", "name of the release, in the place of --release").argParser(readLabel);
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
  if (word === undefined) {
    return demandRelease(flags);
  }
  if (command.getOptionValueSource("release") === "cli" && flags.release !== word) {
    throw new UsageError(`which release? The command line names two: ${word} and --release ${flags.release}`);
  }
  return word;
}

/**
 * Returns the release. It has no default, because two sets under one name would prune each other. Throws a
 * UsageError if it is missing.
 */
export function demandRelease({ release }: Pick<RunFlags, "release">): string {
  if (release === undefined) {
    throw new UsageError("which release? Name it with --release or CONVERGE_RELEASE");
  }
  return release;
}

function readConcurrency(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) {
    throw new InvalidArgumentError("Write a number from 1 to 9999");
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
  const source = "what the manifests are, as a commit; kept with the revision";
  const atomic = "where it fails go back to the last revision that succeeded, or delete what was made";
  command
    .addOption(new Option("--source-revision <name>", source).argParser(readSourceRevision))
    .addOption(switchOption("--atomic [bool]", atomic, false));
  addHistoryMaxFlag(command);
}

/** Adds `--history-max`. */
export function addHistoryMaxFlag(command: Command): void {
  const most = "revisions that are kept; 0 keeps a thousand";
  command.addOption(new Option("--history-max <number>", most).default(10).argParser(readHistoryMax));
}

function readSourceRevision(text: string): string {
  if (text === "" || text.length > 200) {
    throw new InvalidArgumentError("Write a name of 1 to 200 characters");
  }
  return text;
}

function readHistoryMax(text: string): number {
  if (!/^\d{1,4}$/.test(text)) {
    throw new InvalidArgumentError("Write a number from 0 to 9999");
  }
  return Number(text);
}
