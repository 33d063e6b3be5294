import test from "ava";
import * as fc from "fast-check";

import { compareVersions } from "../../../object/semver/version.ts";
import { normalizedVersion, parseSemver, type SemverVersion } from "./version.ts";

const identifier = fc.oneof(
  fc.integer({ min: 0, max: 12 }).map(String),
  fc.constantFrom("alpha", "beta", "rc", "a-b", "A", "0a", "-"),
);
const version = fc
  .tuple(
    fc.array(fc.integer({ min: 0, max: 11 }), { minLength: 3, maxLength: 3 }),
    fc.array(identifier, { maxLength: 3 }),
    fc.array(fc.constantFrom("1", "001", "b"), { maxLength: 2 }),
  )
  .map(([numbers, prerelease, build]) =>
    [
      numbers.join("."),
      prerelease.length === 0 ? "" : `-${prerelease.join(".")}`,
      build.length === 0 ? "" : `+${build.join(".")}`,
    ].join(""),
  );

function read(text: string): SemverVersion {
  const found = parseSemver(text);
  if ("fault" in found) {
    throw new Error(found.fault);
  }
  return found;
}

function compare(left: string, right: string): number {
  return compareVersions(read(left), read(right));
}

test("the order of versions is total", (t) => {
  fc.assert(
    fc.property(version, version, version, (a, b, c) => {
      t.is(compare(a, a), 0);
      t.is(compare(a, b) + compare(b, a), 0);
      const [low = "", middle = "", high = ""] = [a, b, c].toSorted(compare);
      t.true(compare(low, middle) <= 0 && compare(middle, high) <= 0 && compare(low, high) <= 0);
    }),
  );
});

test("build metadata does not affect the order", (t) => {
  fc.assert(
    fc.property(version, (text) => {
      t.is(compare(text, text.split("+", 1)[0] ?? ""), 0);
    }),
  );
});

test("normalization does not change a strict version", (t) => {
  fc.assert(
    fc.property(version, (text) => {
      t.deepEqual(normalizedVersion(text), parseSemver(text));
      t.deepEqual(normalizedVersion(`v${text}`), parseSemver(text));
    }),
  );
});

// https://semver.org/#spec-item-11
const ascending = [
  "1.0.0-alpha",
  "1.0.0-alpha.1",
  "1.0.0-alpha.beta",
  "1.0.0-beta",
  "1.0.0-beta.2",
  "1.0.0-beta.11",
  "1.0.0-rc.1",
  "1.0.0",
  "1.0.1-0",
  "1.0.1-1",
  "1.0.1-1a",
  "1.0.1",
  "1.2.0",
  "1.10.0",
  "2.0.0",
  "10.0.0",
];
for (const [index, newer] of [...ascending.entries()].slice(1)) {
  test(`${newer} is newer than every version listed before it`, (t) => {
    for (const older of ascending.slice(0, index)) {
      t.is(compare(older, newer), -1, older);
      t.is(compare(newer, older), 1, older);
    }
  });
}

const normalized = test.macro({
  exec(t, text: string, strict: string) {
    t.deepEqual(normalizedVersion(text), parseSemver(strict));
  },
  title: (_, text: string, strict: string) => `${text} is normalized to ${strict}`,
});

test(normalized, "1", "1.0.0");
test(normalized, "v1", "1.0.0");
test(normalized, "1.2", "1.2.0");
test(normalized, "v01.002.0003", "1.2.3");
test(normalized, "1.2.3-rc.1+b", "1.2.3-rc.1");
test(normalized, "00.00.00", "0.0.0");
