import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * Removes what a killed git leaves behind in a mirror: locks, which would stop the next one, and partial
 * packs. Only we work there, one call at a time, so no lock is in use.
 */
export async function removeLeftBehind(mirror: string): Promise<void> {
  for (const [folder, pattern] of places) {
    const path = join(mirror, folder);
    const names = await readdir(path).catch(() => []);
    for (const name of names.filter((one) => pattern.test(one))) {
      await rm(join(path, name), { recursive: true, force: true });
    }
  }
}

const places: readonly (readonly [folder: string, pattern: RegExp])[] = [
  ["", /\.lock$|^shallow_|^gc\.pid$/],
  ["refs", /\.lock$/],
  ["refs/converge", /\.lock$/],
  ["objects", /\.lock$|^tmp_/],
  ["objects/pack", /^\.?tmp[-_]|\.lock$|\.keep$/],
];
