import { Command } from "commander";

import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import {
  addConfigFlag,
  addSyncFlags,
  checkSyncFlags,
  type ConfigurationSource,
  type SyncFlags,
} from "../flags/sync-flags.ts";
import { addUnitFlags, settingOfFlag, type SyncUnitFlags } from "../flags/sync-unit-flags.ts";
import { configFromFlags } from "../flags/unit-from-flags.ts";
import { UsageError, type SetExitCode } from "../host/exit-code.ts";

const help = `Examples:
  converge sync --repo https://github.com/example/shop.git --ref main --path deploy --release shop -n shop
  converge sync --repo git@github.com:example/shop.git --ref 'semver:>=1.2 <2' --release shop
      --ssh-key-file /etc/git/ssh --known-hosts-file /etc/git/known_hosts
  converge sync --config sync.yaml --page 127.0.0.1:8080 --metrics :9090      several units
  converge sync --config sync.yaml --once            one pass, for CI and cron

What a file may say: docs/sync/configuration.md, and docs/sync.schema.json for editors.

Exit codes:
  0    ended by SIGTERM or SIGINT after its runs came to a safe point; with --once: all units are ready
  1    with --once: a unit failed
  2    invalid configuration or usage, nothing was sent
  3    with --once: timed out
  4    cluster unreachable or access refused
  130  interrupted (SIGINT) in the middle of --once; 143 terminated (SIGTERM)`;

/** The verb `sync`. */
export function syncCommand(host: Host, finish: SetExitCode): Command {
  const command = new Command("sync")
    .summary("keep a cluster at what git says")
    .description(
      "Follows git, and keeps a cluster at what it says: a new revision is applied at once, drift is corrected, what failed is tried again. With --repo one unit, with --config several.",
    )
    .addHelpText("after", `\n${help}`);
  addConfigFlag(command);
  addUnitFlags(command);
  addSyncFlags(command);
  return onCall(command, { host, finish }, async () => {
    const flags = command.opts<SyncFlags & SyncUnitFlags>();
    checkSyncFlags(flags);
    // Loaded on demand, so that other verbs do not pay for servers, metrics and the rest of a sidecar.
    const { runSync } = await import("./run.ts");
    return runSync({ source: await sourceOf(command, flags), flags, host });
  });
}

async function sourceOf(command: Command, flags: SyncFlags & SyncUnitFlags): Promise<ConfigurationSource> {
  const { config, repo } = flags;
  if (config !== undefined) {
    refuseUnitFlags(command);
    return { type: "file", file: config };
  }
  if (repo === undefined) {
    throw new UsageError("what is followed? Name a repository with --repo, or a file of units with --config");
  }
  return { type: "flags", configuration: await configFromFlags(flags) };
}

/**
 * Refuses flags of a unit together with `--config`. Those in `converge.yaml` are for all verbs, and are
 * allowed; those given to this call would be ignored.
 */
function refuseUnitFlags(command: Command): void {
  const given = command.options.find((option) => {
    const source = command.getOptionValueSource(option.attributeName()) ?? "";
    return settingOfFlag.has(option.name()) && ["cli", "env"].includes(source);
  });
  if (given !== undefined) {
    const name = given.name();
    throw new UsageError(
      `--${name} makes one unit, and --config brings its own: write it into the file, as ${settingOfFlag.get(name) ?? ""} of a unit or of defaults`,
    );
  }
}
