import { type Command, Option, InvalidArgumentError } from "commander";

import type { ModuleFacts } from "../../../lib/modules/rules/module-facts.ts";
import {
  releaseChannels,
  type UpdateMode,
  updateModes,
} from "../../../lib/modules/rules/resource/update-policy.ts";
import { choiceOption } from "../../flags/option-parsers.ts";
import type { Host } from "../../host/host.ts";
import { knownVersions } from "./known-versions.ts";
import { parseVersion, parseStrictVersion } from "../../../lib/object/semver/version.ts";

/** The flags that describe the platform that modules run on. */
export interface PlatformFlags {
  /** Undefined to use the version of the highest deployed DeckhouseRelease. */
  readonly deckhouse?: string;
  readonly kubernetes?: string;
  /** Empty for a platform without editions. */
  readonly edition: string;
  readonly bundle: (typeof bundles)[number];
  readonly embedded: readonly string[];
  readonly updateMode: UpdateMode;
  readonly releaseChannel: (typeof releaseChannels)[number];
}

const bundles = ["Default", "Minimal", "Managed"] as const;

/** Help texts of flags for versions. */
export const deckhouseHelp = "version of the platform to check requirements against";
export const kubernetesHelp = "version of Kubernetes to check requirements against";
export const installedHelp = "installed modules: name, or name=version (repeatable or comma-separated)";

/** Adds the flags; `kubernetes` describes the default version. */
export function addPlatformFlags(command: Command, { kubernetes }: { readonly kubernetes: string }): void {
  const edition = "edition of the platform, such as ee, se, be or ce";
  const bundle = "bundle of modules that are enabled by default";
  const embedded = "modules that are part of the platform and have its version (comma-separated)";
  const mode = "update mode of modules without an update policy";
  const channel = "release channel of modules without an update policy";
  command
    .addOption(
      new Option("--deckhouse <version>", deckhouseHelp)
        .default(undefined, "the version of the deployed DeckhouseRelease")
        .argParser(readPlatform),
    )
    .addOption(
      new Option("--kubernetes <version>", kubernetesHelp)
        .default(undefined, kubernetes)
        .argParser(readVersion),
    )
    .addOption(new Option("--edition <name>", edition).default("", "any"))
    .addOption(choiceOption("--bundle <name>", bundle, bundles).default("Default"))
    .addOption(new Option("--embedded <names>", embedded).argParser(readNames).default([], "none"))
    .addOption(choiceOption("--update-mode <mode>", mode, updateModes).default("Auto"))
    .addOption(choiceOption("--release-channel <name>", channel, releaseChannels).default("Stable"));
}

function readNames(text: string): readonly string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/**
 * Returns the facts about the platform from the flags, else from the variables for simulations. Throws a
 * UsageError for a variable that is not a version.
 */
export function platformFacts(
  flags: PlatformFlags,
  host: Pick<Host, "env">,
): Pick<ModuleFacts, "deckhouse" | "edition" | "bundle" | "embedded" | "defaultPolicy"> & {
  readonly kubernetes: string | undefined;
} {
  const { deckhouse, kubernetes } = knownVersions(flags, host);
  return {
    deckhouse,
    kubernetes,
    edition: flags.edition,
    bundle: flags.bundle,
    embedded: new Set(flags.embedded),
    defaultPolicy: {
      name: "",
      releaseChannel: flags.releaseChannel,
      mode: flags.updateMode,
      windows: [],
    },
  };
}

/** Validates a version, `1.29.6` or `v1.29`. Throws an InvalidArgumentError if it is invalid. */
export function readVersion(text: string): string {
  if (parseVersion(text) === undefined) {
    throw new InvalidArgumentError("write a version such as 1.29.6, v1.29 or 1.29.6-rc.1");
  }
  return text;
}

/** Validates a platform version, which may be `dev` for a development build. */
export function readPlatform(text: string): string {
  return text === "dev" ? text : readVersion(text);
}

/**
 * Validates a module version as in registries: `v`, three numbers, and no metadata, because a tag cannot
 * contain `+`. Throws an InvalidArgumentError if it is invalid.
 */
export function readModuleVersion(text: string): string {
  const version = text.startsWith("v") ? parseStrictVersion(text.slice(1)) : undefined;
  if (version === undefined || version.metadata !== "" || text.length > 128) {
    throw new InvalidArgumentError("write a version such as v1.2.3 or v1.2.3-rc.1");
  }
  return text;
}
