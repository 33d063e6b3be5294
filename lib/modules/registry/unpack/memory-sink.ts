import type { FileSink } from "./file-sink.ts";

/** A sink that keeps some files of the root in memory and discards all others. */
export interface MemoryShelf extends FileSink {
  /** The files that were added last and not removed, by name. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/**
 * Opens a sink for files of these names. `refuse` is called for one with more than `most` bytes, and throws.
 */
export function openMemoryShelf(
  wanted: readonly string[],
  most: number,
  refuse: (name: string) => never,
): MemoryShelf {
  const files = new Map<string, Buffer>();
  const wantedName = (steps: readonly string[]): string | undefined =>
    steps.length === 1 ? wanted.find((name) => name === steps[0]) : undefined;
  return {
    files,
    addFolder: () => Promise.resolve(),
    addFile: async ({ steps, size, content }) => {
      const name = wantedName(steps);
      if (name === undefined) {
        return;
      }
      if (size > most) {
        refuse(name);
      }
      files.set(name, Buffer.concat(await Array.fromAsync(content)));
    },
    remove: (steps) => {
      files.delete(wantedName(steps) ?? "");
      return Promise.resolve();
    },
  };
}
