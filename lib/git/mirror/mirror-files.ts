import { readdir, stat, rm } from "node:fs/promises";
import { join } from "node:path";

import type { Clock } from "../../async/clock.ts";
import { BrokenMirror } from "./object-reader.ts";

/** The size of the packs of a mirror. */
interface PackSize {
  readonly bytes: number;
  readonly packs: number;
}

/** Adds up the packs of a mirror, including those that are still being written. */
export async function packSize(mirror: string): Promise<PackSize> {
  const folder = join(mirror, "objects", "pack");
  const names = await readdir(folder).catch(() => []);
  let bytes = 0;
  for (const name of names) {
    // A file may have been renamed since.
    bytes += await stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    );
  }
  return { bytes, packs: names.filter((name) => name.endsWith(".pack")).length };
}

/** Milliseconds between two looks: a fast connection brings some tens of megabytes in that time. */
const betweenLooks = 200;

/**
 * Polls whether the packs of a mirror have become larger than that many bytes, and reports that once; the
 * returned function stops it.
 */
export function watchSize(
  mirror: string,
  { most, clock, report }: { readonly most: number; readonly clock: Clock; readonly report: () => void },
): () => void {
  const ended = new AbortController();
  let callOff: (() => void) | undefined;
  const look = async (): Promise<void> => {
    const { bytes } = await packSize(mirror);
    if (ended.signal.aborted) {
      return;
    }
    if (bytes > most) {
      report();
    } else {
      wait();
    }
  };
  const wait = (): void => {
    callOff = clock.after(betweenLooks, () => void look());
  };
  wait();
  return () => {
    ended.abort();
    callOff?.();
  };
}

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
      throw new BrokenMirror("a pack is incomplete");
    }
  }
  return [...stems].map((stem) => join(folder, `${stem}.pack`)).filter((path) => !seen.has(path));
}

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
