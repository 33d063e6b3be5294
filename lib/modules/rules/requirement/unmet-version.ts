import { type Constraint, parseConstraint } from "../../../object/semver/constraint.ts";
import { explainMismatch } from "../../../object/semver/satisfies.ts";
import type { Version } from "../../../object/semver/version.ts";

type Read = { readonly constraint: Constraint } | { readonly fault: string };

/**
 * Modules ask for the same few versions over and over, and to read one constraint costs more than all else
 * about it.
 */
const latest = new Map<string, Read>();
const mostKept = 2000;
/** A longer one is rarely written twice. */
const longestKept = 100;

/** Reads a constraint as `parseConstraint` does. The latest are kept. */
export function readConstraint(text: string): Read {
  const known = latest.get(text);
  if (known !== undefined) {
    return known;
  }
  const read = parseConstraint(text);
  if (latest.size >= mostKept) {
    latest.clear();
  }
  if (text.length <= longestKept) {
    latest.set(text, read);
  }
  return read;
}

/**
 * Why a version does not meet a constraint, `1.29.6 is less than or equal to 1.29`, with `prefix` before the
 * version; undefined where it does. Of several reasons the first is given, as the platform gives it. A
 * constraint that cannot be read is met by nothing.
 */
export function unmetVersion(text: string, version: Version, prefix = ""): string | undefined {
  const read = readConstraint(text);
  if ("fault" in read) {
    return read.fault;
  }
  const [reason] = explainMismatch(read.constraint, version);
  return reason === undefined ? undefined : `${prefix}${reason}`;
}

/**
 * The version that a pre-release or a build leads to: `1.64.0` for `1.64.0-rc.1+dev`. Versions of the
 * platform and of modules are compared so, versions of Kubernetes as they are.
 */
export function releaseVersion(version: Version): Version {
  return { ...version, prerelease: "", metadata: "" };
}
