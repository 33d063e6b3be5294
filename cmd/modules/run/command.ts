import { Command, Option } from "commander";

import type { Duration } from "../../../lib/object/duration.ts";
import { readTimeout } from "../../flags/option-parsers.ts";
import { onCall } from "../../flags/settings.ts";
import type { Host } from "../../host/host.ts";
import { addSidecarFlags, readAddress, readPath, type SidecarFlags } from "../../flags/sync-flags.ts";
import { UsageError, type SetExitCode } from "../../host/exit-code.ts";
import { addPlatformFlags, type PlatformFlags } from "../flags/platform-flags.ts";
import { type HelpPage, describeCommand } from "../../help/help-page.ts";

/** The flags of `modules run`. */
export interface ModulesRunFlags extends SidecarFlags, PlatformFlags {
  readonly interval: Duration;
  /** Address for admission reviews of the API server; undefined to answer none. */
  readonly admission?: string;
  readonly admissionCertFile?: string;
  readonly admissionKeyFile?: string;
}

const page: HelpPage = {
  summary: "Run the module controllers",
  details:
    "Watches module sources, releases, update policies, configurations and overrides, decides which version of each module may run, pulls it and keeps the cluster in sync with it.",
  examples: [
    [
      "Run the controllers with a dashboard and metrics",
      "converge modules run --page :8080 --metrics :9090 --state-dir /var/converge",
    ],
    [
      "Set the edition, the bundle and the version of the platform",
      "converge modules run --edition ee --bundle Default --deckhouse v1.73.3",
    ],
    [
      "Also answer admission reviews of the API server",
      "converge modules run --admission :9443 \\",
      "  --admission-cert-file tls.crt --admission-key-file tls.key",
    ],
  ],
  notes: [
    {
      title: "Notes",
      text: "deploy/modules/crd contains the CRDs that are needed, and docs/modules/operators.md describes them.",
    },
  ],
  exitCodes: {
    0: "stopped by a signal at a safe point",
    2: "invalid usage, nothing was sent",
    4: "cluster unreachable, access denied, or the CRDs are not installed",
  },
};

/** The verb `modules run`. */
export function modulesRunCommand(host: Host, finish: SetExitCode): Command {
  const command = describeCommand(new Command("run"), page);
  addPlatformFlags(command, { kubernetes: "the version of the API server" });
  addRunFlags(command);
  addSidecarFlags(command, "modules");
  return onCall(command, { host, finish }, async () => {
    const flags = command.opts<ModulesRunFlags>();
    checkAdmission(flags);
    const { runModules } = await import("./run.ts");
    return runModules({ flags, host });
  });
}

function addRunFlags(command: Command): void {
  command.addOption(
    new Option("--interval <duration>", "how often to check registries for new versions")
      .argParser(readTimeout)
      .default(180_000, "3m"),
  );
  const admission = "address for admission reviews of the API server, over TLS, such as :9443";
  command
    .addOption(new Option("--admission <address>", admission).argParser(readAddress))
    .addOption(
      new Option(
        "--admission-cert-file <file>",
        "file with the PEM certificate; reloaded when it changes",
      ).argParser(readPath),
    )
    .addOption(
      new Option(
        "--admission-key-file <file>",
        "file with the PEM private key; reloaded when it changes",
      ).argParser(readPath),
    );
}

function checkAdmission({ admission, admissionCertFile, admissionKeyFile }: ModulesRunFlags): void {
  const files = [admissionCertFile, admissionKeyFile].filter((file) => file !== undefined);
  if (admission !== undefined && files.length < 2) {
    throw new UsageError(
      "--admission requires --admission-cert-file and --admission-key-file: API servers call webhooks only over TLS",
    );
  }
  if (admission === undefined && files.length > 0) {
    throw new UsageError(
      "--admission-cert-file and --admission-key-file require --admission: add the address to listen on",
    );
  }
}
