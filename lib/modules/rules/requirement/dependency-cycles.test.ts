import test from "ava";
import { array, assert, constantFrom, property, tuple } from "fast-check";

import {
  givenCandidate,
  givenPlatform,
  type GivenModule,
} from "../../../../fixtures/module-requirements/given-platform.ts";
import type { CandidateModule } from "./platform-state.ts";
import { dependencyLoops, formatLoop, cycleClosedBy } from "./dependency-cycles.ts";

/** `a: b c?` is a module that requires b, and c optionally. */
function needing(line: string): readonly [string, GivenModule] {
  const [name = "", ...needed] = line.split(/[: ]+/).filter((word) => word !== "");
  const modules = Object.fromEntries(
    needed.map((word) => [word.replace("?", ""), word.endsWith("?") ? "> v0.0.0 !optional" : "> v0.0.0"]),
  );
  return [name, { version: "1.0.0", needs: { modules } }];
}

function candidatesOf(lines: readonly string[]): readonly CandidateModule[] {
  return lines.map(needing).map(([name, { version, needs }]) => givenCandidate(name, version, needs));
}

function loopsOf(lines: readonly string[]): readonly string[] {
  return dependencyLoops(candidatesOf(lines)).map(formatLoop);
}

const loops = test.macro({
  title: (_, lines: readonly string[], expected: readonly string[]) =>
    `among ${lines.join(", ")} there is ${expected.length === 0 ? "no loop" : expected.join(" and ")}`,
  exec: (t, lines: readonly string[], expected: readonly string[]) => {
    t.deepEqual(loopsOf(lines), expected);
    t.deepEqual(loopsOf(lines.toReversed()), expected);
  },
});

test(loops, [], []);
test(loops, ["a: b", "b: c"], []);
test(loops, ["a: a"], []);
test(loops, ["a: b", "b: a"], ["a → b → a"]);
test(loops, ["b: a?", "a: b?"], ["a → b → a"]);
test(loops, ["c: b", "a: c", "b: a"], ["a → c → b → a"]);
test(loops, ["a: b c", "b: a", "c: a"], ["a → b → a", "a → c → a"]);
test(loops, ["a: b", "b: a", "x: y a", "y: x"], ["a → b → a", "x → y → x"]);
test(loops, ["a: b c", "b: c", "c: a"], ["a → b → c → a", "a → c → a"]);
test(
  loops,
  ["__proto__: constructor", "constructor: __proto__ toString"],
  ["__proto__ → constructor → __proto__"],
);

const closes = test.macro({
  title: (_, line: string, installed: readonly string[], expected: string | undefined) =>
    `${line} ${expected === undefined ? "closes no loop" : `closes ${expected}`} among ${installed.join(", ")}`,
  exec: (t, line: string, installed: readonly string[], expected: string | undefined) => {
    const [candidate] = candidatesOf([line]);
    const modules = installed.map((text): readonly [string, GivenModule] => {
      const [name, module] = needing(text.replace(/^(off|forced) /, ""));
      return [name, { ...module, off: text.startsWith("off "), overridden: text.startsWith("forced ") }];
    });
    const loop =
      candidate && cycleClosedBy(candidate, givenPlatform({ modules: Object.fromEntries(modules) }));
    t.is(loop && formatLoop(loop), expected);
  },
});

const installed = ["a:", "b: a c", "c: a e"];
test(closes, "d: b c", installed, undefined);
test(closes, "e: b a", installed, "e → b → c → e");
test(closes, "a: b", ["b: a?"], "a → b → a");
test(closes, "a: b?", ["b: a"], "a → b → a");
test(closes, "a: b?", ["off b: a"], undefined);
test(closes, "a: b", ["off b: a"], "a → b → a");
test(closes, "a: b", ["forced b: a"], undefined);
test(closes, "a: b?", ["c: a"], undefined);
test(closes, "a: b", ["a: c", "b: c", "c: d"], undefined);

test("each loop is simple and begins with its smallest name, and all dependencies in loops are found", (t) => {
  const name = constantFrom("a", "b", "c", "d", "e", "f");
  assert(
    property(array(tuple(name, name), { maxLength: 12 }), (pairs) => {
      const needed = Map.groupBy(pairs, ([from]) => from);
      const lines = [...needed].map(([from, ways]) => `${from}: ${ways.map(([, to]) => to).join(" ")}`);
      const found = dependencyLoops(candidatesOf(lines));
      const given = new Set<string>();
      for (const loop of found) {
        const around = loop.slice(1);
        t.is(new Set(around).size, around.length);
        t.is(loop[0], around.at(-1));
        t.is(loop[0], around.toSorted()[0]);
        for (const [at, to] of around.entries()) {
          given.add(`${loop[at] ?? ""}${to}`);
        }
      }
      for (const [from, to] of pairs) {
        t.is(given.has(`${from}${to}`), from !== to && reaches(to, from, pairs));
      }
    }),
  );
});

function reaches(start: string, goal: string, pairs: readonly (readonly [string, string])[]): boolean {
  const seen = new Set([start]);
  for (const from of seen) {
    for (const [, to] of pairs.filter(([left]) => left === from)) {
      seen.add(to);
    }
  }
  return seen.has(goal);
}
