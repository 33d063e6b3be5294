/** The sections of a WebAssembly module that has a memory of its own. */
const memorySection = 5;

/** Bytes of the magic number and the version. */
const header = 8;

/** Pages of 64 KiB in a mebibyte. */
const pages = 16;

/**
 * Returns the module with a maximum for its memory, which the Go linker does not set. Throws an Error if it
 * has no memory, or a maximum already (https://webassembly.github.io/spec/core/binary/modules.html).
 */
export function limitMemory(module: Uint8Array, mebibytes: number): Uint8Array {
  let at = header;
  while (at < module.length) {
    const [size, start] = readNumber(module, at + 1);
    if (module[at] === memorySection) {
      const section = limited(module.subarray(start, start + size), mebibytes * pages);
      return Buffer.concat([module.subarray(0, at), section, module.subarray(start + size)]);
    }
    at = start + size;
  }
  throw new Error("the module has no memory");
}

/** Returns the section of one memory with a maximum. */
function limited(content: Uint8Array, maximum: number): Uint8Array {
  const [count, flags] = content;
  if (count !== 1 || flags !== 0) {
    throw new Error("the memory of the module is limited already");
  }
  const [minimum] = readNumber(content, 2);
  const limits = Buffer.from([1, 1, ...numberBytes(minimum), ...numberBytes(maximum)]);
  return Buffer.concat([Buffer.from([memorySection, ...numberBytes(limits.length)]), limits]);
}

/** Reads a number of LEB128; returns it with the index of what follows. */
function readNumber(bytes: Uint8Array, from: number): readonly [number, number] {
  let value = 0;
  let at = from;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    at += 1;
    if (byte < 0x80) {
      return [value, at];
    }
  }
}

function numberBytes(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...numberBytes(Math.floor(value / 0x80))];
}
