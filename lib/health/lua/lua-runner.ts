import type { JsonObject } from "../../object/json.ts";
import { countHook, luaStatus, type LuaType } from "./lua-exports.ts";
import { chunkName, closeLuaState, createLuaState, loadChunk } from "./script-state.ts";
import { hookStep, LuaHalt, type LuaLimit, type LuaMachine, startLuaMachine } from "./lua-machine.ts";
import { type LuaState, pushJson, pushText, setGlobal, textOfTop, typeOfTop } from "./lua-state.ts";
import { createWatchdog, type Watchdog } from "./watchdog.ts";
import { webAssembly } from "./web-assembly.ts";

/** A script, and what it works with. */
export interface LuaCall {
  readonly script: string;
  /** The global `obj`. */
  readonly object: JsonObject;
  /** Whether `string`, `math` and `coroutine` are there, besides the basic functions, `table` and `os`. */
  readonly openLibraries: boolean;
  /** The time that `os` gives, in milliseconds since 1970. */
  readonly now: number;
}

/** A fault in the syntax of a script, or an error while it runs. */
export interface LuaFailure {
  readonly message: string;
  /** The line of the script, from 1; undefined if it is not known. */
  readonly line: number | undefined;
}

/** The last value that a script returned. */
export interface LuaResult {
  readonly type: LuaType;
  /** Whether it is a table without entries. */
  readonly isEmpty: boolean;
  /** The fields of a table that are strings. */
  readonly fields: ReadonlyMap<string, string>;
}

/** The end of a script: a result, an error, or a limit that it exceeded. */
export type LuaOutcome =
  | { readonly result: LuaResult }
  | { readonly failure: LuaFailure }
  | { readonly exceeded: LuaLimit };

/** Runs scripts one after another, each in a state of its own. */
export interface LuaRunner {
  /** Finds a fault in the syntax of a script. Never throws. */
  readonly check: (script: string) => LuaFailure | undefined;
  /** Runs a script and reads fields of the table that it returns. Never throws. */
  readonly run: (call: LuaCall, fields: readonly string[]) => LuaOutcome;
}

/** Some 20 ms of work. The longest rule for a large object takes a hundredth of it. */
const instructionsAtMost = 2_000_000;
/** For work that executes few instructions: a pattern that backtracks. In milliseconds. */
const timeAtMost = 1000;
/** The bytes of a text that are read. */
const textAtMost = 4096;
const allResults = -1;

/** Starts a runner. The interpreter is loaded with the first script. */
export function startLuaRunner(): LuaRunner {
  let machine: LuaMachine | undefined;
  let watchdog: Watchdog | undefined;
  const guard = (work: (prepared: LuaState) => LuaOutcome): LuaOutcome => {
    watchdog ??= createWatchdog();
    let outcome: LuaOutcome = { exceeded: "time" };
    try {
      watchdog(() => {
        // A script that is stopped leaves the interpreter in the middle of its work: it is not used again.
        const used = machine ?? startLuaMachine();
        machine = undefined;
        const prepared = createLuaState(used);
        outcome = work(prepared);
        closeLuaState(prepared);
        machine = used;
      }, timeAtMost);
    } catch (error) {
      outcome = { exceeded: limitOf(error) };
    }
    return outcome;
  };
  return {
    check: (script) => {
      const outcome = guard((prepared) =>
        loadChunk(prepared, script) === luaStatus.ok ? nothing : failureOf(prepared),
      );
      return "failure" in outcome ? outcome.failure : undefined;
    },
    run: (call, fields) => guard((prepared) => runScript(prepared, call, fields)),
  };
}

/** The limit behind an error that ended the work; throws the error if it is none of that kind. */
function limitOf(error: unknown): LuaLimit {
  if (error instanceof LuaHalt) {
    return error.limit;
  }
  // A trap, or the stack of JavaScript.
  if (error instanceof webAssembly.RuntimeError || error instanceof RangeError) {
    return "memory";
  }
  throw error;
}

const nothing: LuaOutcome = { result: { type: "nil", isEmpty: false, fields: new Map() } };

function runScript(prepared: LuaState, call: LuaCall, fields: readonly string[]): LuaOutcome {
  const { machine, state } = prepared;
  const { lua } = machine;
  pushJson(prepared, Math.floor(call.now / 1000));
  pushJson(prepared, call.openLibraries);
  lua.lua_pcallk(state, 2, 0, 0, 0, 0);
  pushJson(prepared, call.object);
  setGlobal(prepared, "obj");
  if (loadChunk(prepared, call.script) !== luaStatus.ok) {
    return failureOf(prepared);
  }
  machine.budget = instructionsAtMost;
  lua.lua_sethook(state, machine.hook, countHook, hookStep);
  const status = lua.lua_pcallk(state, 0, allResults, 0, 0, 0);
  lua.lua_sethook(state, 0, 0, 0);
  if (status !== luaStatus.ok) {
    return status === luaStatus.memory ? { exceeded: "memory" } : failureOf(prepared);
  }
  return lua.lua_gettop(state) === 0 ? nothing : { result: readResult(prepared, fields) };
}

const placed = new RegExp(`^${chunkName}:(\\d+): (.*)$`, "s");

function failureOf(prepared: LuaState): LuaOutcome {
  const text = textOfTop(prepared, textAtMost) ?? `the error is a ${typeOfTop(prepared)}`;
  const [, line, message = text] = placed.exec(text) ?? [];
  return { failure: { message, line: line === undefined ? undefined : Number(line) } };
}

function readResult(prepared: LuaState, names: readonly string[]): LuaResult {
  const { lua } = prepared.machine;
  const { state } = prepared;
  const type = typeOfTop(prepared);
  const fields = new Map<string, string>();
  if (type !== "table") {
    return { type, isEmpty: false, fields };
  }
  for (const name of names) {
    pushText(prepared, name);
    lua.lua_rawget(state, -2);
    const text = typeOfTop(prepared) === "string" ? textOfTop(prepared, textAtMost) : undefined;
    if (text !== undefined) {
      fields.set(name, text);
    }
    lua.lua_settop(state, -2);
  }
  lua.lua_pushnil(state);
  return { type, isEmpty: lua.lua_next(state, -2) === 0, fields };
}
