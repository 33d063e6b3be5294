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
import { addUnitFlags, refuseUnitFlags, type SyncUnitFlags } from "../flags/sync-unit-flags.ts";
import { configFromFlags } from "../flags/unit-from-flags.ts";
import { UsageError, type SetExitCode, usualCodes } from "../host/exit-code.ts";
import { type HelpPage, describeCommand } from "../help/help-page.ts";

const page: HelpPage = {
  summary: "Keep a cluster in sync with git repositories",
  details:
    "Applies new commits, corrects drift and retries failures, until it is stopped. Flags define one unit; a file given by --config defines several.",
  examples: [
    [
      "Keep a release in sync with a branch",
      "converge sync --repo https://github.com/example/shop.git --ref main \\",
      "  --path deploy --release shop -n shop",
    ],
    [
      "Follow a range of version tags, over SSH",
      "converge sync --repo git@github.com:example/shop.git \\",
      "  --ref 'semver:>=1.2 <2' --release shop \\",
      "  --ssh-key-file /etc/git/ssh --known-hosts-file /etc/git/known_hosts",
    ],
    [
      "Keep several units in sync, with a dashboard and metrics",
      "converge sync --config sync.yaml --page 127.0.0.1:8080 --metrics :9090",
    ],
    ["Reconcile every unit once, for CI and cron jobs", "converge sync --config sync.yaml --once"],
  ],
  notes: [
    {
      title: "Notes",
      text: "docs/sync/configuration.md describes the file, and docs/sync.schema.json is its schema for editors.",
    },
  ],
  exitCodes: {
    0: "stopped by a signal; with --once: all units are ready or suspended",
    1: "with --once: a unit failed",
    2: "invalid configuration or usage, nothing was sent",
    3: "with --once: timed out",
    4: usualCodes[4],
    5: "with --once: a unit waits for approval, its ring or a window",
    130: "with --once: interrupted (SIGINT)",
    143: "with --once: terminated (SIGTERM)",
  },
};

/** The verb `sync`. */
export function syncCommand(host: Host, finish: SetExitCode): Command {
  const command = describeCommand(new Command("sync"), page);
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
    throw new UsageError(
      "--repo or --config is required: name a git repository, or a file that defines units",
    );
  }
  return { type: "flags", configuration: await configFromFlags(flags) };
}
