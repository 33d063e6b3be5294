import { chmod, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";

import type { FileSink } from "./file-sink.ts";

/**
 * A shelf that is a folder, which nobody else writes to. Files get 0644 or 0755, folders 0755, whatever the
 * umask is.
 */
export function openDiskSink(folder: string): FileSink {
  const pathOf = (steps: readonly string[]): string => join(folder, ...steps);
  return {
    addFolder: async (steps) => {
      await mkdir(pathOf(steps));
      await chmod(pathOf(steps), 0o755);
    },
    addFile: async ({ steps, isExecutable, content }) => {
      // Never through something that is there already.
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
