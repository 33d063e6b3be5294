import { Command, InvalidArgumentError, Option } from "commander";

import type { GivenPlural } from "../../lib/rbac/resource-names.ts";
import { addPathFlags, requirePaths, pathHelp } from "../flags/path-flags.ts";
import { choiceOption, collectList, colorOption, switchOption } from "../flags/option-parsers.ts";
import { addRemoteChartFlags } from "../flags/remote-chart-flags.ts";
import { addRenderFlags } from "../flags/render-flags.ts";
import { addReleaseFlag, demandRelease, hooksOption } from "../flags/run-flags.ts";
import { runRbac, type WrittenAccount, type RbacFlags } from "./run.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import { UsageError, type SetExitCode, signalCodes } from "../host/exit-code.ts";
import { namespaceOption, externalDepsOption, oldOption } from "../flags/set-flags.ts";
import { type HelpPage, describeCommand } from "../help/help-page.ts";
import { crdsOption } from "../flags/validation-flags.ts";

const page: HelpPage = {
  summary: "Print the RBAC rules needed to apply the manifests",
  details:
    "Prints Roles, ClusterRoles and their bindings for a service account that applies, prunes and deletes the release, with no other permissions. Needs no cluster.",
  examples: [
    [
      "Grant a service account what applying needs",
      "converge rbac deploy/ --release shop -n shop | kubectl apply -f -",
    ],
    [
      "Use the service account deployer in the namespace ci",
      "converge rbac deploy/ --release shop -n shop --service-account ci/deployer",
    ],
    [
      "Print what a sidecar needs",
      "converge rbac deploy/ --release shop -n shop --sync --service-account converge",
    ],
  ],
  notes: [
    {
      title: "Notes",
      text: "Namespaces must exist before the Roles in them can be created. Permissions for objects of --old allow pruning them.",
    },
  ],
  exitCodes: { 0: "printed", 2: "invalid input or usage, nothing was printed", ...signalCodes },
};

/**
 * The verb `rbac`. Its action throws a UsageError if `--old` is empty, or `--act-as` or
 * `--kubeconfig-secret` is given without `--sync`.
 */
export function rbacCommand(host: Host, finish: SetExitCode): Command {
  const command = describeCommand(new Command("rbac").argument("[path...]", pathHelp), page);
  addPathFlags(command);
  addRemoteChartFlags(command);
  addRenderFlags(command, false);
  addWhose(command);
  addWhat(command);
  return onCall(command, { host, finish }, async (paths: readonly string[]) => {
    const flags = command.opts<RbacFlags>();
    if (flags.old === "") {
      throw new UsageError("--old is empty: name a file, a directory or a git revision");
    }
    if (flags.actAs !== undefined && !flags.sync) {
      throw new UsageError("--act-as requires --sync: add it, or name the account with --service-account");
    }
    if (flags.kubeconfigSecret !== undefined && !flags.sync) {
      throw new UsageError("--kubeconfig-secret requires --sync: only a sidecar reads such Secrets");
    }
    const release = demandRelease(flags);
    return runRbac(requirePaths(flags, paths, "rbac"), { ...flags, release }, host);
  });
}

function addWhose(command: Command): void {
  addReleaseFlag(command);
  const account = "service account that gets the permissions: name, or namespace/name";
  const sync = "also grant what a sidecar needs for its Units, Leases and Events";
  const actAs = "service account that the sidecar impersonates; it gets the permissions (requires --sync)";
  command
    .addOption(namespaceOption("default"))
    .addOption(
      new Option("--service-account <name>", account)
        .default({ namespace: undefined, name: "converge" }, "converge")
        .argParser(readAccount),
    )
    .addOption(switchOption("--sync [bool]", sync, false))
    .addOption(new Option("--act-as <name>", actAs).argParser(readAccount))
    .addOption(
      new Option(
        "--kubeconfig-secret <name>",
        "Secret with the kubeconfig of another cluster of the sidecar (requires --sync; repeatable)",
      ).argParser(collectList),
    );
}

function addWhat(command: Command): void {
  const namespaced = "print Roles only, without optional cluster permissions; fails if others are needed";
  const plural =
    "plural name of a kind without a CRD, such as Flunder.wardle.example.com=flunders (repeatable)";
  command
    .addOption(switchOption("--namespaced [bool]", namespaced, false))
    .addOption(switchOption("--prune [bool]", "include permissions for pruning", true))
    .addOption(hooksOption(true))
    .addOption(crdsOption())
    .addOption(new Option("--plural <kind=plural>", plural).argParser(readPlural))
    .addOption(oldOption())
    .addOption(externalDepsOption("error"))
    .addOption(choiceOption("-o, --output <format>", "output format", ["yaml", "json"]).default("yaml"))
    .addOption(colorOption());
}

/** Parses a service account. Its name is a DNS subdomain, that of its namespace a DNS label. */
function readAccount(text: string): WrittenAccount {
  const [, namespace, name] =
    /^(?:([a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?)\/)?([a-z0-9](?:[-.a-z0-9]{0,251}[a-z0-9])?)$/.exec(text) ??
    [];
  if (name === undefined) {
    throw new InvalidArgumentError("write NAME or NAMESPACE/NAME");
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
    throw new InvalidArgumentError("write KIND.GROUP=PLURAL");
  }
  return [...(previous ?? []), { kind, group, plural }];
}
