import { readFileSync } from "node:fs";

import test from "ava";
import { assert, constantFrom, nat, property, tuple } from "fast-check";

import { type Constraint, parseConstraint } from "./constraint.ts";
import { maxSatisfying, satisfies, explainMismatch } from "./satisfies.ts";
import { compareVersions, formatVersion, parseStrictVersion, parseVersion, type Version } from "./version.ts";

/**
 * The recorded results of github.com/Masterminds/semver/v3 v3.4.0: `NewVersion`, `StrictNewVersion`,
 * `NewConstraint`, `Validate`.
 */
interface Recorded {
  readonly versions: readonly {
    readonly text: string;
    readonly whole: string | null;
    readonly strict: boolean;
  }[];
  readonly constraints: readonly {
    readonly text: string;
    readonly fault?: string;
    readonly meet?: readonly string[];
    readonly fail?: Readonly<Record<string, readonly string[]>>;
  }[];
}

const path = new URL("../../../fixtures/version-constraints.json", import.meta.url);
const recorded: Recorded = JSON.parse(readFileSync(path, "utf8"));

function versionOf(text: string): Version {
  const version = parseVersion(text);
  if (version === undefined) {
    throw new Error(`no version: ${text}`);
  }
  return version;
}

function constraintOf(text: string): Constraint {
  const read = parseConstraint(text);
  if ("fault" in read) {
    throw new Error(read.fault);
  }
  return read.constraint;
}

function faultOf(text: string): string | undefined {
  const read = parseConstraint(text);
  return "fault" in read ? read.fault : undefined;
}

function longVersion(length: number): string {
  return `1.2.3-${"a".repeat(length - 6)}`;
}

function tagOf(range: string, versions: readonly Version[]): string | undefined {
  return maxSatisfying(constraintOf(range), versions)?.original;
}

test("versions are parsed as by Masterminds/semver", (t) => {
  t.true(recorded.versions.length >= 25);
  for (const { text, whole, strict } of recorded.versions) {
    const version = parseVersion(text);
    t.is(version === undefined ? null : formatVersion(version), whole, text);
    t.is(parseStrictVersion(text) !== undefined, strict, text);
    t.is(version?.original ?? text, text);
  }
});

test("constraints are parsed, and met or failed with the same messages, as by Masterminds/semver", (t) => {
  t.true(recorded.constraints.length >= 75);
  for (const { text, fault, meet = [], fail = {} } of recorded.constraints) {
    t.is(faultOf(text), fault, text);
    for (const version of meet) {
      t.true(satisfies(constraintOf(text), versionOf(version)), `${version} meets ${text}`);
      t.deepEqual(explainMismatch(constraintOf(text), versionOf(version)), []);
    }
    for (const [version, reasons] of Object.entries(fail)) {
      t.false(satisfies(constraintOf(text), versionOf(version)), `${version} fails ${text}`);
      t.deepEqual(
        explainMismatch(constraintOf(text), versionOf(version)),
        reasons,
        `${version} against ${text}`,
      );
    }
  }
});

test("versions and constraints beyond the length limits are refused", (t) => {
  t.not(parseVersion(longVersion(256)), undefined);
  t.is(parseVersion(longVersion(257)), undefined);
  t.is(parseStrictVersion(longVersion(257)), undefined);
  t.is(faultOf(">=1,".repeat(127) + ">=1"), undefined);
  t.is(faultOf("1".padStart(513)), "constraint string is too long (max 512 bytes)");
  t.is(faultOf("é".repeat(257)), "constraint string is too long (max 512 bytes)");
  t.is(faultOf("x||".repeat(31) + "x"), undefined);
  t.is(faultOf("x||".repeat(32) + "x"), "too many constraint groups (max 32)");
});

test("versions are ordered as semver.org specifies", (t) => {
  const ascending =
    "0.0.1-- 0.0.1 0.9 1.0.0-0 1.0.0-2 1.0.0-10 1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1 1.0.9 1.0.10 1.10 v2 18446744073709551615.0.0";
  const sorted = ascending.split(" ").map(versionOf);
  for (const [at, left] of sorted.entries()) {
    for (const [other, right] of sorted.entries()) {
      t.is(
        Math.sign(compareVersions(left, right)),
        Math.sign(at - other),
        `${left.original} ${right.original}`,
      );
    }
  }
  t.is(compareVersions(versionOf("v1.2+a"), versionOf("1.2.0+b")), 0);
});

const anyVersion = tuple(
  nat(3),
  nat(3),
  nat(3),
  constantFrom("", "-0", "-1", "-10", "-rc", "-rc.1", "-rc.1.0", "-99999999999999999999", "+b"),
).map(([major, minor, patch, rest]) => versionOf(`${major}.${minor}.${patch}${rest}`));

test("the order of versions is antisymmetric and transitive", (t) => {
  assert(
    property(anyVersion, anyVersion, anyVersion, (a, b, c) => {
      t.is(Math.sign(compareVersions(a, b)) + Math.sign(compareVersions(b, a)), 0);
      if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0) {
        t.true(compareVersions(a, c) <= 0);
      }
    }),
  );
});

test("the greatest version in a range is found in any list order, a pre-release only if the range names one", (t) => {
  const tags = ["v1.2.0", "v1.10.0", "1.10.0", "v1.9.9", "v2.0.0-rc.1", "v2.0.0", "v1.10.0+b"].map(versionOf);
  const expected: readonly (readonly [string, string | undefined])[] = [
    [">=1.2 <2", "v1.10.0+b"],
    ["*", "v2.0.0"],
    ["<2", "v1.10.0+b"],
    ["<2.0.0, >1.0-0", "v2.0.0-rc.1"],
    ["~1.9", "v1.9.9"],
    ["^3", undefined],
  ];
  for (const [range, tag] of expected) {
    t.is(tagOf(range, tags), tag, range);
    t.is(tagOf(range, tags.toReversed()), tag, range);
  }
});

test("long repetitive constraints are refused without excessive backtracking", (t) => {
  for (const piece of ["1   ", "1.1.1-1.1.1 - ", "x", "1-a.", "<=", ", ", "1 - 1 ", "||"]) {
    t.not(faultOf(`${piece.repeat(500 / piece.length)}!`), undefined);
  }
});
