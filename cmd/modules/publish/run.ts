import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { type JsonValue, stringField } from "../../../lib/object/json.ts";
import type { PublicationReport } from "../../../lib/report/modules/registry-publication.ts";
import { parseVersion } from "../../../lib/object/semver/version.ts";
import { type ExitCode, exitCodes, UsageError } from "../../host/exit-code.ts";
import type { Host } from "../../host/host.ts";
import { printDiagnostics } from "../../output/print-diagnostics.ts";
import {
  accessOf,
  opened,
  registryFacts,
  withRegistry,
  type RegistryFlags,
} from "../flags/registry-flags.ts";
import type { ColorMode } from "../../host/color.ts";
import { readModuleVersion } from "../flags/platform-flags.ts";

/**
 * Publishes the module in the folder. Throws a UsageError if its version is missing or invalid, or if a
 * pre-release is published to a channel.
 */
export async function runModulesPublish(
  folder: string,
  flags: ModulesPublishFlags,
  host: Host,
): Promise<ExitCode> {
  const version = flags.version ?? (await versionOf(folder));
  const channels = flags.channel ?? [];
  if (channels.length > 0 && parseVersion(version)?.prerelease !== "") {
    throw new UsageError(
      `${version} is a pre-release, which cannot be published to a channel: remove --channel`,
    );
  }
  const access = await accessOf(flags.to, flags, host);
  const facts = await registryFacts(host);
  const module = await readModuleName(folder, flags, host);
  if (module === undefined) {
    return exitCodes.invalid;
  }
  const { openRepository } = await import("../../../lib/oci/open-repository.ts");
  const { publishModule } = await import("../../../lib/modules/registry/push/publish-module.ts");
  const repository = await opened(() => openRepository(access, facts));
  return withRegistry(host, async (signal) => {
    const { overwrite = false } = flags;
    const publication = { folder, module, version, channels, overwrite, signal };
    const images = await publishModule(repository, publication);
    host.stdout.write(await written({ module, version, images }, flags));
    return exitCodes.converged;
  });
}

/** Returns the name in module.yaml; undefined if the file has faults, which are reported. */
async function readModuleName(
  folder: string,
  flags: ModulesPublishFlags,
  host: Host,
): Promise<string | undefined> {
  const { readSources } = await import("../../../lib/source/read-sources.ts");
  const { readDefinition } = await import("../../../lib/modules/rules/definition/read-definition.ts");
  const { sources, found } = await readSources([join(folder, "module.yaml")], host.readStdin);
  const [source] = sources;
  const reading = source === undefined ? { diagnostics: [] } : await readDefinition(source);
  await printDiagnostics([...found, ...reading.diagnostics], { sources, flags, host });
  return "definition" in reading ? reading.definition.name : undefined;
}

async function versionOf(folder: string): Promise<string> {
  const text = await readFile(join(folder, "version.json"), "utf8").catch(() => undefined);
  if (text === undefined) {
    throw new UsageError(
      "--version is required, because the directory has no version.json: add --version v1.2.3",
    );
  }
  try {
    const value: JsonValue = JSON.parse(text);
    return readModuleVersion(stringField(value, "version") ?? "");
  } catch {
    throw new UsageError(
      'version.json contains no version: write {"version":"v1.2.3"}, or add --version v1.2.3',
    );
  }
}

async function written(report: PublicationReport, { output }: ModulesPublishFlags): Promise<string> {
  const { formatPublication, publicationJson } =
    await import("../../../lib/report/modules/registry-publication.ts");
  return output === "json" ? publicationJson(report) : formatPublication(report);
}

/** The parsed flags of `modules publish`. */
export interface ModulesPublishFlags extends RegistryFlags {
  readonly to: string;
  readonly version?: string;
  readonly channel?: readonly string[];
  readonly overwrite?: boolean;
  readonly output: "text" | "json";
  readonly color: ColorMode;
}
