import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { type Command, Option } from "commander";

import type { RegistryAccess } from "../../../lib/oci/model/registry-access.ts";
import type { RegistryOptions } from "../../../lib/modules/registry/open-registry.ts";
import { type ExitCode, exitCodes, UsageError } from "../../host/exit-code.ts";
import type { Host } from "../../host/host.ts";
import { versionLine } from "../../version/command.ts";

/** The flags for access to a registry. */
export interface RegistryFlags {
  readonly caFile?: string;
  readonly dockerConfig?: string;
  readonly insecureHttp?: boolean;
}

/** Adds the flags to a verb. */
export function addRegistryFlags(command: Command): void {
  const config = new Option("--docker-config <file>", "Docker configuration file with the credentials");
  command
    .addOption(new Option("--ca-file <file>", "file with additional PEM CA certificates"))
    .addOption(config.default(undefined, "config.json in $DOCKER_CONFIG or ~/.docker"))
    .addOption(
      new Option("--insecure-http", "use plain HTTP (insecure: traffic can be modified in transit)"),
    );
}

/**
 * Returns the access settings from the flags and the environment. Throws UsageError for files that cannot be
 * read.
 */
export async function accessOf(repo: string, flags: RegistryFlags, host: Host): Promise<RegistryAccess> {
  const { caFile, dockerConfig, insecureHttp = false } = flags;
  const ca = caFile === undefined ? "" : await readNeeded(caFile, "--ca-file");
  const configuration =
    dockerConfig === undefined
      ? await readFile(usualConfiguration(host), "utf8").catch(() => "")
      : await readNeeded(dockerConfig, "--docker-config");
  return {
    repo: repo.replace(/\/$/, ""),
    scheme: insecureHttp ? "HTTP" : "HTTPS",
    ca,
    dockerCfg: Buffer.from(configuration).toString("base64"),
  };
}

/** Returns the dependencies of a registry client on the command line. */
export async function registryFacts({ clock, random }: Host): Promise<RegistryOptions> {
  const { architectureOf } = await import("../../../lib/modules/registry/model/module-registry.ts");
  const userAgent = versionLine.replace(" ", "/");
  return { clock, random, userAgent, architecture: architectureOf(process.arch) };
}

const remedies = {
  credentials: "log in with `docker login`, or name another configuration with --docker-config",
  authority: "with --ca-file",
  "plain http": "with --insecure-http",
} as const;

/**
 * Performs an action on a registry until a signal ends it. An error of the registry is reported in one line,
 * with a remedy if the access settings are at fault, and becomes an exit code.
 */
export async function withRegistry(
  host: Host,
  act: (signal: AbortSignal) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { RegistryError } = await import("../../../lib/oci/model/registry-error.ts");
  const { escapeControl } = await import("../../../lib/report/terminal/escape-control.ts");
  const signals = host.takeSignals();
  try {
    return await act(signals.signal);
  } catch (error) {
    if (signals.signal.aborted) {
      return signals.exitCode() ?? exitCodes.failed;
    }
    if (!(error instanceof RegistryError)) {
      throw error;
    }
    const remedy = error.lacks === undefined ? "" : `: ${remedies[error.lacks]}`;
    host.stderr.write(`error: ${escapeControl(error.message)}${remedy}\n`);
    const isClosed = error.fault === "unreachable" || error.fault === "denied";
    return isClosed ? exitCodes.unreachable : exitCodes.failed;
  }
}

/** Opens a registry: invalid arguments are a usage error. Throws UsageError. */
export async function opened<T>(open: () => T): Promise<T> {
  const { RegistryError } = await import("../../../lib/oci/model/registry-error.ts");
  try {
    return open();
  } catch (error) {
    throw error instanceof RegistryError ? new UsageError(error.message) : error;
  }
}

function usualConfiguration({ env, homeDirectory }: Host): string {
  const folder = env["DOCKER_CONFIG"] ?? "";
  return join(folder === "" ? join(homeDirectory, ".docker") : folder, "config.json");
}

async function readNeeded(path: string, flag: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch {
    throw new UsageError(`${flag}: ${path} cannot be read`);
  }
}
