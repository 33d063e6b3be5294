import { Command, InvalidArgumentError, Option } from "commander";

import type { InstalledName } from "../../../lib/modules/rules/start/read-module-graph.ts";
import { type ColorMode } from "../../host/color.ts";
import { choiceOption, collectList, colorOption } from "../../flags/option-parsers.ts";
import { onCall } from "../../flags/settings.ts";
import type { Host } from "../../host/host.ts";
import { type GraphFormat, graphFormats } from "./graph-output.ts";
import type { SetExitCode } from "../../host/exit-code.ts";

const help = `Examples:
  converge modules graph modules/                   a folder of module folders
  converge modules graph modules/shop/module.yaml --installed ingress-nginx,prometheus=v1.2.3
  kubectl get modulereleases,modules.deckhouse.io -o yaml | converge modules graph -
  converge modules graph modules/ -o html > graph.html

Of releases, the one of each module that is Deployed is taken, else the highest
version; a module.yaml of the same module is taken before them.

Exit codes:
  0  every module can start
  1  some cannot: a module that one needs is not there, or they need each other
  2  invalid input or usage`;

/** The parsed flags of `modules graph`. */
export interface GraphFlags {
  readonly output: GraphFormat;
  readonly installed?: readonly InstalledName[];
  readonly color: ColorMode;
}

/** The verb `modules graph`. */
export function modulesGraphCommand(host: Host, finish: SetExitCode): Command {
  const installed = "modules that are there without a file, embedded ones for example; with =VERSION or not";
  const command = new Command("graph")
    .summary("show in which order modules start, and why")
    .description(
      "Shows in which groups modules start, by weight and requirements, and what each waits for. Needs no cluster.",
    )
    .argument(
      "<path...>",
      "module.yaml files, folders of modules, manifests with ModuleReleases, or - for standard input",
    )
    .addHelpText("after", `\n${help}`)
    .addOption(choiceOption("-o, --output <format>", "form of the graph", graphFormats).default("table"))
    .addOption(new Option("--installed <name,...>", installed).argParser(readInstalled))
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
    throw new InvalidArgumentError("Write name or name=version, several between commas");
  }
  return { name: name.trim(), version: version.trim() };
}
