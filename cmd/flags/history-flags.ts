import { type Command, InvalidArgumentError, Option } from "commander";
import { switchOption } from "./option-parsers.ts";

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
