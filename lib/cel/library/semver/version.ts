import { goQuoted } from "../strings/go-quoted.ts";

/** A version in the terms of semver.org. Build metadata after `+` is ignored. */
export interface SemverVersion {
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  /** The identifiers after `-`, separated by points. Numeric ones are compared as numbers. */
  readonly prerelease: readonly (string | bigint)[];
}

interface Fault {
  readonly fault: string;
}

/** Parses `1.2.3-rc.1+build`, or returns the fault in the server's words. */
export function parseSemver(text: string): SemverVersion | Fault {
  if (text === "") {
    return { fault: "Version string empty" };
  }
  const [majorText, minorText, tail] = threeParts(text);
  if (majorText === undefined || minorText === undefined || tail === undefined) {
    return { fault: "No Major.Minor.Patch elements found" };
  }
  const [beforeBuild, build] = cut(tail, "+");
  const [patchText, prereleaseText] = cut(beforeBuild, "-");
  const numbers = readNumbers([
    ["Major", majorText],
    ["Minor", minorText],
    ["Patch", patchText],
  ]);
  return "fault" in numbers ? numbers : withTail(numbers, prereleaseText, build);
}

function withTail(
  [major = 0n, minor = 0n, patch = 0n]: readonly bigint[],
  prereleaseText: string | undefined,
  build: string | undefined,
): SemverVersion | Fault {
  const prerelease = readPrerelease(prereleaseText);
  if ("fault" in prerelease) {
    return prerelease;
  }
  const fault = buildFault(build);
  return fault === undefined ? { major, minor, patch, prerelease } : { fault };
}

/** Parses also `v1.2` and `01.2.3`: missing parts are 0, and leading zeros are ignored. */
export function normalizedVersion(text: string): SemverVersion | Fault {
  const parts = threeParts(text.startsWith("v") ? text.slice(1) : text).map((part) => withoutZeros(part));
  const last = parts.at(-1) ?? "";
  if (parts.length < 3 && /[+-]/.test(last)) {
    return { fault: "short version cannot contain PreRelease/Build meta data" };
  }
  return parseSemver([...parts, "0", "0"].slice(0, 3).join("."));
}

function withoutZeros(part: string): string {
  // The server counts bytes: a letter beyond ASCII takes more than one.
  if (new TextEncoder().encode(part).length < 2) {
    return part;
  }
  const rest = part.replace(/^0+/, "");
  return /^\d/.test(rest) ? rest : `0${rest}`;
}

/** Splits at points into up to three parts; the third one is the whole rest. */
function threeParts(text: string): readonly string[] {
  const [first, rest] = cut(text, ".");
  return rest === undefined ? [first] : [first, ...cut(rest, ".").filter((part) => part !== undefined)];
}

function cut(text: string, separator: string): readonly [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function readNumbers(named: readonly (readonly [name: string, text: string])[]): readonly bigint[] | Fault {
  const numbers: bigint[] = [];
  for (const [name, text] of named) {
    if (!/^\d*$/.test(text)) {
      return { fault: `Invalid character(s) found in ${name.toLowerCase()} number ${goQuoted(text)}` };
    }
    if (hasLeadingZeros(text)) {
      return { fault: `${name} number must not contain leading zeroes ${goQuoted(text)}` };
    }
    const number = readNumber(text);
    if (typeof number !== "bigint") {
      return number;
    }
    numbers.push(number);
  }
  return numbers;
}

function hasLeadingZeros(text: string): boolean {
  return text.length > 1 && text.startsWith("0");
}

function readNumber(text: string): bigint | Fault {
  const number = text.length > 20 ? undefined : BigInt(text);
  if (text === "" || number === undefined || BigInt.asUintN(64, number) !== number) {
    const reason = text === "" ? "invalid syntax" : "value out of range";
    return { fault: `strconv.ParseUint: parsing ${goQuoted(text)}: ${reason}` };
  }
  return number;
}

function readPrerelease(text: string | undefined): readonly (string | bigint)[] | Fault {
  const identifiers: (string | bigint)[] = [];
  for (const part of text?.split(".") ?? []) {
    const identifier = readIdentifier(part);
    if (typeof identifier === "object") {
      return identifier;
    }
    identifiers.push(identifier);
  }
  return identifiers;
}

function readIdentifier(part: string): string | bigint | Fault {
  if (part === "") {
    return { fault: "Prerelease is empty" };
  }
  if (/^\d+$/.test(part)) {
    return hasLeadingZeros(part)
      ? { fault: `Numeric PreRelease version must not contain leading zeroes ${goQuoted(part)}` }
      : readNumber(part);
  }
  return /^[\dA-Za-z-]+$/.test(part)
    ? part
    : { fault: `Invalid character(s) found in prerelease ${goQuoted(part)}` };
}

function buildFault(text: string | undefined): string | undefined {
  for (const part of text?.split(".") ?? []) {
    if (part === "") {
      return "Build meta data is empty";
    }
    if (!/^[\dA-Za-z-]+$/.test(part)) {
      return `Invalid character(s) found in build meta data ${goQuoted(part)}`;
    }
  }
  return undefined;
}

/**
 * Returns -1 if the left version is older, 1 if it is newer, 0 if they are equal. A version is newer than its
 * prereleases.
 */
export function compareSemver(left: SemverVersion, right: SemverVersion): number {
  return (
    order(left.major, right.major) ||
    order(left.minor, right.minor) ||
    order(left.patch, right.patch) ||
    comparePrereleases(left.prerelease, right.prerelease)
  );
}

function comparePrereleases(left: SemverVersion["prerelease"], right: SemverVersion["prerelease"]): number {
  if (left.length === 0 || right.length === 0) {
    return order(Number(left.length === 0), Number(right.length === 0));
  }
  for (const [index, identifier] of left.entries()) {
    const other = right[index];
    const compared = other === undefined ? 1 : compareIdentifiers(identifier, other);
    if (compared !== 0) {
      return compared;
    }
  }
  return order(left.length, right.length);
}

/** A number comes before a word. Words are ASCII, so their order is that of their bytes. */
function compareIdentifiers(left: string | bigint, right: string | bigint): number {
  if (typeof left === "bigint") {
    return typeof right === "bigint" ? order(left, right) : -1;
  }
  return typeof right === "bigint" ? 1 : order(left, right);
}

function order<Value extends bigint | number | string>(left: Value, right: Value): number {
  if (left === right) {
    return 0;
  }
  return left < right ? -1 : 1;
}
