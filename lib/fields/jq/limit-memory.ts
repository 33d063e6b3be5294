import { runInThisContext } from "node:vm";

/** The part of WebAssembly that a limit of memory needs; the types of Node lack it. */
interface GrowingMemory {
  readonly buffer: ArrayBufferLike;
  grow(pages: number): number;
}

const pageSize = 65_536;
const bytesAtMost = 64 * 1024 * 1024;

/**
 * Limits every memory of WebAssembly in this thread to 64 MiB: limits of a thread do not count it. A module
 * that needs more fails. Throws a RangeError where the memory grows.
 */
export function limitMemory(): void {
  const memory: unknown = runInThisContext("WebAssembly.Memory");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- WebAssembly has no types here
  const { prototype } = memory as { readonly prototype: GrowingMemory };
  const grow = Reflect.get(prototype, "grow");
  prototype.grow = function growWithin(pages) {
    if (this.buffer.byteLength + pages * pageSize > bytesAtMost) {
      throw new RangeError("the memory of jq is limited");
    }
    return Reflect.apply(grow, this, [pages]);
  };
}
