import { Command } from "commander";

import { openApiVersions } from "../../lib/validate/openapi/object-meta-schema.ts";
import { escapeControl } from "../../lib/report/terminal/escape-control.ts";
import { addSchemaFlags } from "../flags/validation-flags.ts";
import { addPathFlags, requirePaths, pathsOf, pathHelp } from "../flags/path-flags.ts";
import { choiceOption, colorOption, switchOption } from "../flags/option-parsers.ts";
import { addRemoteChartFlags } from "../flags/remote-chart-flags.ts";
import { addRenderFlags } from "../flags/render-flags.ts";
import { runShow, type ShowFlags } from "./run.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import { UsageError, type SetExitCode, signalCodes } from "../host/exit-code.ts";
import { namespaceOption, plannedReleaseOption, showSecretsOption } from "../flags/set-flags.ts";
import { type HelpPage, describeCommand, objectNames } from "../help/help-page.ts";

const page: HelpPage = {
  summary: "Show an object as the API server would store it",
  details:
    "Fills in defaults and removes unknown fields. Of a CRD, --openapi shows the schemas that the API server publishes. Needs no cluster.",
  examples: [
    ["Show an object as the API server would store it", "converge show Deployment/web manifests/"],
    [
      "Show a custom resource without unknown fields",
      "converge show CronTab/nightly manifests/ --crds crds/ --pruned",
    ],
    ["Show the published schemas of a CRD", "converge show crontabs.stable.example.com crds/ --openapi v3"],
  ],
  notes: [
    {
      title: "Notes",
      text: "Defaults of built-in kinds are not filled in: they are part of the code of the API server.",
    },
    objectNames,
  ],
  exitCodes: { 0: "done", 2: "invalid usage, or the object does not exist", ...signalCodes },
};

/** The verb `show`. Its action throws a UsageError if the object is missing and a path is given instead. */
export function showCommand(host: Host, finish: SetExitCode): Command {
  const command = describeCommand(new Command("show"), page)
    .argument("<object>", "object to show")
    .argument("[path...]", pathHelp);
  addPathFlags(command);
  addRemoteChartFlags(command);
  addRenderFlags(command, false);
  addSchemaFlags(command);
  addChoices(command);
  return onCall(command, { host, finish }, async (object: string, paths: readonly string[]) => {
    const flags = command.opts<ShowFlags>();
    if (pathsOf(flags, paths).length === 0 && host.exists(object)) {
      throw new UsageError(
        `no object given, only the path ${escapeControl(object)}: name the object first, as in \`converge show Deployment/web ${escapeControl(object)}\``,
      );
    }
    return runShow(object, requirePaths(flags, paths, `show ${object}`), { flags, host });
  });
}

function addChoices(command: Command): void {
  const openapi = "show the published schema of each served version of a CRD";
  command
    .addOption(switchOption("--defaulted [bool]", "only fill in defaults", false))
    .addOption(switchOption("--pruned [bool]", "only remove unknown fields", false))
    .addOption(choiceOption("--openapi <version>", openapi, openApiVersions))
    .addOption(namespaceOption("default"))
    .addOption(plannedReleaseOption())
    .addOption(showSecretsOption())
    .addOption(choiceOption("-o, --output <format>", "output format", ["yaml", "json"]).default("yaml"))
    .addOption(colorOption());
}
