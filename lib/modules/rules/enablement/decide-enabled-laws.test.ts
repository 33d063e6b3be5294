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
  platformOf,
  type Given,
  type GivenModules,
} from "../../../../fixtures/modules/enablement/given-modules.ts";
import { firstAnalysis } from "../requirement/first-analysis.ts";

const names = ["a", "b", "c", "d", "e"];
const models = dictionary(
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

function asGiven(model: Readonly<Record<string, unknown>>): GivenModules {
  return model as GivenModules;
}

/** The modules after that decision: enabled ones run, disabled ones do not. */
function settled(modules: GivenModules, decision: Readonly<Record<string, string>>): GivenModules {
  return Object.fromEntries(
    Object.entries(modules).map(([name, given]) => {
      const asked = decision[name] === "on" ? "on" : "wanted";
      return [name, { ...given, is: decision[name] === undefined ? "off" : asked } satisfies Given];
    }),
  );
}

test("the order of the modules does not matter", (t) => {
  assert(
    property(
      models,
      shuffledSubarray(names, { minLength: names.length }),
      boolean(),
      (model, order, isFirst) => {
        const modules = asGiven(model);
        t.deepEqual(decided(modules, { order, isFirst }), decided(modules, { isFirst, order: names }));
      },
    ),
  );
});

test("deciding again from the decided state changes nothing", (t) => {
  assert(
    property(models, boolean(), (model, isFirst) => {
      const decision = decided(asGiven(model), { isFirst });
      t.deepEqual(decided(settled(asGiven(model), decision)), decision);
    }),
  );
});

test("if no module runs, only modules whose requirements are met are enabled", (t) => {
  assert(
    property(models, array(constantFrom(...names)), boolean(), (model, down, isFirst) => {
      const resting = Object.entries(asGiven(model)).map(([name, given]): [string, Given] => [
        name,
        { ...given, is: given.is === "on" ? "wanted" : "off" },
      ]);
      const first = settled(Object.fromEntries(resting), decided(Object.fromEntries(resting), { isFirst }));
      const later = Object.entries(first).map(([name, given]): [string, Given] => [
        name,
        down.includes(name) ? { ...given, is: given.is === "on" ? "dropped" : "off" } : given,
      ]);
      const last = settled(Object.fromEntries(later), decided(Object.fromEntries(later)));
      for (const modules of [first, last]) {
        t.deepEqual(firstAnalysis(platformOf(modules)), []);
      }
    }),
  );
});
