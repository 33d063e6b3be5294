import { chmod, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";

import type { FileSink } from "./file-sink.ts";

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
