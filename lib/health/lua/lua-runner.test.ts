import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { startLuaRunner } from "./lua-runner.ts";

const runner = startLuaRunner();

/** The status that a script returns, or the way in which it ends without one. */
function run(script: string, object: JsonObject = {}, openLibraries = true): string {
  const outcome = runner.run({ script, object, openLibraries, now: 86_400_000 }, ["status"]);
  if ("exceeded" in outcome) {
    return `exceeded ${outcome.exceeded}`;
  }
  return "failure" in outcome
    ? `line ${outcome.failure.line}: ${outcome.failure.message}`
    : (outcome.result.fields.get("status") ?? outcome.result.type);
}

test("a Lua script reads its object and returns a table", (t) => {
  const object = { status: { conditions: [{ type: "Ready", status: "True" }], replicas: 3 } };
  t.is(run("return {status = obj.status.conditions[1].status .. obj.status.replicas}", object), "True3");
});

test("numbers are formatted as in Lua 5.1, whole numbers without a fraction", (t) => {
  t.is(run("return {status = tostring(4 / 2) .. ' ' .. string.format('%d', 7 / 7)}"), "2 1");
});

test("functions that only Lua 5.1 has are available", (t) => {
  t.is(run("return {status = unpack({'a'}) .. table.getn({1, 2}) .. math.pow(2, 3)}"), "a28.0");
});

test("an error in a Lua script is reported with its line", (t) => {
  t.is(run("local a = nil\nreturn a.b"), "line 2: attempt to index a nil value (local 'a')");
  t.deepEqual(runner.check("return {\n"), {
    line: 2,
    message: "unexpected symbol near <eof>",
  });
});

test("a script without open libraries has no string functions", (t) => {
  t.is(run("return {status = string == nil and 'closed' or 'open'}", {}, false), "closed");
});

test("a script does not affect the globals and libraries of the next one", (t) => {
  run("leaked = 'yes'; string.upper = nil; table.insert = nil");
  t.is(run("return {status = tostring(leaked) .. string.upper('x')}"), "nilX");
});

test("scripts have no access to files, processes, the environment or bytecode", (t) => {
  for (const name of [
    "io",
    "debug",
    "package",
    "dofile",
    "loadfile",
    "string.dump",
    "os.execute",
    "os.getenv",
  ]) {
    t.is(run(`return {status = tostring(${name})}`), "nil", name);
  }
});

test("the clock of a script shows the given time", (t) => {
  t.is(run("return {status = os.date('!%Y-%m-%d', os.time())}"), "1970-01-02");
});

for (const [attack, script, end] of [
  ["an endless loop", "while true do end", "exceeded instructions"],
  [
    "an endless loop inside pcall",
    "while true do pcall(function() while true do end end) end",
    "exceeded instructions",
  ],
  ["a string of a gigabyte", "local s = string.rep('x', 1e9) return {status = s}", "exceeded memory"],
  [
    "a string that is doubled endlessly",
    "local s = 'xxxxxxxxxxxxxxxx' while true do s = s .. s end",
    "exceeded memory",
  ],
  ["endless creation of tables", "local t = {} for i = 1, 1e9 do t[i] = {i} end", "exceeded"],
  [
    "endless creation of coroutines",
    "local t = {} for i = 1, 1e9 do t[i] = coroutine.wrap(function() coroutine.yield() end) t[i]() end",
    "line 1: too many coroutines",
  ],
  ["endless recursion", "local function f() return 1 + f() end return f()", "exceeded memory"],
  ["an endless loop in a coroutine", "coroutine.wrap(function() while true do end end)()", "exceeded"],
  [
    "an endless loop in __gc",
    "setmetatable({}, {__gc = function() while true do end end}) collectgarbage() return {status = 'done'}",
    "done",
  ],
  [
    "a string pattern that backtracks",
    "string.find(string.rep('a', 40), string.rep('a?', 40) .. string.rep('a', 40)) for i = 1, 10 do string.find(string.rep('a', 30000), '.-.-.-.-b') end",
    "exceeded",
  ],
] as const) {
  test(`${attack} is stopped, and the next script runs`, (t) => {
    t.true(run(script).startsWith(end), run(script));
    t.is(run("return {status = 'fine'}"), "fine");
  });
}
