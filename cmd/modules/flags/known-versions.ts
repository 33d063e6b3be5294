import type { KnownVersions } from "../../../lib/modules/rules/definition/judge-requirements.ts";
import { platformVersion } from "../../../lib/modules/rules/requirement/platform-state.ts";
import { formatVersion, parseVersion } from "../../../lib/object/semver/version.ts";
import type { Host } from "../../host/host.ts";
import { UsageError } from "../../host/exit-code.ts";

/** The flags that specify versions. */
export interface VersionFlags {
  readonly deckhouse?: string;
  readonly kubernetes?: string;
  readonly installed?: readonly string[];
}

/**
 * Returns the versions from the flags, else from environment variables. Throws a UsageError for an invalid
 * value.
 */
export function knownVersions(flags: VersionFlags, { env }: Pick<Host, "env">): KnownVersions {
  const deckhouse = flags.deckhouse ?? fromEnvironment(env, "DECKHOUSE");
  const kubernetes = flags.kubernetes ?? fromEnvironment(env, "KUBERNETES");
  return { deckhouse, kubernetes, installed: installedOf(flags.installed, deckhouse) };
}

function fromEnvironment(env: Host["env"], platform: "DECKHOUSE" | "KUBERNETES"): string | undefined {
  const name = `TEST_EXTENDER_${platform}_VERSION`;
  const text = env[name] ?? "";
  if (text === "") {
    return undefined;
  }
  if (parseVersion(text) === undefined && !(platform === "DECKHOUSE" && text === "dev")) {
    throw new UsageError(
      `${name} is ${JSON.stringify(text)}, which is not a version: write it as 1.29.6 or v1.29`,
    );
  }
  return text;
}

function installedOf(
  words: readonly string[] | undefined,
  deckhouse: string | undefined,
): KnownVersions["installed"] {
  if (words === undefined) {
    return undefined;
  }
  const installed = new Map<string, string>();
  for (const word of words) {
    const [name, version] = installedModule(word, deckhouse);
    if (installed.has(name)) {
      throw new UsageError(`--installed names ${name} twice: name it once`);
    }
    installed.set(name, version);
  }
  return installed;
}

/** Parses `prometheus=v1.2.3`, or only the name of a module that has the version of the platform. */
function installedModule(word: string, deckhouse: string | undefined): readonly [string, string] {
  const [, name, version] = /^([a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?)(?:=(.*))?$/s.exec(word) ?? [];
  if (name === undefined) {
    throw new UsageError(
      `--installed: ${JSON.stringify(word)} is not a module: write it as prometheus=v1.2.3`,
    );
  }
  if (version === undefined) {
    if (deckhouse === undefined) {
      throw new UsageError(
        `--installed: ${name} has no version, so it has that of the platform: add --deckhouse, or write ${name}=v1.2.3`,
      );
    }
    return [
      name,
      parseVersion(deckhouse) === undefined ? formatVersion(platformVersion(deckhouse)) : deckhouse,
    ];
  }
  if (parseVersion(version) === undefined) {
    throw new UsageError(
      `--installed: ${JSON.stringify(version)} is not a version of ${name}: write it as ${name}=v1.2.3`,
    );
  }
  return [name, version];
}
