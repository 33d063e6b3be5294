import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { BenchInput } from "./input.ts";

/** An input as a file. */
export interface WrittenInput {
  readonly file: string;
  readonly bytes: number;
}

/**
 * Writes an input into a file of the folder, piece by piece, so that a large one is never in memory as a
 * whole.
 */
export async function writeInput(
  { name, documents }: Pick<BenchInput, "name" | "documents">,
  folder: string,
): Promise<WrittenInput> {
  const file = join(folder, `${name}.yaml`);
  await pipeline(Readable.from(withSeparators(documents())), createWriteStream(file));
  return { file, bytes: (await stat(file)).size };
}

/** Joins documents with a line of `---` between them, in pieces large enough to write. */
function* withSeparators(documents: Iterable<string>): Generator<string> {
  let piece = "";
  let separator = "";
  for (const document of documents) {
    piece += separator + document;
    separator = "---\n";
    if (piece.length > 1_000_000) {
      yield piece;
      piece = "";
    }
  }
  yield piece;
}
