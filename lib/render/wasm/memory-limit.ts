/** Bytes of a page of memory. */
const page = 2 ** 16;

/** Bytes that a rendering may have at most, and at least, however little there is. */
const most = 512 * 2 ** 20;
const least = 128 * 2 ** 20;

/**
 * Returns the bytes of memory that a rendering may have in a container of that many bytes: the rest is for
 * the process itself and for compiled code. 0: there is no container.
 */
export function memoryLimit(available: number): number {
  return available <= 0 ? most : Math.max(least, Math.min(most, Math.floor(available * 0.45)));
}

/** The id of the section of memories, and the index of the first section. */
const memorySection = 5;
const firstSection = 8;

/**
 * Lowers the maximum of the memory in a module that `make renderers` has built: there it has two bytes. A
 * module of another form is unchanged.
 */
export function lowerMemory(module: Uint8Array, bytes: number): void {
  let at = firstSection;
  while (at < module.length && module[at] !== memorySection) {
    const [size, start] = numberAt(module, at + 1);
    at = start + size;
  }
  const [, content] = numberAt(module, at + 1);
  const hasMaximum = module[content] === 1 && module[content + 1] === 1;
  const [minimum, end] = numberAt(module, content + 2);
  const pages = Math.max(minimum, Math.floor(bytes / page));
  if (hasMaximum && pages < numberAt(module, end)[0] && numberAt(module, end)[1] === end + 2) {
    module.set([(pages % 0x80) + 0x80, Math.floor(pages / 0x80)], end);
  }
}

/** Reads an unsigned number of LEB128; returns it with the index of what follows. */
function numberAt(bytes: Uint8Array, from: number): readonly [value: number, end: number] {
  let value = 0;
  let at = from;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    at += 1;
    if (byte < 0x80) {
      break;
    }
  }
  return [value, at];
}
