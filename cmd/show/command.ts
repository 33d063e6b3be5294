import { Command, Option } from "commander";

import { openApiVersions } from "../../lib/validate/openapi/object-meta-schema.ts";
import { escapeControl } from "../../lib/report/terminal/escape-control.ts";
import { addSchemaFlags } from "../flags/validation-flags.ts";
import { addPathFlags, requirePaths, pathsOf, pathHelp } from "../flags/path-flags.ts";
import { choiceOption, colorOption, readLabel, switchOption } from "../flags/option-parsers.ts";
import { addRenderFlags } from "../flags/render-flags.ts";
import { runShow, type ShowFlags } from "./run.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import { UsageError, type SetExitCode } from "../host/exit-code.ts";

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

/** The verb `show`. Its action throws a UsageError if the object is missing and a path is given instead. */
export function showCommand(host: Host, finish: SetExitCode): Command {
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
  return onCall(command, { host, finish }, async (object: string, paths: readonly string[]) => {
    const flags = command.opts<ShowFlags>();
    if (pathsOf(flags, paths).length === 0 && host.exists(object)) {
      throw new UsageError(
        `no object given, and ${escapeControl(object)} is a path: name the object first, as in \`converge show Deployment/web ${escapeControl(object)}\``,
      );
    }
    return runShow(object, requirePaths(flags, paths, `show ${object}`), { flags, host });
  });
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
    .addOption(colorOption());
}
