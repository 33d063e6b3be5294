import { type Command, InvalidArgumentError, Option } from "commander";

import type { Duration } from "../../lib/object/duration.ts";
import { ListenError, parseListenAddress } from "../../lib/web/server/listen-address.ts";
import type { SyncConfiguration } from "../../lib/sync/unit/unit.ts";
import { addClusterFlags, type ClusterFlags } from "./cluster-flags.ts";
import { type ColorMode } from "../host/color.ts";
import { choiceOption, colorOption, readLabel, switchOption } from "./option-parsers.ts";
import { addConcurrencyFlag, addLockTimeoutFlag } from "./run-flags.ts";
import type { Host } from "../host/host.ts";
import { UsageError } from "../host/exit-code.ts";

/** The flags of all long-running verbs, beside or in a cluster. */
export interface SidecarFlags extends ClusterFlags {
  /** Undefined to use the name in the file, or the release of the only unit. */
  readonly name?: string;
  /** Undefined to use POD_NAME, or the run id. */
  readonly identity?: string;
  /** Addresses of the page and of the metrics; undefined for none. */
  readonly page?: string;
  readonly metrics?: string;
  readonly logFormat: LogFormat;
  /** Undefined to use a temporary folder. */
  readonly stateDir?: string;
  readonly lockTimeout: Duration;
  readonly concurrency: number;
  readonly color: ColorMode;
}

/** The flags of `sync` for the whole sidecar. */
export interface SyncFlags extends SidecarFlags {
  readonly config?: string;
  readonly once: boolean;
  /** Address for push events; undefined to accept none. */
  readonly webhook?: string;
  /** Required with `webhook`. */
  readonly webhookSecretFile?: string;
}

/** The formats of the log. */
export const logFormats = ["text", "json"] as const;
export type LogFormat = (typeof logFormats)[number];

/** The source of the units: a file, which is reloaded when it changes, or the flags. */
export type ConfigurationSource =
  | { readonly type: "file"; readonly file: string }
  | { readonly type: "flags"; readonly configuration: SyncConfiguration };

/** Inputs of one call of `sync`. */
export interface SyncArgs {
  readonly source: ConfigurationSource;
  readonly flags: SyncFlags;
  readonly host: Host;
}

/** Adds the flags of `sync` for the whole sidecar. */
export function addSyncFlags(command: Command): void {
  const once = "reconcile every unit once and exit, for CI and cron jobs";
  const webhook = "address for push events from GitHub, GitLab and Gitea, such as :9292";
  const secret = "file with the secret that authenticates push events";
  command.addOption(switchOption("--once [bool]", once, false));
  addSidecarFlags(command, "the name in the file, or the release");
  command
    .addOption(new Option("--webhook <address>", webhook).argParser(readAddress))
    .addOption(new Option("--webhook-secret-file <file>", secret).argParser(readPath));
}

/** Adds the flags of all long-running verbs. */
export function addSidecarFlags(command: Command, sidecarName: string): void {
  const name = "name of this sidecar, unique in its namespace";
  const identity = "name of this replica, unique among the replicas of the sidecar";
  const state = "directory for state to keep between restarts";
  command
    .addOption(new Option("--name <name>", name).default(undefined, sidecarName).argParser(readLabel))
    .addOption(
      new Option("--identity <name>", identity)
        .default(undefined, "$POD_NAME, or a random name")
        .argParser(readIdentity),
    )
    .addOption(
      new Option("--state-dir <folder>", state)
        .default(undefined, "a temporary directory")
        .argParser(readPath),
    )
    .addOption(choiceOption("--log-format <format>", "log format", logFormats).default("text"))
    .addOption(colorOption());
  addServers(command);
  addLockTimeoutFlag(command);
  addConcurrencyFlag(command);
  addClusterFlags(command);
}

/** Adds `--config`, which is next to `--repo` in the help. */
export function addConfigFlag(command: Command): void {
  const config = "file that defines several units (reloaded when it changes)";
  command.addOption(new Option("--config <file>", config).argParser(readPath));
}

function addServers(command: Command): void {
  const page = "address for the read-only dashboard, such as 127.0.0.1:8080, or :8080 for all interfaces";
  const metrics = "address for /metrics, /healthz and /readyz, such as :9090";
  command
    .addOption(new Option("--page <address>", page).argParser(readAddress))
    .addOption(new Option("--metrics <address>", metrics).argParser(readAddress));
}

/** Checks that the sidecar's flags fit together. Throws a UsageError if not. */
export function checkSyncFlags({ webhook, webhookSecretFile }: SyncFlags): void {
  if (webhook !== undefined && webhookSecretFile === undefined) {
    throw new UsageError(
      "--webhook requires --webhook-secret-file: without a secret, anyone could send push events",
    );
  }
  if (webhook === undefined && webhookSecretFile !== undefined) {
    throw new UsageError("--webhook-secret-file requires --webhook: add the address for push events");
  }
}

/**
 * Validates a listen address: `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, `:8080`. Throws an
 * InvalidArgumentError if it is invalid.
 */
export function readAddress(text: string): string {
  try {
    parseListenAddress(text);
    return text;
  } catch (error) {
    if (error instanceof ListenError) {
      throw new InvalidArgumentError("write an address such as 127.0.0.1:8080, or :8080 for all interfaces");
    }
    throw error;
  }
}

/** The identity becomes part of a Lease's name: a DNS subdomain, like names of pods. */
function readIdentity(text: string): string {
  if (text.length > 63 || !/^[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?$/.test(text)) {
    throw new InvalidArgumentError(
      "write up to 63 lowercase letters, digits, - or ., starting and ending with a letter or digit",
    );
  }
  return text;
}

/** Validates a path. Throws an InvalidArgumentError if it is empty or contains a NUL. */
export function readPath(text: string): string {
  if (text === "" || text.includes("\0")) {
    throw new InvalidArgumentError("write a path that is not empty");
  }
  return text;
}
