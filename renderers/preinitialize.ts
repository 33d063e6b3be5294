import { RootedFiles } from "../lib/render/wasm/rooted-files.ts";
import { Messages, wasiFunctions } from "../lib/render/wasm/wasi-host.ts";
import { type GuestMemory, WasiFiles } from "../lib/render/wasm/wasi-files.ts";
import { type RendererMemory, rendererApi } from "../lib/render/wasm/web-assembly.ts";
import { limitMemory } from "./limit-memory.ts";
import {
  moduleOf,
  numberBytes,
  readNumber,
  type Section,
  sectionIds,
  sectionsOf,
  signedBytes,
  withSection,
} from "./wasm-sections.ts";

/** The type of a 64-bit integer; the only other type of a global is that of 32 bits. */
const wide = 0x7e;

interface Global {
  readonly type: number;
  readonly isMutable: boolean;
}

interface State {
  readonly memory: Uint8Array;
  readonly globals: readonly bigint[];
}

/**
 * Runs the initialization of the renderers, which takes as long as a rendering, and returns a module that
 * begins where it has ended: with that memory and these globals. The same module gives the same bytes.
 * `mebibytes`: the most that its memory may grow to. Throws an Error if the initialization fails.
 */
export function preinitialized(module: Uint8Array, mebibytes: number): Uint8Array {
  const sections = sectionsOf(module);
  const globals = globalsOf(sections);
  const state = stateAfter(moduleOf(exportGlobals(sections, globals.length)), globals.length);
  const limited = limitMemory(sections, mebibytes, state.memory.length / 2 ** 16);
  const initialized = withSection(limited, sectionIds.global, () => globalSection(globals, state.globals));
  const bare = withSection(initialized, sectionIds.export, withoutInitialize);
  return moduleOf(withSection(bare, sectionIds.data, () => dataSection(state.memory)));
}

/** Reads the types of the globals, each of which is initialized with a constant. */
function globalsOf(sections: readonly Section[]): readonly Global[] {
  const content = sections.find(({ id }) => id === sectionIds.global)?.content ?? new Uint8Array(1);
  const globals: Global[] = [];
  let [count, at] = readNumber(content, 0);
  for (; count > 0; count -= 1) {
    globals.push({ type: content[at] ?? 0, isMutable: content[at + 1] === 1 });
    // After the type: an instruction, its constant and the end.
    [, at] = readNumber(content, at + 3);
    at += 1;
  }
  return globals;
}

/** Adds an export of each global: `0`, `1` … */
function exportGlobals(sections: readonly Section[], count: number): readonly Section[] {
  return withSection(sections, sectionIds.export, (content) => {
    const [exports, at] = readNumber(content, 0);
    const more = Array.from({ length: count }, (_, index) => {
      const name = Buffer.from(String(index));
      return [name.length, ...name, 3, ...numberBytes(index)];
    });
    return Buffer.concat([
      Buffer.from(numberBytes(exports + count)),
      content.subarray(at),
      Buffer.from(more.flat()),
    ]);
  });
}

function withoutInitialize(content: Uint8Array): Uint8Array {
  const [count, first] = readNumber(content, 0);
  const kept: Uint8Array[] = [];
  for (let at = first; at < content.length;) {
    const [size, name] = readNumber(content, at);
    const [, end] = readNumber(content, name + size + 1);
    if (Buffer.from(content.subarray(name, name + size)).toString() !== "_initialize") {
      kept.push(content.subarray(at, end));
    }
    at = end;
  }
  if (kept.length !== count - 1) {
    throw new Error("the module is not a reactor");
  }
  return Buffer.concat([Buffer.from(numberBytes(kept.length)), ...kept]);
}

/** Initializes an instance without files, with a fixed time and without randomness. */
function stateAfter(module: Uint8Array, globals: number): State {
  let exports: object = {};
  const memory: GuestMemory = {
    view: () => new DataView(memoryOf(exports).buffer),
    bytes: () => new Uint8Array(memoryOf(exports).buffer),
  };
  const files = new WasiFiles(memory, new RootedFiles("/", { files: 0, bytes: 0 }));
  const messages = new Messages();
  const clock = { now: () => 0, passed: () => 1 };
  const functions = wasiFunctions(files, messages, { memory, clock });
  const instance = new rendererApi.Instance(new rendererApi.Module(module), {
    wasi_snapshot_preview1: { ...functions, random_get: () => 0 },
    converge: { open_option: () => 0n, look_up: () => 0n, take_option: () => undefined },
  });
  ({ exports } = instance);
  for (const name of ["_initialize", "prepare"]) {
    const call: unknown = Reflect.get(exports, name);
    if (typeof call !== "function") {
      throw new Error(`the module does not export ${name}`);
    }
    call();
  }
  const said = messages.take();
  if (said !== "") {
    throw new Error(`the initialization of the renderers failed: ${said}`);
  }
  return {
    memory: memory.bytes(),
    globals: Array.from({ length: globals }, (_, index) =>
      BigInt(valueOf(Reflect.get(exports, String(index)))),
    ),
  };
}

function memoryOf(exports: object): RendererMemory {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- WebAssembly has no types of its exports
  return Reflect.get(exports, "memory") as RendererMemory;
}

function valueOf(global: unknown): number | bigint {
  const value: unknown = Reflect.get(Object(global), "value");
  return typeof value === "bigint" ? value : Number(value);
}

function globalSection(globals: readonly Global[], values: readonly bigint[]): Uint8Array {
  const entries = globals.flatMap(({ type, isMutable }, index) => {
    const constant = type === wide ? 0x42 : 0x41;
    return [type, isMutable ? 1 : 0, constant, ...signedBytes(values[index] ?? 0n), 0x0b];
  });
  return Buffer.from([...numberBytes(globals.length), ...entries]);
}

/** Zeros between two pieces of data that are worth a new piece. */
const gap = 64;

/** Writes the memory as pieces of data, without long runs of zeros. */
function dataSection(memory: Uint8Array): Uint8Array {
  const pieces: Buffer[] = [];
  let at = nextByte(memory, 0);
  while (at < memory.length) {
    let end = at;
    for (let next = at; next < memory.length && next - end <= gap; next = nextByte(memory, end)) {
      end = next + 1;
    }
    pieces.push(
      Buffer.from([0, 0x41, ...signedBytes(BigInt(at)), 0x0b, ...numberBytes(end - at)]),
      Buffer.from(memory.subarray(at, end)),
    );
    at = nextByte(memory, end);
  }
  return Buffer.concat([Buffer.from(numberBytes(pieces.length / 2)), ...pieces]);
}

/** Returns the index of the next byte that is not zero, or the length. */
function nextByte(memory: Uint8Array, from: number): number {
  let at = from;
  while (at < memory.length && memory[at] === 0) {
    at += 1;
  }
  return at;
}
