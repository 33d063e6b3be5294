import type { WasmMemory } from "./web-assembly.ts";

/** An address in the memory of the virtual machine. */
export type LuaAddress = number;

/** A `lua_State*`. */
export type State = LuaAddress;

/** The functions of Lua's C API, and of the C library below it, that are called. */
export interface LuaExports {
  readonly memory: WasmMemory;
  readonly stackSave: () => number;
  readonly stackRestore: (pointer: number) => void;
  readonly setThrew: (threw: number, value: number) => void;
  /** Returns 0 if there is no memory left. */
  readonly malloc: (size: number) => LuaAddress;
  readonly free: (address: LuaAddress) => void;
  readonly luaL_newstate: () => State;
  readonly lua_close: (state: State) => void;
  readonly luaopen_base: (state: State) => number;
  readonly luaopen_table: (state: State) => number;
  readonly luaopen_string: (state: State) => number;
  readonly luaopen_math: (state: State) => number;
  readonly luaopen_coroutine: (state: State) => number;
  readonly luaL_loadbufferx: (
    ...args: readonly [State, LuaAddress, number, LuaAddress, LuaAddress]
  ) => number;
  readonly lua_pcallk: (...args: readonly [State, number, number, number, number, number]) => number;
  readonly lua_sethook: (...args: readonly [State, number, number, number]) => void;
  readonly lua_checkstack: (state: State, slots: number) => number;
  readonly lua_settop: (state: State, index: number) => void;
  readonly lua_gettop: (state: State) => number;
  readonly lua_type: (state: State, index: number) => number;
  readonly lua_setglobal: (state: State, name: LuaAddress) => void;
  readonly lua_createtable: (state: State, entries: number, fields: number) => void;
  readonly lua_pushnil: (state: State) => void;
  readonly lua_pushboolean: (state: State, value: number) => void;
  readonly lua_pushinteger: (state: State, value: bigint) => void;
  readonly lua_pushnumber: (state: State, value: number) => void;
  readonly lua_pushlstring: (state: State, text: LuaAddress, length: number) => LuaAddress;
  readonly lua_rawset: (state: State, index: number) => void;
  readonly lua_rawseti: (state: State, index: number, key: bigint) => void;
  readonly lua_rawget: (state: State, index: number) => number;
  readonly lua_next: (state: State, index: number) => number;
  readonly lua_tolstring: (state: State, index: number, length: LuaAddress) => LuaAddress;
}

/** The types of values, as `lua_type` numbers them. */
export const luaTypes = [
  "nil",
  "boolean",
  "userdata",
  "number",
  "string",
  "table",
  "function",
  "userdata",
  "thread",
] as const;
export type LuaType = (typeof luaTypes)[number];

/** The results of loading and calling. */
export const luaStatus = { ok: 0, syntax: 3, memory: 4 } as const;

/** The event of `lua_sethook` that counts instructions. */
export const countHook = 8;
