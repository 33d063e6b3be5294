import { Command, Option } from "commander";

import type { Duration } from "../../lib/object/duration.ts";
import { type UpdateMode, updateModes } from "../../lib/module/resource/update-policy.ts";
import type { Finish } from "../finish.ts";
import { choiceOption, readTimeout } from "../option-value.ts";
import { fillSettings } from "../settings.ts";
import type { Shell } from "../shell.ts";
import { addSidecarFlags, readAddress, readPath, type SidecarFlags } from "../sync-flags.ts";
import { UsageError } from "../usage-error.ts";
import { readPlatform, readVersion } from "./platform-version.ts";

/** The flags of `modules run`. */
export interface ModulesRunFlags extends SidecarFlags {
  /** Undefined for what the cluster tells: the last DeckhouseRelease that is Deployed. */
  readonly deckhouse?: string;
  /** Undefined for the version of the API server. */
  readonly kubernetes?: string;
  readonly edition: string;
  readonly bundle: string;
  readonly embedded: readonly string[];
  readonly updateMode: UpdateMode;
  readonly releaseChannel: string;
  readonly interval: Duration;
  /** Where reviews of the API server are answered; undefined where they are not. */
  readonly admission?: string;
  readonly admissionCertFile?: string;
  readonly admissionKeyFile?: string;
}

const help = `Examples:
  converge modules run --state-dir /var/lib/converge --page :8080 --metrics :9090
  converge modules run --edition ee --bundle Default --deckhouse v1.73.3
  converge modules run --admission :9443 --admission-cert-file tls.crt --admission-key-file tls.key

The resources that it works with: deploy/modules/crd. What they mean: docs/modules-operators.md.

Exit codes:
  0    ended by SIGTERM or SIGINT after its runs came to a safe point
  2    invalid usage, nothing was sent
  4    cluster unreachable, access refused, or the resources are not defined`;

/** The verb `modules run`. */
export function modulesRunCommand(shell: Shell, finish: Finish): Command {
  const command = new Command("run")
    .summary("run modules in a cluster: the controllers")
    .description(
      "Watches module sources, releases, policies, configurations and overrides, decides which version of which module may run, fetches it, and keeps the cluster at it.",
    )
    .addHelpText("after", `\n${help}`);
  addPlatformFlags(command);
  addSidecarFlags(command);
  command.action(async () => {
    await fillSettings(command, shell);
    const flags = command.opts<ModulesRunFlags>();
    checkAdmission(flags);
    const { runModules } = await import("./run-modules.ts");
    finish(await runModules({ flags, shell }));
  });
  return command;
}

function addPlatformFlags(command: Command): void {
  const deckhouse = "version of the platform (default: the last DeckhouseRelease that is Deployed)";
  const kubernetes = "version of Kubernetes (default: that of the API server)";
  const embedded = "modules that are part of the platform: their version is the platform's";
  const mode = "how releases without a policy are rolled out";
  const channel = "channel of modules without a policy";
  command
    .addOption(new Option("--deckhouse <version>", deckhouse).argParser(readPlatform))
    .addOption(new Option("--kubernetes <version>", kubernetes).argParser(readVersion))
    .addOption(new Option("--edition <name>", "edition of the platform: ee, ce, be, se").default(""))
    .addOption(new Option("--bundle <name>", "set of modules that is on by default").default("Default"))
    .addOption(new Option("--embedded <names>", embedded).argParser(readNames).default([], "none"))
    .addOption(choiceOption("--update-mode <mode>", mode, updateModes).default("Auto"))
    .addOption(new Option("--release-channel <name>", channel).default("Stable"))
    .addOption(
      new Option("--interval <duration>", "how often registries are looked at")
        .argParser(readTimeout)
        .default(180_000, "3m"),
    );
  const admission = "answer reviews of the API server there, over TLS: :9443";
  command
    .addOption(new Option("--admission <address>", admission).argParser(readAddress))
    .addOption(
      new Option(
        "--admission-cert-file <file>",
        "the certificate for it, PEM; read anew when it changes",
      ).argParser(readPath),
    )
    .addOption(new Option("--admission-key-file <file>", "its key").argParser(readPath));
}

function checkAdmission({ admission, admissionCertFile, admissionKeyFile }: ModulesRunFlags): void {
  const files = [admissionCertFile, admissionKeyFile].filter((file) => file !== undefined);
  if (admission !== undefined && files.length < 2) {
    throw new UsageError(
      "--admission needs --admission-cert-file and --admission-key-file: an API server speaks to webhooks over TLS alone",
    );
  }
  if (admission === undefined && files.length > 0) {
    throw new UsageError(
      "--admission-cert-file and --admission-key-file need --admission: say where to listen",
    );
  }
}

function readNames(text: string): readonly string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
