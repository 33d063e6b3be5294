import { chmod, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";

/** The destination of an image's files. Paths are validated: they never lead out of the sink. */
export interface FileSink {
  readonly addFolder: (steps: readonly string[]) => Promise<void>;
  readonly addFile: (file: SinkFile) => Promise<void>;
  /** Removes a file, or a folder with its content. */
  readonly remove: (steps: readonly string[]) => Promise<void>;
}

/** A file to write to the sink. */
interface SinkFile {
  readonly steps: readonly string[];
  readonly isExecutable: boolean;
  /** In bytes: the length of the content. */
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * Opens a sink that writes to a folder to which there are no other writers. Files get 0644 or 0755, folders
 * 0755, regardless of the umask.
 */
export function openDiskSink(folder: string): FileSink {
  const pathOf = (steps: readonly string[]): string => join(folder, ...steps);
  return {
    addFolder: async (steps) => {
      await mkdir(pathOf(steps));
      await chmod(pathOf(steps), 0o755);
    },
    addFile: async ({ steps, isExecutable, content }) => {
      // Never write through an existing file or link.
      const file = await open(pathOf(steps), "wx", 0o644);
      try {
        await file.writeFile(content);
        await file.chmod(isExecutable ? 0o755 : 0o644);
      } finally {
        await file.close();
      }
    },
    remove: async (steps) => {
      await rm(pathOf(steps), { recursive: true });
    },
  };
}

/** A sink that keeps some files of the root in memory and discards all others. */
interface MemoryShelf extends FileSink {
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
