import type { MirrorCall, Mirror } from "../mirror/mirror.ts";
import { BrokenMirror, readObjects } from "../mirror/object-reader.ts";
import type { MirroredEntry } from "./list-tree.ts";

/** Bytes of blobs by their ids, without those that do not exist. */
export type BlobSizes = ReadonlyMap<string, number>;

/** Groups entries by the mirror that has their content, in their order. */
export function byMirror(entries: readonly MirroredEntry[]): ReadonlyMap<Mirror, readonly MirroredEntry[]> {
  return Map.groupBy(entries, ({ mirror }) => mirror);
}

/** Returns the sizes of blobs without reading their contents. Throws a BrokenMirror if that fails. */
export async function measureBlobs(
  entries: readonly MirroredEntry[],
  errand: MirrorCall,
): Promise<BlobSizes> {
  const sizes = new Map<string, number>();
  for (const [mirror, some] of byMirror(entries)) {
    const ids = [...new Set(some.map(({ id }) => id))];
    const pieces: Uint8Array[] = [];
    const ending = await mirror.read(["cat-file", "--batch-check"], {
      ...errand,
      input: ids.map((id) => `${id}\n`).join(""),
      take: async (output) => {
        for await (const piece of output) {
          pieces.push(piece);
        }
        return "all";
      },
    });
    if (ending.exit !== 0) {
      throw new BrokenMirror("sizes of files cannot be read");
    }
    for (const line of Buffer.concat(pieces).toString("latin1").split("\n")) {
      const [id = "", type, size = ""] = line.split(" ");
      if (type === "blob") {
        sizes.set(id, Number(size));
      }
    }
  }
  return sizes;
}

/**
 * Reads the contents of entries, in their order, mirror by mirror, and passes each to `take`. Throws a
 * BrokenMirror if one is missing.
 */
export async function readBlobs(
  entries: readonly MirroredEntry[],
  errand: MirrorCall,
  take: (entry: MirroredEntry, body: Uint8Array) => Promise<void>,
): Promise<void> {
  for (const [mirror, some] of byMirror(entries)) {
    const rest = some[Symbol.iterator]();
    const ending = await mirror.read(["cat-file", "--batch"], {
      ...errand,
      input: some.map(({ id }) => `${id}\n`).join(""),
      take: async (output) => {
        for await (const object of readObjects(output, errand.limits.file)) {
          const { value: entry } = rest.next();
          if (entry === undefined || object?.type !== "blob" || object.id !== entry.id) {
            throw new BrokenMirror("the content of a file is missing");
          }
          await take(entry, object.body);
        }
        return "all";
      },
    });
    if (ending.exit !== 0 || rest.next().done !== true) {
      throw new BrokenMirror("the content of a file cannot be read");
    }
  }
}
