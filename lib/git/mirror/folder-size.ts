import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

import type { Clock } from "../../async/clock.ts";

/** The size of the packs of a mirror. */
export interface PackSize {
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
