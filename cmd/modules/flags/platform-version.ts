import { InvalidArgumentError } from "commander";

import { parseVersion, parseStrictVersion } from "../../../lib/object/semver/version.ts";

/** Validates a version, `1.29.6` or `v1.29`. Throws an InvalidArgumentError if it is invalid. */
export function readVersion(text: string): string {
  if (parseVersion(text) === undefined) {
    throw new InvalidArgumentError("Write it as 1.29.6, v1.29 or 1.29.6-rc.1");
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
    throw new InvalidArgumentError("Write it as v1.2.3 or v1.2.3-rc.1");
  }
  return text;
}
