import { Command, Option } from "commander";

import { openApiVersions, type OpenApiVersion } from "../lib/schema/published/native-fields.ts";
import { escapeControl } from "../lib/report/printable.ts";
import { switchOption } from "./apply-flags.ts";
import { addSchemaFlags, type SchemaFlags } from "./check-flags.ts";
import { type ColorMode, colorModes } from "./color.ts";
import type { SetExitCode } from "./finish.ts";
import { addPathFlags, requirePaths, type PathFlags, pathsOf, pathHelp } from "./given-paths.ts";
import { choiceOption, readLabel } from "./option-value.ts";
import { addRenderFlags, type RenderFlags } from "./render-flags.ts";
import { runShow } from "./run-show.ts";
import { fillSettings } from "./settings.ts";
import type { Host } from "./shell.ts";
import { UsageError } from "./usage-error.ts";

const help = `Examples:
  converge show web manifests/                           as the server would store it
  converge show web manifests/ --crds crds/ --pruned     only without unknown fields
  converge show web manifests/ --defaulted               only with its defaults
  converge show crontabs.stable.example.com crds/ --openapi v3

Defaults of built-in kinds are in the server's own code: they are not filled in.
An OBJECT is written as in the plan, apps/namespaces/shop/Deployment/web, or
shorter where that is clear: web, Deployment/web.

Exit codes:
  0  done
  2  invalid usage, or there is no such object`;

/** The flags of `show` as they were read. */
export interface ShowFlags extends SchemaFlags, PathFlags, RenderFlags {
  readonly namespace: string;
  readonly release: string;
  readonly defaulted: boolean;
  readonly pruned: boolean;
  readonly openapi?: OpenApiVersion;
  readonly showSecrets: boolean;
  readonly output: "yaml" | "json";
  readonly color: ColorMode;
}

/** The verb `show`. */
export function showCommand(shell: Host, finish: SetExitCode): Command {
  const command = new Command("show")
    .summary("show an object as the server would store it")
    .description(
      "Shows an object of the set as the API server would store it, or the schema of a definition as the server publishes it. Needs no cluster.",
    )
    .argument("<object>", "the object to show")
    .argument("[path...]", pathHelp)
    .addHelpText("after", `\n${help}`);
  addPathFlags(command);
  addRenderFlags(command, false);
  addSchemaFlags(command);
  addChoices(command);
  command.action(async (object: string, paths: readonly string[]) => {
    await fillSettings(command, shell);
    const flags = command.opts<ShowFlags>();
    if (pathsOf(flags, paths).length === 0 && shell.exists(object)) {
      throw new UsageError(
        `no object given, and ${escapeControl(object)} is a path: name the object first, as in \`converge show Deployment/web ${escapeControl(object)}\``,
      );
    }
    finish(await runShow(object, requirePaths(flags, paths, `show ${object}`), { flags, shell }));
  });
  return command;
}

function addChoices(command: Command): void {
  const namespace = "where namespaced objects without a namespace go";
  const openapi = "of a definition: the schema of each served version, as the server publishes it";
  command
    .addOption(switchOption("--defaulted [bool]", "only fill in defaults", false))
    .addOption(switchOption("--pruned [bool]", "only leave out unknown fields", false))
    .addOption(choiceOption("--openapi <version>", openapi, openApiVersions))
    .addOption(new Option("-n, --namespace <name>", namespace).default("default").argParser(readLabel))
    .addOption(new Option("--release <name>", "name of the set").default("default").argParser(readLabel))
    .addOption(switchOption("--show-secrets [bool]", "show values of Secrets too", false))
    .addOption(choiceOption("-o, --output <format>", "form of the output", ["yaml", "json"]).default("yaml"))
    .addOption(choiceOption("--color <when>", "when to colour", colorModes).default("auto"));
}
