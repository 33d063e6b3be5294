import { type Constraint, parseConstraint } from "../../../object/semver/constraint.ts";
import { explainMismatch } from "../../../object/semver/satisfies.ts";
import type { Version } from "../../../object/semver/version.ts";
import { compareText } from "../../../object/object-ref.ts";

type Read = { readonly constraint: Constraint } | { readonly fault: string };

/**
 * Cached, because modules use the same few constraints over and over, and parsing one costs more than
 * everything else about it.
 */
const latest = new Map<string, Read>();
const mostKept = 2000;
/** Longer ones rarely occur twice. */
const longestKept = 100;

/** Parses a constraint as `parseConstraint` does, with a cache. */
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
 * Returns the reason a version does not meet a constraint, `1.29.6 is less than or equal to 1.29`, with
 * `prefix` before the version; undefined if it does. Of several reasons, the first is returned, as by the
 * platform. An unreadable constraint is never met.
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
 * Returns the version without pre-release and build: `1.64.0` for `1.64.0-rc.1+dev`. Versions of the platform
 * and of modules are compared in this form, versions of Kubernetes unchanged.
 */
export function releaseVersion(version: Version): Version {
  return { ...version, prerelease: "", metadata: "" };
}

/** Joins faults into one text, sorted: `2 errors occurred: a; b`. Undefined if there are none. */
export function joinFaults(faults: readonly string[]): string | undefined {
  if (faults.length === 0) {
    return undefined;
  }
  const count = faults.length === 1 ? "1 error" : `${faults.length} errors`;
  return `${count} occurred: ${faults.toSorted(compareText).join("; ")}`;
}
