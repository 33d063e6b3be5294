import type { LuaAddress } from "./lua-exports.ts";
import { LuaHalt, type LuaMachine } from "./lua-machine.ts";

/** A text in the memory of a machine, in UTF-8 and with a zero byte behind it. */
export interface WrittenText {
  readonly at: LuaAddress;
  /** In bytes. */
  readonly length: number;
}

/** Writes texts into the memory of a machine, into one buffer, which grows with the texts. */
export interface TextWriter {
  /** The text is there until the next one is written. */
  readonly write: (text: string) => WrittenText;
  /** Frees the buffer. */
  readonly close: () => void;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** The most bytes of a UTF-16 unit in UTF-8. */
const bytesPerUnit = 3;
const firstSize = 16_384;

/** Creates a writer, with a first buffer. Throws a `LuaHalt` if there is no memory, as its functions do. */
export function createTextWriter({ lua }: LuaMachine): TextWriter {
  let size = firstSize;
  let at = allocate(size);
  let view = new Uint8Array(lua.memory.buffer);
  function allocate(wanted: number): LuaAddress {
    const address = lua.malloc(wanted);
    if (address === 0) {
      throw new LuaHalt("memory");
    }
    return address;
  }
  return {
    write: (text) => {
      const wanted = text.length * bytesPerUnit + 1;
      if (wanted > size) {
        lua.free(at);
        at = allocate(wanted);
        size = wanted;
      }
      if (view.buffer !== lua.memory.buffer) {
        view = new Uint8Array(lua.memory.buffer);
      }
      const { written } = encoder.encodeInto(text, view.subarray(at, at + size - 1));
      view[at + written] = 0;
      return { at, length: written };
    },
    close: () => {
      lua.free(at);
    },
  };
}

/** Reads a text of a machine. */
export function readText({ lua }: LuaMachine, { at, length }: WrittenText): string {
  return decoder.decode(new Uint8Array(lua.memory.buffer, at, length));
}
