import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { BrokenMirror } from "./object-reader.ts";

/**
 * Returns the packs of a mirror that were not seen before. Throws a BrokenMirror if a pack or its index lacks
 * the other.
 */
export async function unseenPacks(mirror: string, seen: ReadonlySet<string>): Promise<readonly string[]> {
  const folder = join(mirror, "objects", "pack");
  const all = new Set(await readdir(folder).catch(() => []));
  const stems = new Set(
    [...all].map((name) => /^(?<stem>pack-[0-9a-f]+)\./.exec(name)?.groups?.["stem"] ?? ""),
  );
  stems.delete("");
  for (const stem of stems) {
    if (!all.has(`${stem}.pack`) || !all.has(`${stem}.idx`)) {
      throw new BrokenMirror("a pack is not whole");
    }
  }
  return [...stems].map((stem) => join(folder, `${stem}.pack`)).filter((path) => !seen.has(path));
}
