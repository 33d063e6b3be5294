import { Command, Option } from "commander";

import type { Duration } from "../../../lib/object/duration.ts";
import { readTimeout } from "../../flags/option-parsers.ts";
import { onCall } from "../../flags/settings.ts";
import type { Host } from "../../host/host.ts";
import { addSidecarFlags, readAddress, readPath, type SidecarFlags } from "../../flags/sync-flags.ts";
import { UsageError, type SetExitCode } from "../../host/exit-code.ts";
import { addPlatformFlags, type PlatformFlags } from "../flags/platform-flags.ts";

/** The flags of `modules run`. */
export interface ModulesRunFlags extends SidecarFlags, PlatformFlags {
  readonly interval: Duration;
  /** Address for admission reviews of the API server; undefined to answer none. */
  readonly admission?: string;
  readonly admissionCertFile?: string;
  readonly admissionKeyFile?: string;
}

const help = `Examples:
  converge modules run --state-dir /var/lib/converge --page :8080 --metrics :9090
  converge modules run --edition ee --bundle Default --deckhouse v1.73.3
  converge modules run --admission :9443 --admission-cert-file tls.crt --admission-key-file tls.key

The resources that it works with: deploy/modules/crd. What they mean: docs/modules/operators.md.

Exit codes:
  0    ended by SIGTERM or SIGINT after its runs came to a safe point
  2    invalid usage, nothing was sent
  4    cluster unreachable, access refused, or the resources are not defined`;

/** The verb `modules run`. */
export function modulesRunCommand(host: Host, finish: SetExitCode): Command {
  const command = new Command("run")
    .summary("run modules in a cluster: the controllers")
    .description(
      "Watches module sources, releases, policies, configurations and overrides, decides which version of which module may run, fetches it, and keeps the cluster at it.",
    )
    .addHelpText("after", `\n${help}`);
  addPlatformFlags(command, { kubernetes: "that of the API server" });
  addRunFlags(command);
  addSidecarFlags(command);
  return onCall(command, { host, finish }, async () => {
    const flags = command.opts<ModulesRunFlags>();
    checkAdmission(flags);
    const { runModules } = await import("./run.ts");
    return runModules({ flags, host });
  });
}

function addRunFlags(command: Command): void {
  command.addOption(
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
