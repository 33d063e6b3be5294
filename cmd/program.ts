import { Command, type Option } from "commander";

import { applyCommand } from "./apply/command.ts";
import { completionCommand } from "./completion/command.ts";
import { exitCodeTable, type SetExitCode } from "./host/exit-code.ts";
import { crdCommand } from "./crd/command.ts";
import { deleteCommand } from "./delete/command.ts";
import { diffCommand } from "./diff/command.ts";
import { explainCommand } from "./explain/command.ts";
import { getCommand } from "./get/command.ts";
import { sectionFlags } from "./flags/help-sections.ts";
import { historyCommand } from "./history/command.ts";
import { listCommand } from "./list/command.ts";
import { modulesCommand } from "./modules/command.ts";
import { moveCommand } from "./move/command.ts";
import { planCommand } from "./plan/command.ts";
import { buildLater } from "./flags/other-verbs.ts";
import type { Host } from "./host/host.ts";
import { rbacCommand } from "./rbac/command.ts";
import { rollbackCommand } from "./rollback/command.ts";
import { showCommand } from "./show/command.ts";
import { statusCommand } from "./status/command.ts";
import { syncCommand } from "./sync/command.ts";
import { validateCommand } from "./validate/command.ts";
import { versionCommand, versionLine } from "./version/command.ts";
import { listWords } from "../lib/object/message-text.ts";

const examples = `Examples:
  converge apply manifests/ --release shop -n shop
  converge plan manifests/               in which groups the objects would go up
  helm template shop | converge plan -   the same for what standard input gives
  converge plan manifests/ --why web     why an object stands where it stands
  converge help plan                     every flag of a verb

Every flag can also be set as CONVERGE_<FLAG>, as in CONVERGE_NAMESPACE=shop;
the flag wins. A choice that a verb does not offer is left to those that do.`;

/** In the order of the help. */
const verbs = new Map([
  ["apply", applyCommand],
  ["sync", syncCommand],
  ["rollback", rollbackCommand],
  ["diff", diffCommand],
  ["status", statusCommand],
  ["history", historyCommand],
  ["get", getCommand],
  ["list", listCommand],
  ["move", moveCommand],
  ["delete", deleteCommand],
  ["plan", planCommand],
  ["validate", validateCommand],
  ["show", showCommand],
  ["explain", explainCommand],
  ["crd", crdCommand],
  ["rbac", rbacCommand],
  ["modules", modulesCommand],
  ["version", versionCommand],
  ["completion", completionCommand],
] as const);

/**
 * Builds the command line: every verb with its flags, from which help and shell completion are generated. If
 * the first word is a verb, the others are built only on demand: building all takes some 10 ms.
 */
export function buildProgram(host: Host, finish: SetExitCode, [first]: readonly string[]): Command {
  const program = new Command(host.programName ?? "converge")
    .description(
      "Brings a cluster to what a set of manifests says, in the order that they need, and waits until all is ready.",
    )
    .version(versionLine, "--version", "show the version")
    // Flags after a verb belong to the verb: `modules publish --version v1.0.0`.
    .enablePositionalOptions()
    .helpOption("-h, --help", "show this help")
    .helpCommand("help [verb]", "show the help of a verb")
    .usage("<verb> [flags]")
    .addHelpText("after", `\n${examples}\n\n${exitCodeTable}`);
  speakThrough(host, program);
  const addVerbs = (isWanted: (name: string) => boolean): void => {
    for (const [, verb] of [...verbs].filter(([name]) => isWanted(name))) {
      const command = verb(host, finish);
      program.addCommand(command);
      [command, ...command.commands].forEach((each) => speakThrough(host, each));
    }
  };
  if (isVerbAlone(first)) {
    addVerbs((name) => name === first);
    buildLater(program, () => addVerbs((name) => name !== first));
  } else {
    addVerbs(() => true);
  }
  return program;
}

/** Shell completion needs all verbs. */
function isVerbAlone(word: string | undefined): boolean {
  return word !== "completion" && [...verbs.keys()].some((name) => name === word);
}

/** Makes Commander write to the host's outputs, report a mistake in one line and leave the exit to `run`. */
function speakThrough(host: Host, command: Command): void {
  const helpOf = `${fullName(command)} --help`;
  sectionFlags(command);
  command
    .exitOverride()
    .helpOption("-h, --help", "show this help")
    .configureHelp({ optionDescription: describeFlag })
    .showHelpAfterError(`run \`${helpOf}\` for the flags`)
    .configureOutput({
      writeOut: (text) => {
        host.stdout.write(asCalled(text, host));
      },
      writeErr: (text) => {
        host.stderr.write(text);
      },
      getOutHelpWidth: () => host.stdout.width ?? 80,
      outputError: (text, write) => {
        write(guessRelease(text.replace(/\n\(Did you mean (.*)\?\)/, "; did you mean $1?"), command));
      },
    });
}

/** Replaces the name of the program before verbs, in the examples of a help text. */
function asCalled(text: string, { programName = "converge" }: Host): string {
  const names = [...verbs.keys(), "help"].join("|");
  return programName === "converge"
    ? text
    : text.replaceAll(new RegExp(`\\bconverge (?=(?:${names})\\b)`, "g"), (found, at: number) =>
        text.slice(0, at).endsWith("kubectl ") ? found : `${programName} `,
      );
}

/** Returns the full name of a command: `converge modules check`. */
function fullName(command: Command): string {
  const { parent } = command;
  return parent === null ? command.name() : `${fullName(parent)} ${command.name()}`;
}

/**
 * Suggests that an extra argument is the release, which Helm and kubectl accept without a flag. A number is
 * the revision of `rollback`.
 */
function guessRelease(text: string, command: Command): string {
  const [, fault = "", given = ""] =
    /^(error: too many arguments for '[a-z]+')\. Expected \d+ arguments? but got \d+: (.*)\.$/m.exec(text) ??
    [];
  const words = given.split(", ");
  const guess = words.findLast((word) => !/^\d+$/.test(word)) ?? words.at(-1) ?? "";
  const hasRelease = command.options.some(({ long }) => long === "--release");
  return hasRelease && fault !== "" && /^[-a-z0-9]+$/.test(guess)
    ? text.replace(/^error: too many arguments .*$/m, `${fault}; did you mean --release ${guess}?`)
    : text;
}

/** Formats the help of a flag: `form of the plan: table, json or dot (default: table)`. */
function describeFlag(option: Option): string {
  const choices = option.argChoices === undefined ? "" : `: ${listWords(option.argChoices, "or")}`;
  const value = option.defaultValueDescription ?? option.defaultValue;
  return `${option.description}${choices}${value === undefined ? "" : ` (default: ${String(value)})`}`;
}
