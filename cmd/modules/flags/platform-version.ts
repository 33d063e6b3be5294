import { InvalidArgumentError } from "commander";

import { parseVersion } from "../../../lib/object/semver/version.ts";

/** Reads the value of a flag that is a version: `1.29.6`, `v1.29`. */
export function readVersion(text: string): string {
  if (parseVersion(text) === undefined) {
    throw new InvalidArgumentError("Write it as 1.29.6, v1.29 or 1.29.6-rc.1");
  }
  return text;
}

/** The same of the platform: a build of a developer has no version, and is `dev`. */
export function readPlatform(text: string): string {
  return text === "dev" ? text : readVersion(text);
}
