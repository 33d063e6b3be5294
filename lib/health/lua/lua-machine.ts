import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { LuaExports } from "./lua-exports.ts";
import {
  type WasmImports,
  type WasmMemory,
  type WasmModule,
  type WasmTable,
  webAssembly,
} from "./web-assembly.ts";

/** The limit that a script exceeded. */
export type LuaLimit = "instructions" | "memory" | "time";

/** Ends a script that exceeds a limit. No `pcall` of the script catches it. */
export class LuaHalt extends Error {
  readonly limit: LuaLimit;

  constructor(limit: LuaLimit) {
    super(`the script exceeds its limit of ${limit}`);
    this.limit = limit;
  }
}

/**
 * Unwinds the stack to the nearest `pcall`, as `longjmp` does in C. A single one: to record the stack of each
 * would let a script that only throws errors take long.
 */
const longJump = new Error("jump");

const pageSize = 65_536;
/** 32 MiB for the interpreter, the object and all that a script creates. */
const pagesAtMost = 512;
/** `ENOSYS` of WASI. */
const notSupported = 52;
const succeeded = 0;

/** One instance of the interpreter. */
export interface LuaMachine {
  readonly lua: LuaExports;
  /** The index of a function for `lua_sethook` that ends a script when its instructions are used up. */
  readonly hook: number;
  /** The instructions that a script may still execute. */
  budget: number;
}

/** The number of instructions between two calls of the hook. */
export const hookStep = 1000;

/**
 * Starts an interpreter: Lua 5.4, compiled to WebAssembly. It has no input and no output but the calls of its
 * exports: the functions it imports for files, processes and the environment fail. Its calls throw a
 * `LuaHalt` when a script exceeds a limit. Some 1 ms, the first time some 5 ms.
 */
export function startLuaMachine(): LuaMachine {
  const module = luaModule();
  const started: { lua?: Instance } = {};
  const instance = instantiate(module, importsOf(module, started));
  started.lua = instance;
  instance.construct();
  const machine = { lua: instance.lua, hook: instance.table.grow(1), budget: 0 };
  const onCount = (): void => {
    machine.budget -= hookStep;
    if (machine.budget < 0) {
      throw new LuaHalt("instructions");
    }
  };
  instance.table.set(machine.hook, hookOf(onCount));
  return machine;
}

/** An instance; what the compiler named with underscores has other names. */
interface Instance {
  readonly lua: LuaExports;
  readonly table: WasmTable;
  readonly construct: () => void;
}

function instantiate(module: WasmModule, imports: WasmImports): Instance {
  const { exports } = new webAssembly.Instance(module, imports);
  return {
    lua: luaExports(exports),
    table: Reflect.get(exports, "__indirect_function_table"),
    construct: Reflect.get(exports, "__wasm_call_ctors"),
  };
}

/** The module is pinned, and its exports are those of the C API. */
function luaExports(exports: object): LuaExports {
  const lua: unknown = exports;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- WebAssembly has no types of its exports
  return lua as LuaExports;
}

let compiled: WasmModule | undefined;

/** The module that wasmoon contains. Its own bindings are not used: they give scripts files and processes. */
function luaModule(): WasmModule {
  const path = createRequire(import.meta.url).resolve("wasmoon/dist/glue.wasm");
  compiled ??= new webAssembly.Module(readFileSync(path));
  return compiled;
}

type Import = (...args: readonly number[]) => unknown;

/**
 * The imports that the interpreter works with; all others fail. Its clock has the value 0: Lua uses it only
 * to seed hashes and random numbers, which are to be the same in every run.
 */
function importsOf(module: WasmModule, started: { readonly lua?: Instance }): WasmImports {
  const working: Readonly<Record<string, Import>> = {
    abort: outOfMemory,
    exit: outOfMemory,
    emscripten_date_now: () => 0,
    emscripten_resize_heap: (size = 0) => grow(running(started).lua.memory, size >>> 0),
    environ_get: () => succeeded,
    environ_sizes_get: (...sizes) => {
      for (const at of sizes) {
        new DataView(running(started).lua.memory.buffer).setUint32(at, 0);
      }
      return succeeded;
    },
    invoke_vii: (...args) => {
      catchJump(running(started), args);
    },
    _emscripten_throw_longjmp: () => {
      throw longJump;
    },
  };
  const imports: Record<string, Record<string, Import>> = {};
  for (const { module: from, name } of webAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = working[name] ?? (() => notSupported);
  }
  return imports;
}

/** Returns the instance. The module calls no import before it is there. */
function running({ lua }: { readonly lua?: Instance }): Instance {
  return lua ?? outOfMemory();
}

/** Ends the script. Lua aborts outside a protected call only, and there for want of memory. */
function outOfMemory(): never {
  throw new LuaHalt("memory");
}

/** Grows the memory to at least that many bytes; 0 if that exceeds the limit. */
function grow(memory: WasmMemory, size: number): number {
  const wanted = Math.ceil(size / pageSize);
  if (wanted > pagesAtMost) {
    return 0;
  }
  memory.grow(Math.max(0, wanted - memory.buffer.byteLength / pageSize));
  return 1;
}

/** Calls a function of the interpreter; a jump out of it ends here. */
function catchJump({ lua, table }: Instance, [callee = 0, ...args]: readonly number[]): void {
  const pointer = lua.stackSave();
  try {
    table.get(callee)(...args);
  } catch (error) {
    if (error !== longJump) {
      throw error;
    }
    lua.stackRestore(pointer);
    lua.setThrew(1, 0);
  }
}

/**
 * A module that exports the function it imports, of type `(i32, i32) → ()`: a table of WebAssembly accepts
 * only functions of modules.
 */
const hookModule = Uint8Array.from(
  [
    "00 61 73 6d 01 00 00 00",
    "01 06 01 60 02 7f 7f 00",
    "02 07 01 01 61 01 66 00 00",
    "07 05 01 01 66 00 00",
  ].flatMap((section) => section.split(" ")),
  (digits) => Number.parseInt(digits, 16),
);

function hookOf(onCount: () => void): unknown {
  const module = new webAssembly.Module(hookModule);
  return Reflect.get(new webAssembly.Instance(module, { a: { f: onCount } }).exports, "f");
}
