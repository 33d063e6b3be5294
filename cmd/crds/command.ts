import { Command } from "commander";

import { colorOption } from "../flags/option-parsers.ts";
import { onCall } from "../flags/settings.ts";
import type { HelpNote, HelpPage } from "../help/help-page.ts";
import { describeCommand } from "../help/help-page.ts";
import type { SetExitCode } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import { type AddFlags, runAdd } from "./run-add.ts";
import { runListCrds } from "./run-list.ts";
import { runRemove } from "./run-remove.ts";

const cacheNote: HelpNote = {
  title: "Cache",
  text: "The CRDs are stored in $XDG_CACHE_HOME/converge/crds or ~/.cache/converge/crds. CRDs of the set and of --crds take precedence; a note names those that were used. --cached-crds=false, or CONVERGE_CACHED_CRDS=false in CI, ignores them.",
};

const page: HelpPage = {
  summary: "Store CRDs for validate, plan and show",
  details: "Stored CRDs are used for custom resources whose CRD is neither in the set nor named by --crds.",
  examples: [
    ["Store the CRDs of a directory", "converge crds add crds/"],
    ["Show which CRDs are stored", "converge crds list"],
  ],
  notes: [cacheNote],
};

const addPage: HelpPage = {
  summary: "Store CRDs",
  details:
    "Validates the CRDs among the objects and stores them, in place of earlier ones. Other objects are ignored. With an error, nothing is stored.",
  examples: [
    ["Store the CRDs of a directory", "converge crds add crds/"],
    ["Store the CRDs of a cluster", "kubectl get crds -o yaml | converge crds add -"],
  ],
  notes: [cacheNote],
  exitCodes: { 0: "stored", 2: "invalid input or usage, nothing was stored" },
};

const listPage: HelpPage = {
  summary: "List stored CRDs",
  details: "Prints the name, kind and versions of each stored CRD.",
  examples: [["Show which CRDs are stored", "converge crds list"]],
  exitCodes: { 0: "success", 2: "invalid usage" },
};

const removePage: HelpPage = {
  summary: "Remove stored CRDs",
  details: "Removes CRDs by their names, as `converge crds list` prints them.",
  examples: [["Remove a CRD", "converge crds remove crontabs.stable.example.com"]],
  exitCodes: { 0: "removed", 2: "invalid usage, or a CRD is not stored: nothing was removed" },
};

/** The verb `crds`, whose subcommands manage the cache of CRDs. */
export function crdsCommand(host: Host, finish: SetExitCode): Command {
  const hosted = { host, finish };
  const add = describeCommand(new Command("add"), addPage)
    .argument("<path...>", "files, directories (read recursively), or - for standard input")
    .addOption(colorOption());
  const list = describeCommand(new Command("list"), listPage);
  const remove = describeCommand(new Command("remove"), removePage).argument("<name...>", "names of CRDs");
  return describeCommand(new Command("crds"), page)
    .helpCommand("help [command]", "Show the help of a command")
    .addCommand(
      onCall(add, hosted, async (paths: readonly string[]) => runAdd(paths, add.opts<AddFlags>(), host)),
    )
    .addCommand(onCall(list, hosted, async () => runListCrds(host)))
    .addCommand(onCall(remove, hosted, async (names: readonly string[]) => runRemove(names, host)));
}
