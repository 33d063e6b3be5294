import { Command, InvalidArgumentError, Option } from "commander";

import { externalPolicies } from "../../lib/order/model/edge.ts";
import type { GivenPlural } from "../../lib/rbac/resource-names.ts";
import { addPathFlags, requirePaths, pathHelp } from "../flags/path-flags.ts";
import { choiceOption, collectList, colorOption, readLabel, switchOption } from "../flags/option-parsers.ts";
import { addRenderFlags } from "../flags/render-flags.ts";
import { addReleaseFlag, demandRelease } from "../flags/run-flags.ts";
import { runRbac, type WrittenAccount, type RbacFlags } from "./run.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import { UsageError, type SetExitCode } from "../host/exit-code.ts";

const help = `Examples:
  converge rbac deploy/ --release shop -n shop | kubectl apply -f -
  converge rbac deploy/ --release shop -n shop --service-account ci/deployer
  converge rbac deploy/ --release shop -n shop --sync --service-account converge

The namespaces have to be there before the Roles in them.

Exit codes:
  0  printed
  2  invalid input or usage, nothing was printed
  130  interrupted (SIGINT); 143 terminated (SIGTERM)`;

/**
 * The verb `rbac`. Its action throws a UsageError if `--old` is empty, or `--act-as` is given without
 * `--sync`.
 */
export function rbacCommand(host: Host, finish: SetExitCode): Command {
  const command = new Command("rbac")
    .summary("print the rights that applying a set takes")
    .description(
      "Prints the Roles and ClusterRoles, with their bindings, that a service account needs to apply the set as a release, to prune and to delete it: nothing more. Needs no cluster.",
    )
    .argument("[path...]", pathHelp)
    .addHelpText("after", `\n${help}`);
  addPathFlags(command);
  addRenderFlags(command, false);
  addWhose(command);
  addWhat(command);
  return onCall(command, { host, finish }, async (paths: readonly string[]) => {
    const flags = command.opts<RbacFlags>();
    if (flags.old === "") {
      throw new UsageError("--old is empty: name a file, a folder or a git revision");
    }
    if (flags.actAs !== undefined && !flags.sync) {
      throw new UsageError("--act-as is for a sidecar: add --sync, or name the account by --service-account");
    }
    const release = demandRelease(flags);
    return runRbac(requirePaths(flags, paths, "rbac"), { ...flags, release }, host);
  });
}

function addWhose(command: Command): void {
  addReleaseFlag(command);
  const namespace = "the namespace of the release, and of objects that name none";
  const account = "who is granted the rights: NAME in the namespace of the release, or NAMESPACE/NAME";
  const sync = "for the sidecar as well: its Units, Leases and Events";
  const actAs = "with --sync: the service account that the sidecar acts as, which then has the rights";
  command
    .addOption(new Option("-n, --namespace <name>", namespace).default("default").argParser(readLabel))
    .addOption(
      new Option("--service-account <name>", account)
        .default({ namespace: undefined, name: "converge" }, "converge")
        .argParser(readAccount),
    )
    .addOption(switchOption("--sync [bool]", sync, false))
    .addOption(new Option("--act-as <name>", actAs).argParser(readAccount));
}

function addWhat(command: Command): void {
  const namespaced = "Roles alone: leaves out what only tells more, and refuses a set that needs the cluster";
  const crds = "definitions that the set does not hold: files or folders; may be repeated";
  const plural =
    "what a kind without a definition is called, as in Flunder.wardle.example.com=flunders; may be repeated";
  const old =
    "the set as it was: a file or folder, or a git revision of the same paths; its objects may be pruned";
  const external = "what a depends-on that leads outside the set is";
  command
    .addOption(switchOption("--namespaced [bool]", namespaced, false))
    .addOption(switchOption("--prune [bool]", "the release deletes what a later set lacks", true))
    .addOption(switchOption("--hooks [bool]", "the release runs hooks", true))
    .addOption(new Option("--crds <path>", crds).argParser(collectList))
    .addOption(new Option("--plural <kind=plural>", plural).argParser(readPlural))
    .addOption(new Option("--old <path|revision>", old))
    .addOption(choiceOption("--external-deps <policy>", external, externalPolicies).default("error"))
    .addOption(choiceOption("-o, --output <format>", "form of the output", ["yaml", "json"]).default("yaml"))
    .addOption(colorOption());
}

/** Parses a service account. Its name is a DNS subdomain, that of its namespace a DNS label. */
function readAccount(text: string): WrittenAccount {
  const [, namespace, name] =
    /^(?:([a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?)\/)?([a-z0-9](?:[-.a-z0-9]{0,251}[a-z0-9])?)$/.exec(text) ??
    [];
  if (name === undefined) {
    throw new InvalidArgumentError("Write it as NAME or NAMESPACE/NAME");
  }
  return { namespace, name };
}

/** Parses the plural of a kind with its group after a dot, as in kubectl; plurals are DNS labels. */
function readPlural(text: string, previous: readonly GivenPlural[] | undefined): readonly GivenPlural[] {
  const [, kind, group = "", plural] =
    /^([A-Za-z][A-Za-z0-9]{0,62})\.([a-z0-9](?:[-.a-z0-9]{0,251}[a-z0-9])?)=([a-z](?:[-a-z0-9]{0,61}[a-z0-9])?)$/.exec(
      text,
    ) ?? [];
  if (kind === undefined || plural === undefined) {
    throw new InvalidArgumentError("Write it as KIND.GROUP=PLURAL");
  }
  return [...(previous ?? []), { kind, group, plural }];
}
