import { type JsonArray, type JsonObject, type JsonValue, isArray } from "../../object/json.ts";
import { type LuaType, luaTypes, type State } from "./lua-exports.ts";
import { LuaHalt, type LuaMachine } from "./lua-machine.ts";
import { readText, type TextWriter } from "./lua-text.ts";

/** A `lua_State` of a machine, with a writer for texts. */
export interface LuaState {
  readonly machine: LuaMachine;
  readonly state: State;
  readonly writer: TextWriter;
}

const int64 = { least: -(2n ** 63n), most: 2n ** 63n - 1n };
/** The slots of Lua's stack that a level of a value takes. */
const slotsPerLevel = 8;

/**
 * Pushes a JSON value: lists as tables from 1, without their nulls; whole numbers as integers. Throws a
 * `LuaHalt` when the memory is used up.
 */
export function pushJson(to: LuaState, value: JsonValue): void {
  const { lua } = to.machine;
  if (typeof value === "string") {
    pushText(to, value);
  } else if (typeof value === "boolean") {
    lua.lua_pushboolean(to.state, value ? 1 : 0);
  } else if (value === null) {
    lua.lua_pushnil(to.state);
  } else if (typeof value === "object") {
    pushTable(to, value);
  } else {
    pushNumber(to, value);
  }
}

function pushNumber({ machine, state }: LuaState, value: number | bigint): void {
  const isInteger =
    typeof value === "number" ? Number.isSafeInteger(value) : value >= int64.least && value <= int64.most;
  if (isInteger) {
    machine.lua.lua_pushinteger(state, BigInt(value));
  } else {
    machine.lua.lua_pushnumber(state, Number(value));
  }
}

function pushTable(to: LuaState, value: JsonArray | JsonObject): void {
  const { lua } = to.machine;
  if (lua.lua_checkstack(to.state, slotsPerLevel) === 0) {
    throw new LuaHalt("memory");
  }
  if (isArray(value)) {
    const present = value.filter((entry) => entry !== null);
    lua.lua_createtable(to.state, present.length, 0);
    for (const [index, entry] of present.entries()) {
      pushJson(to, entry);
      lua.lua_rawseti(to.state, -2, BigInt(index + 1));
    }
    return;
  }
  const names = Object.keys(value);
  lua.lua_createtable(to.state, 0, names.length);
  for (const name of names) {
    pushText(to, name);
    pushJson(to, value[name] ?? null);
    lua.lua_rawset(to.state, -3);
  }
}

/** Pushes a text. */
export function pushText({ machine, state, writer }: LuaState, text: string): void {
  const { at, length } = writer.write(text);
  machine.lua.lua_pushlstring(state, at, length);
}

/** Sets a global variable to the value on top of the stack, and removes the value. */
export function setGlobal({ machine, state, writer }: LuaState, name: string): void {
  machine.lua.lua_setglobal(state, writer.write(name).at);
}

/** Returns the type of the value on top of the stack. */
export function typeOfTop({ machine, state }: LuaState): LuaType {
  return luaTypes[machine.lua.lua_type(state, -1)] ?? "nil";
}

/**
 * Returns the string or number on top of the stack as a text, or as much as that many bytes hold of it;
 * undefined if it is something else.
 */
export function textOfTop(from: LuaState, most: number): string | undefined {
  const { machine, state, writer } = from;
  const type = typeOfTop(from);
  if (type !== "string" && type !== "number") {
    return undefined;
  }
  const lengthAt = (writer.write("    ").at + 3) & ~3;
  const at = machine.lua.lua_tolstring(state, -1, lengthAt);
  const length = new DataView(machine.lua.memory.buffer).getUint32(lengthAt, true);
  return readText(machine, { at, length: Math.min(length, most) });
}
