import { numberBytes, readNumber, type Section, sectionIds, withSection } from "./wasm-sections.ts";

/** Pages of 64 KiB in a mebibyte. */
const pages = 16;

/**
 * Returns the sections with a maximum for the memory, which the Go linker does not set, and with a minimum in
 * pages if it is given. Throws an Error if there is not exactly one memory.
 */
export function limitMemory(
  sections: readonly Section[],
  mebibytes: number,
  atLeast?: number,
): readonly Section[] {
  return withSection(sections, sectionIds.memory, (content) => {
    if (content[0] !== 1) {
      throw new Error("the module has more than one memory");
    }
    const [minimum] = readNumber(content, 2);
    return Buffer.from([1, 1, ...numberBytes(atLeast ?? minimum), ...numberBytes(mebibytes * pages)]);
  });
}
