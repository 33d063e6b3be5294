import type { Readable, Transform } from "node:stream";
import { createGunzip, createZstdDecompress } from "node:zlib";

/** How the bytes of a layer are packed. */
export type Packing = "gzip" | "zstd" | "plain";

/**
 * What packing the first bytes of a layer show. Types in manifests are not always right about it, the bytes
 * are.
 */
export function packingOf(head: Uint8Array): Packing {
  const starts = (magic: readonly number[]): boolean => magic.every((byte, index) => head[index] === byte);
  if (starts([0x1f, 0x8b])) {
    return "gzip";
  }
  return starts([0x28, 0xb5, 0x2f, 0xfd]) ? "zstd" : "plain";
}

/** What unpacks it; nothing for what is plain. */
export function inflaterOf(packing: Packing): readonly Transform[] {
  const inflaters = { gzip: () => [createGunzip()], zstd: () => [createZstdDecompress()], plain: () => [] };
  return inflaters[packing]();
}

/** A layer in the form it was downloaded in. */
export interface PackedLayer {
  /** The first bytes, four where there are as many. */
  readonly head: Uint8Array;
  readonly open: () => Readable;
}
