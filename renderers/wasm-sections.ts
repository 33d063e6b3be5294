/** Sections of a WebAssembly module (https://webassembly.github.io/spec/core/binary/modules.html). */

/** A section, with its content. */
export interface Section {
  readonly id: number;
  readonly content: Uint8Array;
}

/** The ids of sections that are rewritten. */
export const sectionIds = { memory: 5, global: 6, export: 7, data: 11 } as const;

/** Bytes of the magic number and the version. */
const header = 8;

/** Splits a module into its sections. */
export function sectionsOf(module: Uint8Array): readonly Section[] {
  const sections: Section[] = [];
  let at = header;
  while (at < module.length) {
    const [size, start] = readNumber(module, at + 1);
    sections.push({ id: module[at] ?? 0, content: module.subarray(start, start + size) });
    at = start + size;
  }
  return sections;
}

/** Joins sections to a module. */
export function moduleOf(sections: readonly Section[]): Uint8Array {
  const magic = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  const pieces = sections.flatMap(({ id, content }) => [
    Buffer.from([id, ...numberBytes(content.length)]),
    content,
  ]);
  return Buffer.concat([magic, ...pieces]);
}

/** Replaces the content of a section. Throws an Error if the module has no such section. */
export function withSection(
  sections: readonly Section[],
  id: number,
  change: (content: Uint8Array) => Uint8Array,
): readonly Section[] {
  if (!sections.some((section) => section.id === id)) {
    throw new Error(`the module has no section ${id}`);
  }
  return sections.map((section) => (section.id === id ? { id, content: change(section.content) } : section));
}

/** Reads an unsigned number of LEB128; returns it with the index of what follows. */
export function readNumber(bytes: Uint8Array, from: number): readonly [number, number] {
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

/** Writes an unsigned number as LEB128. */
export function numberBytes(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...numberBytes(Math.floor(value / 0x80))];
}

/** Writes a signed number as LEB128. */
export function signedBytes(value: bigint): readonly number[] {
  const low = Number(BigInt.asUintN(7, value));
  const rest = value >> 7n;
  const isLast = (rest === 0n && low < 0x40) || (rest === -1n && low >= 0x40);
  return isLast ? [low] : [low + 0x80, ...signedBytes(rest)];
}
