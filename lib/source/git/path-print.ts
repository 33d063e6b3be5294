import { createHash } from "node:crypto";

import { plainPath } from "./lay-out/asked-path.ts";
import type { Errand, Mirror } from "./mirror/mirror.ts";

/** Bytes of a listing, some fifty thousand files: a longer one is not worth the time that it saves. */
const longest = 8 * 2 ** 20;

/**
 * What tells the files below a path from others: two commits that give the same have the same files there. Undefined where a link or a
 * submodule is among them, for what these hold lies elsewhere, and where there are very many.
 */
export async function printPath(
  path: string,
  commit: string,
  { mirror, errand }: { readonly mirror: Mirror; readonly errand: Errand },
): Promise<string | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const below = plainPath(path);
  const { exit } = await mirror.read(
    ["ls-tree", "-r", "-z", "--full-tree", commit, ...(below === "" ? [] : ["--", below])],
    {
      ...errand,
      take: async (output) => {
        for await (const piece of output) {
          pieces.push(piece);
          size += piece.length;
          if (size > longest) {
            return "enough";
          }
        }
        return "all";
      },
    },
  );
  const listed = Buffer.concat(pieces);
  const isPlain = !/(?:^|\0)(?:120000|160000) /.test(listed.toString("latin1"));
  return exit === 0 && isPlain && size > 0 && size <= longest
    ? createHash("sha256").update(listed).digest("hex")
    : undefined;
}
