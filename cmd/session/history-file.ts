import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

import type { Duration } from "../../lib/object/duration.ts";
import { parseHistory } from "../../lib/report/release/parse-history.ts";
import { UsageError } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";

/** Larger than any history. */
const largestHistory = 50_000_000;

/** Reads the durations in the output of `converge history`. Throws a UsageError if it is something else. */
export async function readHistoryFile(path: string, host: Host): Promise<ReadonlyMap<string, Duration>> {
  const content = path === "-" ? await host.readStdin(largestHistory) : await readContent(path);
  if (content.length > largestHistory) {
    throw new UsageError(`--history: ${path} is larger than any history`);
  }
  const durations = parseHistory(new TextDecoder().decode(content));
  if (durations === undefined) {
    throw new UsageError(
      `--history: ${path} is not a history of a release: write one with \`converge history NAME -o json\``,
    );
  }
  return durations;
}

async function readContent(path: string): Promise<Uint8Array> {
  try {
    // Opening a pipe that nobody writes to would otherwise never end.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return await readBounded(file, path);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof UsageError) {
      throw error;
    }
    throw new UsageError(`--history: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Reads one byte more than a history may have. Devices and pipes have no size, so they are refused. */
async function readBounded(file: FileHandle, path: string): Promise<Uint8Array> {
  if (!(await file.stat()).isFile()) {
    throw new UsageError(`--history: ${path} is not a regular file: write - to read standard input`);
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.createReadStream({ end: largestHistory, autoClose: false })) {
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks);
}
