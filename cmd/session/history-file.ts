import { open, stat } from "node:fs/promises";

import type { Duration } from "../../lib/object/duration.ts";
import { parseHistory } from "../../lib/report/release/parse-history.ts";
import { UsageError } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";

/** Larger than any history. */
const largestHistory = 50_000_000;

/** Reads the durations in the output of `converge history`. Throws a UsageError if it is something else. */
export async function readHistoryFile(path: string, host: Host): Promise<ReadonlyMap<string, Duration>> {
  const content = path === "-" ? await host.readStdin() : await readContent(path);
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
    if ((await stat(path)).size > largestHistory) {
      throw new UsageError(`--history: ${path} is larger than any history`);
    }
    const file = await open(path);
    try {
      return await file.readFile();
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
