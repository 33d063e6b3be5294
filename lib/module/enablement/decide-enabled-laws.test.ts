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
} from "fast-check";

import {
  decided,
  landscapeOf,
  type Told,
  type ToldModules,
} from "../../../fixtures/modules/enablement/told-wishes.ts";
import { firstAnalysis } from "../requirement/first-analysis.ts";

const names = ["a", "b", "c", "d", "e"];
const worlds = dictionary(
  constantFrom(...names),
  record({
    version: constantFrom("1.0.0", "2.0.0", "3.0.0"),
    needs: dictionary(
      constantFrom(...names),
      constantFrom(">= 1", "> 2", ">= 2 !optional", "< 2 !optional"),
      {
        maxKeys: 2,
      },
    ),
    is: constantFrom("on", "wanted", "wanted", "off", "dropped"),
    group: constantFrom(undefined, undefined, "g"),
  }),
  { minKeys: 3 },
);

function asTold(world: Readonly<Record<string, unknown>>): ToldModules {
  return world as ToldModules;
}

/** The same with what was decided: what is on runs, what is off does not. */
function settled(modules: ToldModules, said: Readonly<Record<string, string>>): ToldModules {
  return Object.fromEntries(
    Object.entries(modules).map(([name, told]) => {
      const asked = said[name] === "on" ? "on" : "wanted";
      return [name, { ...told, is: said[name] === undefined ? "off" : asked } satisfies Told];
    }),
  );
}

test("the order in which modules are told does not count", (t) => {
  assert(
    property(
      worlds,
      shuffledSubarray(names, { minLength: names.length }),
      boolean(),
      (world, order, isFirst) => {
        const modules = asTold(world);
        t.deepEqual(decided(modules, { order, isFirst }), decided(modules, { isFirst, order: names }));
      },
    ),
  );
});

test("what was decided stays so", (t) => {
  assert(
    property(worlds, boolean(), (world, isFirst) => {
      const said = decided(asTold(world), { isFirst });
      t.deepEqual(decided(settled(asTold(world), said)), said);
    }),
  );
});

test("from nothing that runs, nothing comes on whose requirements are not met", (t) => {
  assert(
    property(worlds, array(constantFrom(...names)), boolean(), (world, down, isFirst) => {
      const resting = Object.entries(asTold(world)).map(([name, told]): [string, Told] => [
        name,
        { ...told, is: told.is === "on" ? "wanted" : "off" },
      ]);
      const first = settled(Object.fromEntries(resting), decided(Object.fromEntries(resting), { isFirst }));
      const later = Object.entries(first).map(([name, told]): [string, Told] => [
        name,
        down.includes(name) ? { ...told, is: told.is === "on" ? "dropped" : "off" } : told,
      ]);
      const last = settled(Object.fromEntries(later), decided(Object.fromEntries(later)));
      for (const modules of [first, last]) {
        t.deepEqual(firstAnalysis(landscapeOf(modules)), []);
      }
    }),
  );
});
