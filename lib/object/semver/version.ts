import { compareText } from "../object-ref.ts";

/** A version by semver.org. Numbers go up to 2⁶⁴−1, as in Go. */
export interface Version {
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  /** The part after `-`: `rc.1`; empty for a release. */
  readonly prerelease: string;
  /** The part after `+`; ignored in the order. */
  readonly metadata: string;
  /** The text as specified: `v1.2`. */
  readonly original: string;
}

/** In bytes; a longer text is not a version. */
const longest = 256;
const greatestNumber = 2n ** 64n - 1n;
const identifiers = String.raw`[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*`;
const lenient = new RegExp(
  String.raw`^v?([0-9]+)(?:\.([0-9]+))?(?:\.([0-9]+))?(?:-(${identifiers}))?(?:\+(${identifiers}))?$`,
);
const strict = new RegExp(
  String.raw`^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(?:-(${identifiers}))?(?:\+(${identifiers}))?$`,
);

/**
 * Parses a version leniently: `1.2.3`, `v1.2`, `1`, `01.2`, with `-rc.1` and `+build` after any of them.
 * Undefined if it is invalid. Agrees with `NewVersion` of Go's github.com/Masterminds/semver/v3, v3.4 and
 * v3.5.
 */
export function parseVersion(text: string): Version | undefined {
  return read(text, lenient);
}

/**
 * Parses a version exactly as specified by semver.org, three numbers and no `v`. Agrees with the Go library's
 * `StrictNewVersion`.
 */
export function parseStrictVersion(text: string): Version | undefined {
  return read(text, strict);
}

/** The parts of a version that decide its order. */
type Precedence = Pick<Version, "major" | "minor" | "patch" | "prerelease">;

/**
 * -1, 0 or 1 as the left one comes before, with or after the right one. Metadata are ignored.
 */
export function compareVersions(left: Precedence, right: Precedence): number {
  return (
    compareNumbers(left.major, right.major) ||
    compareNumbers(left.minor, right.minor) ||
    compareNumbers(left.patch, right.patch) ||
    comparePrereleases(left.prerelease, right.prerelease)
  );
}

/** The version with all its parts and without a `v`: `1.2.0-rc.1+build` for `v1.2-rc.1+build`. */
export function formatVersion({ major, minor, patch, prerelease, metadata }: Version): string {
  const behind = prerelease === "" ? "" : `-${prerelease}`;
  return `${String(major)}.${String(minor)}.${String(patch)}${behind}${metadata === "" ? "" : `+${metadata}`}`;
}

/**
 * The order of the parts after `-`: an empty one is the greatest, since a release comes after its
 * pre-releases.
 */
export function comparePrereleases(left: string, right: string): number {
  if (left === "" || right === "") {
    return Number(left === "") - Number(right === "");
  }
  const [first, second] = [left.split("."), right.split(".")];
  for (let at = 0; at < Math.max(first.length, second.length); at += 1) {
    const order = compareIdentifiers(first[at], second[at]);
    if (order !== 0) {
      return order;
    }
  }
  return 0;
}

/** A missing one comes first, numbers come before words; numbers beyond 2⁶⁴ are words, as in Go. */
function compareIdentifiers(left: string | undefined, right: string | undefined): number {
  if (left === undefined || right === undefined) {
    return Number(right === undefined) - Number(left === undefined);
  }
  const [first, second] = [parseNumber(left), parseNumber(right)];
  if (first !== undefined && second !== undefined) {
    return compareNumbers(first, second);
  }
  return Number(second !== undefined) - Number(first !== undefined) || compareText(left, right);
}

function compareNumbers(left: bigint, right: bigint): number {
  return left === right ? 0 : Number(left > right) * 2 - 1;
}

function read(text: string, form: RegExp): Version | undefined {
  // The pattern admits only ASCII, so that units are bytes.
  const match = text.length > longest ? null : form.exec(text);
  if (match === null) {
    return undefined;
  }
  const [, first, second, third, prerelease = "", metadata = ""] = match;
  const [major, minor, patch] = [parseNumber(first), parseNumber(second), parseNumber(third)];
  const isWhole = major !== undefined && minor !== undefined && patch !== undefined;
  return isWhole && !hasLeadingZero(prerelease)
    ? { major, minor, patch, prerelease, metadata, original: text }
    : undefined;
}

function hasLeadingZero(prerelease: string): boolean {
  return prerelease.split(".").some((identifier) => /^0[0-9]+$/.test(identifier));
}

/** An absent number is 0. */
function parseNumber(text = "0"): bigint | undefined {
  if (!/^[0-9]+$/.test(text)) {
    return undefined;
  }
  const number = BigInt(text);
  return number > greatestNumber ? undefined : number;
}
