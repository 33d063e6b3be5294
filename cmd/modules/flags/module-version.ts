import { InvalidArgumentError } from "commander";

import { parseStrictVersion } from "../../../lib/object/semver/version.ts";

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
