import type { Readable, Transform } from "node:stream";
import { createGunzip, createZstdDecompress } from "node:zlib";

/** The compression of a layer. */
export type Packing = "gzip" | "zstd" | "plain";

/**
 * Detects the compression from the first bytes of a layer, because media types in manifests are not always
 * right.
 */
export function packingOf(head: Uint8Array): Packing {
  const starts = (magic: readonly number[]): boolean => magic.every((byte, index) => head[index] === byte);
  if (starts([0x1f, 0x8b])) {
    return "gzip";
  }
  return starts([0x28, 0xb5, 0x2f, 0xfd]) ? "zstd" : "plain";
}

/** Returns the decompressor; none for `plain`. */
export function inflaterOf(packing: Packing): readonly Transform[] {
  const inflaters = { gzip: () => [createGunzip()], zstd: () => [createZstdDecompress()], plain: () => [] };
  return inflaters[packing]();
}

/** A layer as it was downloaded. */
export interface PackedLayer {
  /** The first four bytes, or fewer in a shorter layer. */
  readonly head: Uint8Array;
  readonly open: () => Readable;
}
