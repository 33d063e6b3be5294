import test from "ava";
import * as fc from "fast-check";

import { noRequirements } from "../requirement/requirements.ts";
import { startOrder, type StartOrder } from "./start-order.ts";
import type { StartModule } from "./start-barriers.ts";

const letters: readonly string[] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];

/** Up to twelve modules with any requirements on each other, and on two that do not exist. */
const anyModules = fc.uniqueArray(fc.constantFrom(...letters), { maxLength: 12 }).chain((names) =>
  fc.tuple(
    ...names.map((name) =>
      fc.record({
        name: fc.constant(name),
        weight: fc.constantFrom(10, 20, 30, 900, 1000),
        isCritical: fc.boolean(),
        requirements: fc
          .array(fc.tuple(fc.constantFrom(...names, "x", "y"), fc.boolean()), { maxLength: 2 })
          .map((needs) => ({
            ...noRequirements,
            modules: needs.map(([on, isOptional]) => ({ module: on, constraint: ">= 0", isOptional })),
          })),
      }),
    ),
  ),
);

/** All modules that a module waits for, directly or indirectly. */
function behind(name: string, { waits }: StartOrder): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [name];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const { on } of waits.get(next) ?? []) {
      if (!found.has(on)) {
        found.add(on);
        open.push(on);
      }
    }
  }
  return found;
}

test("a module is in the group directly after the last group of the modules it waits for", (t) => {
  fc.assert(
    fc.property(anyModules, (modules) => {
      const found = startOrder(modules);
      const groupOf = new Map(found.groups.flatMap((group, index) => group.map((name) => [name, index])));
      for (const [name, group] of groupOf) {
        const before = (found.waits.get(name) ?? []).map(({ on }) => groupOf.get(on) ?? Infinity);
        t.is(group, Math.max(-1, ...before) + 1);
      }
    }),
  );
});

test("every module is in one group, or in or behind a loop", (t) => {
  fc.assert(
    fc.property(anyModules, (modules) => {
      const found = startOrder(modules);
      const started = found.groups.flat();
      t.is(new Set(started).size, started.length);
      const looping = new Set(found.loops.flat());
      for (const { name } of modules) {
        const all = behind(name, found);
        const isStuck = looping.has(name) || [...all].some((other) => looping.has(other));
        t.is(started.includes(name), !isStuck, name);
        t.is(found.waits.has(name), true);
      }
    }),
  );
});

test("the order of the input does not matter", (t) => {
  const shuffled = anyModules.chain((modules) =>
    fc.tuple(
      fc.constant(modules),
      fc.shuffledSubarray(modules, { minLength: modules.length, maxLength: modules.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([modules, others]) => {
      t.deepEqual(startOrder(modules), startOrder(others));
    }),
  );
});

test("a module never starts before lower weights, critical modules and its dependencies", (t) => {
  fc.assert(
    fc.property(anyModules, (modules) => {
      const names = new Set(modules.map(({ name }) => name));
      const found = startOrder(modules);
      const hasNeeds = ({ name, requirements }: StartModule): boolean =>
        requirements.modules.some((need) => need.module !== name && names.has(need.module));
      for (const one of modules.filter(({ name }) => found.groups.flat().includes(name))) {
        const before = behind(one.name, found);
        const expected = modules.filter((other) =>
          hasNeeds(one)
            ? !hasNeeds(other) && other.isCritical
            : !hasNeeds(other) && other.weight < one.weight,
        );
        const needed = one.requirements.modules.map((need) => need.module).filter((name) => names.has(name));
        for (const name of [...expected.map((other) => other.name), ...needed]) {
          t.true(name === one.name || before.has(name), `${one.name} has to wait for ${name}`);
        }
      }
    }),
  );
});

test("the waits of a barrier are waits of each of its modules", (t) => {
  fc.assert(
    fc.property(anyModules, (modules) => {
      const { barriers, waits } = startOrder(modules);
      for (const { before, behind: names } of barriers) {
        for (const name of names) {
          const on = new Set((waits.get(name) ?? []).map((wait) => wait.on));
          t.deepEqual(
            before.filter((wait) => !on.has(wait.on)),
            [],
          );
        }
      }
    }),
  );
});

test("in every reported loop each module requires the next one", (t) => {
  fc.assert(
    fc.property(anyModules, (modules) => {
      const { loops: found, waits } = startOrder(modules);
      for (const loop of found) {
        t.is(loop[0], loop.at(-1));
        t.is(new Set(loop).size, loop.length - 1);
        for (const [index, name] of loop.slice(0, -1).entries()) {
          t.true(waits.get(name)?.some(({ on }) => on === loop[index + 1]));
        }
      }
    }),
  );
});

function module(name: string, weight: number, needs: readonly string[] = []): StartModule {
  const modules = needs.map((need) => ({ module: need, constraint: ">= 0", isOptional: false }));
  return { name, weight, isCritical: false, requirements: { ...noRequirements, modules } };
}

function many(weight: number): readonly StartModule[] {
  return Array.from({ length: 1000 }, (_, index) => module(`m${weight}-${index}`, weight));
}

test("all modules of one weight share one list of waits", (t) => {
  const { waits } = startOrder([...many(1), ...many(2)]);
  t.is(waits.get("m2-0")?.length, 1000);
  t.is(waits.get("m2-0"), waits.get("m2-999"));
});

test("a chain of 20,000 modules is ordered, and a ring of them is reported as a loop", (t) => {
  const size = 20_000;
  const chain = Array.from({ length: size }, (_, index) =>
    module(`m${index}`, 900, index === 0 ? [] : [`m${index - 1}`]),
  );
  t.is(startOrder(chain).groups.length, size);
  const ring = startOrder([...chain.slice(1), module("m0", 900, [`m${size - 1}`])]);
  t.deepEqual(ring.groups, []);
  t.is(ring.loops[0]?.length, size + 1);
});
