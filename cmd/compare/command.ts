import { Command, InvalidArgumentError, Option } from "commander";

import { comparisonFacts } from "../../lib/compare/comparison-facts.ts";
import { actions } from "../../lib/plan/plan.ts";
import {
  choiceOption,
  collectList,
  colorOption,
  parseChoice,
  switchOption,
} from "../flags/option-parsers.ts";
import { historyOption } from "../session/history-flag.ts";
import { ofCallOnly, ofTrustedOnly } from "../flags/other-verbs.ts";
import { addPathFlags } from "../flags/path-flags.ts";
import { addQuietFlag } from "../flags/quiet-flag.ts";
import { addRenderFlags } from "../flags/render-flags.ts";
import {
  compatOption,
  externalDepsOption,
  invalidOption,
  namespaceOption,
  plannedReleaseOption,
} from "../flags/set-flags.ts";
import { readPath } from "../flags/sync-flags.ts";
import { refuseUnitFlags } from "../flags/sync-unit-flags.ts";
import { onCall } from "../flags/settings.ts";
import { reconcileTimeoutOption } from "../flags/timeout-flags.ts";
import { addCheckFlags } from "../flags/validation-flags.ts";
import { describeCommand, type HelpPage } from "../help/help-page.ts";
import { signalCodes, type SetExitCode, UsageError } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import { comparisonFormats } from "../output/comparison-output.ts";
import type { CompareFlags } from "./compare-flags.ts";
import { runCompare } from "./run.ts";
import { parseSides } from "./side-words.ts";

const page: HelpPage = {
  summary: "Show what a change of the manifests does",
  details:
    "Plans two git revisions, or two directories, and shows what differs: objects and their fields, order, deletions, CRDs, permissions, requests, findings. With --config, for all units of a configuration of sync, and what moves between them. Needs no cluster.",
  examples: [
    ["Compare the working tree with main", "converge compare main deploy/"],
    ["Compare a branch with where it left main", "converge compare main...topic deploy/"],
    ["Compare two directories", "converge compare old/ new/"],
    ["Compare all units of sync", "converge compare main...topic --config sync.yaml"],
    ["Write a comment for a pull request", "converge compare origin/main...HEAD deploy/ -o markdown"],
    ["Fail only for some changes", "converge compare main deploy/ --fail-on recreate,prune,crd"],
  ],
  notes: [
    {
      title: "Notes",
      text: "As in git diff, the head defaults to the working tree. A base that is a path makes both sides paths; write refs/heads/NAME for a branch of that name.",
    },
  ],
  exitCodes: {
    0: "no differences that --fail-on names",
    1: "differences that --fail-on names; by default, any",
    2: "invalid input or usage",
    ...signalCodes,
  },
};

/** The verb `compare`. Its action throws a UsageError if the arguments do not name two sides. */
export function compareCommand(host: Host, finish: SetExitCode): Command {
  const command = describeCommand(
    new Command("compare")
      .argument("<base>", "git revision, A..B or A...B; or a file or directory")
      .argument("[head]", "git revision, the working tree if omitted; or a file or directory")
      .argument("[path...]", "files, directories (read recursively), Helm charts or kustomizations"),
    page,
  );
  addPathFlags(command);
  addUnits(command);
  command.addOption(namespaceOption("default")).addOption(plannedReleaseOption());
  addRenderFlags(command, false);
  refuseOfFile(command);
  addCheckFlags(command, "warn");
  addChoices(command);
  return onCall(command, { host, finish }, async () => {
    const flags: CompareFlags = {
      ...command.opts<Omit<CompareFlags, "ofFile">>(),
      ofFile: namesOfFile(command),
    };
    refuseHistory(flags);
    checkUnitFlags(command, flags);
    return runCompare(parseSides({ words: command.args, flags, exists: host.exists }), flags, host);
  });
}

