import { Command, InvalidArgumentError, Option } from "commander";

import type { InstalledName } from "../../../lib/modules/rules/start/read-module-graph.ts";
import { type ColorMode } from "../../host/color.ts";
import { choiceOption, collectList, colorOption } from "../../flags/option-parsers.ts";
import { onCall } from "../../flags/settings.ts";
import type { Host } from "../../host/host.ts";
import { type GraphFormat, graphFormats } from "./graph-output.ts";
import type { SetExitCode } from "../../host/exit-code.ts";
import { type HelpPage, describeCommand } from "../../help/help-page.ts";
import { installedHelp } from "../flags/platform-flags.ts";

const page: HelpPage = {
  summary: "Show the order in which modules start, and why",
  details: "Groups modules by weight and requirements, and shows what each waits for. Needs no cluster.",
  examples: [
    ["Show the order of a directory of modules", "converge modules graph modules/"],
    [
      "Include modules that are installed without a file",
      "converge modules graph modules/shop/module.yaml \\",
      "  --installed ingress-nginx,prometheus=v1.2.3",
    ],
    [
      "Show the order in a cluster",
      "kubectl get modulereleases,modules.deckhouse.io -o yaml |",
      "  converge modules graph -",
    ],
    ["Write the graph as a web page", "converge modules graph modules/ -o html > graph.html"],
  ],
  notes: [
    {
      title: "Notes",
      text: "Of the releases of a module, the deployed one is used, or else the highest version. A module.yaml of the same module takes precedence.",
    },
  ],
  exitCodes: {
    0: "every module can start",
    1: "a required module is missing, or modules require each other",
    2: "invalid input or usage",
  },
};

/** The parsed flags of `modules graph`. */
export interface GraphFlags {
  readonly output: GraphFormat;
  readonly installed?: readonly InstalledName[];
  readonly color: ColorMode;
}

/** The verb `modules graph`. */
export function modulesGraphCommand(host: Host, finish: SetExitCode): Command {
  const command = describeCommand(new Command("graph"), page)
    .argument(
      "<path...>",
      "module.yaml files, directories of modules, manifests with ModuleReleases, or - for standard input",
    )
    .addOption(choiceOption("-o, --output <format>", "output format", graphFormats).default("table"))
    .addOption(new Option("--installed <modules>", installedHelp).argParser(readInstalled))
    .addOption(colorOption());
  return onCall(command, { host, finish }, async (paths: readonly string[]) => {
    const { runModulesGraph } = await import("./run.ts");
    return runModulesGraph(paths, command.opts<GraphFlags>(), host);
  });
}

/** Parses `prometheus=v1.2.3,ingress-nginx`. */
function readInstalled(
  text: string,
  previous: readonly InstalledName[] | undefined,
): readonly InstalledName[] {
  return [...(previous ?? []), ...collectList(text, []).map(readName)];
}

function readName(text: string): InstalledName {
  const [name = "", version = ""] = text.split("=");
  if (name.trim() === "") {
    throw new InvalidArgumentError("write NAME or NAME=VERSION, separated by commas");
  }
  return { name: name.trim(), version: version.trim() };
}
