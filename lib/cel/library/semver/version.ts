import type { Version } from "../../../object/semver/version.ts";
import { goQuoted } from "../strings/go-quoted.ts";

/** A version in the terms of semver.org. Build metadata after `+` is ignored. */
export type SemverVersion = Pick<Version, "major" | "minor" | "patch" | "prerelease">;

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
  prerelease: string | undefined,
  build: string | undefined,
): SemverVersion | Fault {
  const fault = prereleaseFault(prerelease) ?? buildFault(build);
  return fault === undefined ? { major, minor, patch, prerelease: prerelease ?? "" } : { fault };
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

function prereleaseFault(text: string | undefined): string | undefined {
  for (const part of text?.split(".") ?? []) {
    const fault = identifierFault(part);
    if (fault !== undefined) {
      return fault;
    }
  }
  return undefined;
}

function identifierFault(part: string): string | undefined {
  if (part === "") {
    return "Prerelease is empty";
  }
  if (/^\d+$/.test(part)) {
    const number = readNumber(part);
    if (hasLeadingZeros(part)) {
      return `Numeric PreRelease version must not contain leading zeroes ${goQuoted(part)}`;
    }
    return typeof number === "bigint" ? undefined : number.fault;
  }
  return /^[\dA-Za-z-]+$/.test(part)
    ? undefined
    : `Invalid character(s) found in prerelease ${goQuoted(part)}`;
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