/** Returns the flags that `converge.yaml` gives. */
function namesOfFile(command: Command): readonly string[] {
  return command.options
    .map((option) => option.attributeName())
    .filter((name) => command.getOptionValueSource(name) === "config");
}

/**
 * Makes the flags for programs and keys of this machine ones that `converge.yaml` does not fill: it may be of
 * the author of a pull request.
 */
function refuseOfFile(command: Command): void {
  const names = new Set(["renderer", "sops-age-key-file"]);
  command.options.filter((option) => names.has(option.name())).forEach(ofTrustedOnly);
}

function addUnits(command: Command): void {
  const config = "file that defines several units (compares those of each side)";
  const repo = "URL of the repository that is compared, as in the file (repeatable or comma-separated)";
  command
    // In converge.yaml it is for sync, and would make every comparison one of units.
    .addOption(ofCallOnly(new Option("--config <file>", config).argParser(readPath)))
    // Nor may the author of a pull request name another repository, so that nothing is compared.
    .addOption(
      ofCallOnly(
        new Option("--repo-url <url>", repo)
          .default(undefined, "those of its remotes")
          .argParser(collectList),
      ),
    );
}

/** Flags that are for the machine of the call, whatever the file says. */
const ownFlags = ["renderer", "sops-age-key-file", "sops-plugin", "chart-secret-dir"];

function refuseHistory({ config, history, action }: CompareFlags): void {
  if (config !== undefined && history !== undefined) {
    throw new UsageError("--history is of one release: name the path of its manifests instead of --config");
  }
  if (action === "delete" && history !== undefined) {
    throw new UsageError("--history is about objects that become ready: remove --action delete");
  }
}

function checkUnitFlags(command: Command, { config, repoUrl }: CompareFlags): void {
  if (config !== undefined) {
    refuseUnitFlags(command, ownFlags);
  } else if (repoUrl !== undefined && command.getOptionValueSource("repoUrl") === "cli") {
    throw new UsageError("--repo-url is only for --config: remove it, or name the file with units");
  }
}

const failChoices = [...comparisonFacts, "none"];

function addChoices(command: Command): void {
  const failOn = `differences that fail, with exit code 1: ${failChoices.join(", ")} (repeatable or comma-separated)`;
  const recreate = "delete and recreate objects whose immutable fields changed (of apply)";
  command
    .addOption(
      choiceOption("--action <action>", "action to plan, which decides which hooks run", actions).default(
        "upgrade",
      ),
    )
    .addOption(switchOption("--recreate [bool]", recreate, false))
    .addOption(historyOption())
    .addOption(
      new Option("--fail-on <differences>", failOn).default(["any"], "any").argParser(collectFacts()),
    )
    .addOption(choiceOption("-o, --output <format>", "output format", comparisonFormats).default("table"))
    .addOption(
      new Option("--max-size <characters>", "size of the Markdown; details are left out before facts")
        .default(60_000)
        .argParser(readSize),
    )
    .addOption(invalidOption())
    .addOption(externalDepsOption("error"))
    .addOption(compatOption())
    .addOption(reconcileTimeoutOption())
    .addOption(colorOption());
  addQuietFlag(command);
}

/**
 * Returns a parser that collects facts; the first call replaces the default. The parser throws an
 * InvalidArgumentError for a text without words, such as a variable that is not set.
 */
function collectFacts(): (text: string) => readonly string[] {
  const facts: string[] = [];
  const read = parseChoice(failChoices);
  return (text) => {
    const words = text.split(",").filter((word) => word !== "");
    if (words.length === 0) {
      throw new InvalidArgumentError("name differences, or write none to never fail");
    }
    facts.push(...words.map(read));
    return [...facts];
  };
}

const leastSize = 1000;

/** Parses the size of a comment. Throws an InvalidArgumentError for one without room for the facts. */
function readSize(text: string): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < leastSize) {
    throw new InvalidArgumentError(`write a number of characters, at least ${leastSize}`);
  }
  return Number(text);
}
