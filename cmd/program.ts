import { Command } from "commander";

import { applyCommand } from "./apply/command.ts";
import { commentCommand } from "./comment/command.ts";
import { compareCommand } from "./compare/command.ts";
import { completionCommand } from "./completion/command.ts";
import { type SetExitCode, usualCodes } from "./host/exit-code.ts";
import { crdCommand } from "./crd/command.ts";
import { crdsCommand } from "./crds/command.ts";
import { deleteCommand } from "./delete/command.ts";
import { diffCommand } from "./diff/command.ts";
import { explainCommand } from "./explain/command.ts";
import { getCommand } from "./get/command.ts";
import { formatHelp } from "./help/format-help.ts";
import { usageErrorText } from "./help/usage-error-text.ts";
import { describeCommand, type HelpPage } from "./help/help-page.ts";
import { healthCommand } from "./health/command.ts";
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
import { showPlanCommand } from "./show-plan/command.ts";
import { statusCommand } from "./status/command.ts";
import { syncCommand } from "./sync/command.ts";
import { validateCommand } from "./validate/command.ts";
import { versionCommand, versionLine } from "./version/command.ts";

const page: HelpPage = {
  summary: "Apply Kubernetes manifests in dependency order and wait until everything is ready",
  examples: [
    ["Apply a directory as the release shop", "converge apply manifests/ --release shop -n shop"],
    ["Show the order in which objects would be applied", "converge plan manifests/"],
    ["Explain the position of an object", "converge plan manifests/ --why web"],
    ["Plan rendered manifests from standard input", "helm template shop charts/shop | converge plan -"],
    ["Show the flags of a command", "converge help apply"],
  ],
  notes: [
    {
      title: "Settings",
      text: "Every flag, except --repo and --version of charts and --config of compare, can also be set by a variable, such as CONVERGE_NAMESPACE for --namespace, or in the file converge.yaml in the working directory. Flags take precedence over variables, and variables over the file.",
    },
    {
      title: "Documentation",
      text: "See README.md and docs/ in the source repository.",
    },
  ],
  exitCodes: usualCodes,
};

/** The commands by group, in the order of the help. */
const groups = {
  "Apply and roll back": [
    ["apply", applyCommand],
    ["rollback", rollbackCommand],
    ["delete", deleteCommand],
    ["move", moveCommand],
  ],
  "Inspect releases": [
    ["diff", diffCommand],
    ["status", statusCommand],
    ["health", healthCommand],
    ["history", historyCommand],
    ["get", getCommand],
    ["list", listCommand],
  ],
  "Check manifests without a cluster": [
    ["plan", planCommand],
    ["compare", compareCommand],
    ["comment", commentCommand],
    ["validate", validateCommand],
    ["show", showCommand],
    ["show-plan", showPlanCommand],
    ["rbac", rbacCommand],
    ["crds", crdsCommand],
    ["explain", explainCommand],
  ],
  Operate: [
    ["sync", syncCommand],
    ["modules", modulesCommand],
    ["crd", crdCommand],
  ],
  Other: [
    ["completion", completionCommand],
    ["version", versionCommand],
  ],
} as const;

type MakeCommand = (host: Host, finish: SetExitCode) => Command;

const verbs: ReadonlyMap<string, { readonly make: MakeCommand; readonly group: string }> = new Map(
  Object.entries(groups).flatMap(([group, commands]) =>
    commands.map(([name, make]) => [name, { make, group }] as const),
  ),
);

/**
 * Builds the command line: every verb with its flags, from which help and shell completion are generated. If
 * the first word is a verb, the others are built only on demand: building all takes some 10 ms.
 */
export function buildProgram(host: Host, finish: SetExitCode, [first]: readonly string[]): Command {
  const program = describeCommand(new Command(host.programName ?? "converge"), page)
    .version(versionLine, "--version", "print the version")
    // Flags after a verb belong to the verb: `modules publish --version v1.0.0`.
    .enablePositionalOptions()
    .addHelpCommand(
      new Command("help").argument("[command]").description("Show the help of a command").helpGroup("Other"),
    );
  speakThrough(host, program);
  const addVerbs = (isWanted: (name: string) => boolean): void => {
    for (const [, { make, group }] of [...verbs].filter(([name]) => isWanted(name))) {
      const command = make(host, finish).helpGroup(group);
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
  return word !== "completion" && verbs.has(word ?? "");
}

/** Makes Commander write to the host's outputs, report a mistake in one line and leave the exit to `run`. */
function speakThrough(host: Host, command: Command): void {
  command
    .exitOverride()
    .helpOption("-h, --help", "show this help")
    .configureHelp({ formatHelp })
    .showHelpAfterError(`See \`${fullName(command)} --help\` for usage.`)
    .configureOutput({
      writeOut: (text) => {
        host.stdout.write(asCalled(text, host));
      },
      writeErr: (text) => {
        host.stderr.write(text);
      },
      getOutHelpWidth: () => host.stdout.width ?? 80,
      outputError: (text, write) => {
        write(usageErrorText(text, command));
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
