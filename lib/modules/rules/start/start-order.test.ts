import test from "ava";

import { moduleRequirement, noRequirements } from "../requirement/requirements.ts";
import { usualWeight } from "../definition/module-definition.ts";
import { startOrder, type StartOrder } from "./start-order.ts";
import type { StartModule } from "./start-barriers.ts";

/**
 * `dns 10! needs cni, ?mesh`: name, weight (default 900), `!` for critical, requirements, `?` for
 * optional ones.
 */
function module(text: string): StartModule {
  const [, name = "", weight, critical, needs = ""] =
    /^(\S+?)(?: (\d+))?(!)?(?: needs (.*))?$/.exec(text) ?? [];
  const modules = needs
    .split(", ")
    .filter((need) => need !== "")
    .map((need) =>
      moduleRequirement(need.replace("?", ""), need.startsWith("?") ? ">= 0 !optional" : ">= 0"),
    );
  return {
    name,
    weight: weight === undefined ? usualWeight : Number(weight),
    isCritical: critical !== undefined,
    requirements: { ...noRequirements, modules },
  };
}

function order(...modules: readonly string[]): StartOrder {
  return startOrder(modules.map(module));
}

const starts = test.macro({
  title: (_, rule: string) => rule,
  exec: (t, _rule: string, modules: readonly string[], groups: readonly string[]) => {
    t.deepEqual(
      startOrder(modules.map(module)).groups.map((group) => group.join(" ")),
      groups,
    );
  },
});
test(starts, "no modules give no groups", [], []);
test(starts, "modules of equal weight start together, sorted by name", ["b", "a"], ["a b"]);
test(starts, "lower weights start first", ["b 10", "a 20", "c 10"], ["b c", "a"]);
test(starts, "weights are compared as numbers", ["a 100", "b 20", "c 3"], ["c", "b", "a"]);
test(
  starts,
  "the default weight of a module is 900",
  ["low 899", "usual", "high 901"],
  ["low", "usual", "high"],
);
test(
  starts,
  "a module starts after the modules it requires, whatever its weight",
  ["a 1 needs b", "b 50"],
  ["b", "a"],
);
test(
  starts,
  "a module with requirements does not wait for weights",
  ["a 10", "b 20", "c 30", "d 40 needs a"],
  ["a", "b d", "c"],
);
test(
  starts,
  "no module waits for a module with requirements because of its weight",
  ["a 10", "b 5 needs a", "c 20"],
  ["a", "c b"],
);
test(
  starts,
  "weights above 999 do not wait for modules with requirements",
  ["a 10", "b needs a", "c 1000"],
  ["a", "b c"],
);
test(
  starts,
  "a module with requirements waits for the critical modules",
  ["a 10", "b 20!", "c 30", "d needs a"],
  ["a", "b", "c d"],
);
test(
  starts,
  "critical modules keep their place among the weights",
  ["a 30!", "b 20", "c 10!"],
  ["c", "b", "a"],
);
test(
  starts,
  "an optional dependency that exists counts like any other",
  ["a 10 needs ?b", "b 20"],
  ["b", "a"],
);
test(
  starts,
  "a module with only missing dependencies keeps its place in the order of weights",
  ["a 10 needs ?x, y", "b 5"],
  ["b", "a"],
);
test(starts, "a requirement on the module itself is ignored", ["a 10 needs a", "b 5"], ["b", "a"]);
test(
  starts,
  "independent modules start at the same time",
  ["a", "b needs a", "c needs a", "d needs b, c", "e needs c"],
  ["a", "b c", "d e"],
);
test(
  starts,
  "a critical module with requirements delays other modules with requirements",
  ["a 10", "b! needs a", "c needs a"],
  ["a", "b", "c"],
);
test(
  starts,
  "dependencies of a critical module do not wait for it",
  ["a 10", "b needs a", "c! needs b", "d needs a"],
  ["a", "b", "c", "d"],
);
test(
  starts,
  "names of Object.prototype are valid names",
  ["__proto__ 2", "constructor 1"],
  ["constructor", "__proto__"],
);

const waits = test.macro({
  title: (_, fact: string) => fact,
  exec: (t, _fact: string, modules: readonly string[], [name, ...expected]: readonly string[]) => {
    const found = startOrder(modules.map(module)).waits.get(name ?? "") ?? [];
    t.deepEqual(
      found.map(({ on, until, because }) => `${on} ${until}, ${because}`),
      expected,
    );
  },
});
test(waits, "modules of the lowest weight wait for nothing", ["a 10", "b 20"], ["a"]);
test(
  waits,
  "a weight waits only for the end of the next lower one",
  ["a 10", "b 20", "c 20", "d 30"],
  ["d", "b ended, weight", "c ended, weight"],
);
test(
  waits,
  "a critical module of the next lower weight has to be ready",
  ["a 10!", "b 10", "c 20"],
  ["c", "a ready, critical", "b ended, weight"],
);
test(
  waits,
  "a module waits for each of its dependencies until it is ready",
  ["a 10", "b 20", "c needs b, ?a"],
  ["c", "a ready, optional dependency", "b ready, dependency"],
);
test(
  waits,
  "a module waits only for the critical modules of the greatest weight, as they come last",
  ["a 10!", "b 20!", "c 30", "d needs c"],
  ["d", "c ready, dependency", "b ready, critical"],
);
test(
  waits,
  "a critical dependency is named as a dependency",
  ["a 10!", "b needs a"],
  ["b", "a ready, dependency"],
);
test(
  waits,
  "a module behind a loop waits for its dependency in the loop",
  ["a needs b", "b needs a", "c needs a"],
  ["c", "a ready, dependency"],
);

const loops = test.macro({
  title: (_, fact: string) => fact,
  exec: (
    t,
    _fact: string,
    modules: readonly string[],
    [expected, groups]: readonly [readonly string[], readonly string[]],
  ) => {
    const found = startOrder(modules.map(module));
    t.deepEqual(
      found.loops.map((loop) => loop.join(" → ")),
      expected,
    );
    t.deepEqual(
      found.groups.map((group) => group.join(" ")),
      groups,
    );
  },
});
test(
  loops,
  "two modules that require each other never start",
  ["b needs a", "a needs b", "c"],
  [["a → b → a"], ["c"]],
);
test(
  loops,
  "an optional dependency can be part of a loop",
  ["a needs b", "b needs ?c", "c needs a"],
  [["a → b → c → a"], []],
);
test(
  loops,
  "modules behind a loop never start",
  ["a needs b", "b needs a", "c needs a", "d needs c"],
  [["a → b → a"], []],
);
test(
  loops,
  "each loop is reported, even behind another one",
  ["a needs b", "b needs a", "x needs y, a", "y needs x", "z 1"],
  [["a → b → a", "x → y → x"], ["z"]],
);
test(
  loops,
  "the shortest of several connected loops is reported",
  ["a needs b", "b needs c, a", "c needs a, b"],
  [["a → b → a"], []],
);
test(
  loops,
  "a critical module in a loop blocks all other modules with requirements",
  ["a! needs b", "b needs a", "c 10", "d needs c"],
  [["a → b → a"], ["c"]],
);

test("a duplicate name is a bug of the caller", (t) => {
  t.throws(() => order("a 1", "a 2"), { name: "BugError" });
});
