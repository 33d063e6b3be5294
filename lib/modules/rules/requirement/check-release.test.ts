import test from "ava";
import {
  array,
  assert,
  boolean,
  constantFrom,
  dictionary,
  property,
  record,
  shuffledSubarray,
  uniqueArray,
} from "fast-check";

import {
  casesIn,
  givenCandidate,
  type GivenPlatform,
  givenPlatform,
  type GivenModule,
} from "../../../../fixtures/module-requirements/given-platform.ts";
import type { JsonObject } from "../../../object/json.ts";
import { unmetByEnabling, unmetByRelease } from "./check-release.ts";

interface Case extends GivenPlatform {
  readonly title: string;
  readonly candidate: { readonly name: string; readonly version: string; readonly needs?: JsonObject };
  readonly text: string | null;
}

const checks = { release: unmetByRelease, enabling: unmetByEnabling };

const checked = test.macro({
  title: (_, occasion: keyof typeof checks, { title, text }: Case) =>
    `${occasion}: ${title}: ${text === null ? "allowed" : "refused"}`,
  exec: (t, occasion: keyof typeof checks, given: Case) => {
    const { name, version, needs } = given.candidate;
    const reason = checks[occasion](givenCandidate(name, version, needs), givenPlatform(given));
    t.is(reason ?? null, given.text);
  },
});

const releases: readonly Case[] = JSON.parse(casesIn("releases.json"));
for (const given of releases) {
  test(checked, "release", given);
}

const enablings: readonly Case[] = JSON.parse(casesIn("enabling.json"));
for (const given of enablings) {
  test(checked, "enabling", given);
}

const name = constantFrom("a", "b", "c", "d");
const constraint = constantFrom(">= 1", "> 2", "~1.0.0", ">= 0.0.0", "= 3 !optional", "< 2 !optional");
const module = record({
  version: constantFrom("1.0.0", "v2.1.0-rc.1", "3.0.0", "tag", ""),
  off: boolean(),
  overridden: boolean(),
  needs: record({ modules: dictionary(name, constraint, { maxKeys: 3 }) }),
});

test("a release is never refused for optional dependencies that are absent or disabled", (t) => {
  assert(
    property(
      uniqueArray(name),
      array(name),
      constantFrom(">= 1", "> 9", "~0.1"),
      (needed, present, asked) => {
        const modules = Object.fromEntries(needed.map((needs) => [needs, `${asked} !optional`]));
        const off = present.map((there): [string, GivenModule] => [there, { version: "1.0.0", off: true }]);
        const platform = givenPlatform({ modules: Object.fromEntries(off) });
        t.is(unmetByRelease(givenCandidate("candidate", "1.0.0", { modules }), platform), undefined);
        t.is(unmetByEnabling(givenCandidate("candidate", "1.0.0", { modules }), platform), undefined);
      },
    ),
  );
});

test("the order of modules and requirements does not change messages", (t) => {
  const names = ["a", "b", "c", "d"];
  const given = record({ a: module, b: module, c: module, d: module });
  const needs = dictionary(constantFrom(...names), constraint);
  const order = shuffledSubarray(names, { minLength: 4 });
  assert(
    property(given, needs, order, (modules, needed, shuffled) => {
      const reordered = new Map(
        shuffled.map((key) => [key, Object.entries(modules).find(([k]) => k === key)?.[1]]),
      );
      const requirements = Object.fromEntries(Object.entries(needed).toReversed());
      for (const check of Object.values(checks)) {
        t.is(
          check(givenCandidate("e", "1.5.0", { modules: needed }), givenPlatform({ modules })),
          check(
            givenCandidate("e", "1.5.0", { modules: requirements }),
            givenPlatform({
              modules: Object.fromEntries(
                [...reordered].flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
              ),
            }),
          ),
        );
      }
    }),
  );
});

test("requirements accept numbers, drop other types, and may have `!optional` with any blanks around it", (t) => {
  const { requirements } = givenCandidate("a", "1", {
    deckhouse: 1.7,
    kubernetes: ">= 1.28",
    modules: { z: ">= 1", b: "  > v0.22.1!optional  ", c: null, d: "!optional" },
  });
  t.deepEqual(requirements, {
    deckhouse: "1.7",
    kubernetes: ">= 1.28",
    modules: [
      { module: "b", constraint: "> v0.22.1", isOptional: true },
      { module: "d", constraint: "", isOptional: true },
      { module: "z", constraint: ">= 1", isOptional: false },
    ],
  });
});
