import type { Reading } from "../../manifest/read-manifests.ts";
import type { SourceText } from "../../object/source-text.ts";

/** What a worker answers: what it has read in one of the sources that it was given, the first one first. */
export interface ReadAnswer {
  readonly index: number;
  readonly reading: Reading;
}

/** A thread that reads sources, with a heap of its own. */
export interface ReadingWorker {
  /** Has it read sources, one after the other. It is given no others before it has answered for all of these. */
  readonly read: (sources: readonly SourceText[]) => void;
  /** Hears the answers to what it was given last; where it ends before, why it has ended. */
  readonly hear: (answered: (answer: ReadAnswer) => void, ended: (error: Error) => void) => void;
  /** Ends it, whatever it does. */
  readonly terminate: () => void;
}

/** A worker needed more memory than it may have. */
export class ReadingMemoryError extends Error {
  override readonly name = "ReadingMemoryError";
}
