import test from "ava";
import { assert, boolean, constantFrom, dictionary, property, record } from "fast-check";

import {
  casesIn,
  type GivenPlatform,
  givenPlatform,
} from "../../../../fixtures/module-requirements/given-platform.ts";
import { firstAnalysis } from "./first-analysis.ts";
import type { PlatformState } from "./platform-state.ts";
import { unmetModules } from "./unmet-modules.ts";

interface Case extends GivenPlatform {
  readonly title: string;
  readonly off: Readonly<Record<string, string>>;
}

const analysed = test.macro({
  title: (_, { title }: Case) => `disabled by the first analysis: ${title}`,
  exec: (t, given: Case) => {
    const disabled = firstAnalysis(givenPlatform(given)).map(({ module, reason }) => [module, reason]);
    t.deepEqual(disabled, Object.entries(given.off));
  },
});

const analyses: readonly Case[] = JSON.parse(casesIn("first-analysis.json"));
for (const given of analyses) {
  test(analysed, given);
}

const names = ["a", "b", "c", "d", "e", "f"];
const name = constantFrom(...names);
const constraint = constantFrom(">= 1", ">= 1", "> 2", ">= 2 !optional", ">= 1 !optional");
const modules = dictionary(
  name,
  record({
    version: constantFrom("1.0.0", "2.0.0", "3.0.0", "tag", ""),
    off: constantFrom(false, false, true),
    overridden: constantFrom(false, false, false, true),
    needs: record(
      { kubernetes: constantFrom(">= 1", "> 2"), modules: dictionary(name, constraint, { maxKeys: 2 }) },
      { requiredKeys: ["modules"] },
    ),
  }),
  { minKeys: 3 },
);

function after(platform: PlatformState): PlatformState {
  const off = new Set(firstAnalysis(platform).map(({ module }) => module));
  const left = [...platform.modules.values()].map((module) => ({
    ...module,
    isEnabled: module.isEnabled && !off.has(module.name),
  }));
  return { ...platform, modules: new Map(left.map((module) => [module.name, module])) };
}

test("no enabled module is left with unmet requirements, and a second analysis finds nothing", (t) => {
  assert(
    property(modules, (given) => {
      const left = after(givenPlatform({ modules: given }));
      for (const module of left.modules.values()) {
        if (module.isEnabled && !module.isOverridden) {
          t.deepEqual(unmetModules(module, left, "enabling"), []);
        }
      }
      t.deepEqual(firstAnalysis(left), []);
    }),
    { numRuns: 500 },
  );
});

test("overridden or disabled modules are never disabled, and the order of modules does not matter", (t) => {
  assert(
    property(modules, boolean(), (given, reversed) => {
      const platform = givenPlatform({ modules: given });
      const off = firstAnalysis(platform);
      for (const { module } of off) {
        t.true(platform.modules.get(module)?.isEnabled);
        t.false(platform.modules.get(module)?.isOverridden);
      }
      const entries = [...platform.modules];
      const reordered = new Map(
        reversed ? entries.toReversed() : entries.slice(1).concat(entries.slice(0, 1)),
      );
      t.deepEqual(firstAnalysis({ ...platform, modules: reordered }), off);
    }),
  );
});

/** Each module needs the next one. */
function chain(length: number, last: string): PlatformState {
  const given = Array.from({ length }, (_, at) => [
    `m${at}`,
    { version: "1.0.0", needs: { modules: { [at + 1 < length ? `m${at + 1}` : last]: ">= 1" } } },
  ]);
  return givenPlatform({ modules: Object.fromEntries(given) });
}

test("a chain and a ring of 20,000 modules are analysed", (t) => {
  t.is(firstAnalysis(chain(20_000, "gone")).length, 20_000);
  const ring = firstAnalysis(chain(20_000, "m0"));
  t.is(ring.length, 20_000);
  t.regex(ring[0]?.reason ?? "", /^module dependency error: m0 → m1 → /);
});

test("20,000 modules that require a disabled one are analysed", (t) => {
  const needs = { modules: { hub: ">= 1", "m0-0": ">= 1 !optional" } };
  const spokes = Array.from({ length: 20_000 }, (_, at) => [`m0-${at}`, { version: "1.0.0", needs }]);
  const hub = { version: "1.0.0", needs: { kubernetes: "> 5", modules: { "m0-1": ">= 1 !optional" } } };
  t.is(
    firstAnalysis(givenPlatform({ modules: Object.fromEntries([...spokes, ["hub", hub]]) })).length,
    20_001,
  );
});
