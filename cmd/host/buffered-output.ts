/** An output that batches writes. */
export interface Gathered {
  readonly write: (text: string) => void;
  /** Writes the pending text immediately. */
  readonly flush: () => void;
}

/** Milliseconds: too short to notice, long enough for about ten lines of a run at full speed. */
const moment = 20;

/**
 * Combines all text within 20 ms into one write. A write to a pipe is a synchronous system call: one per line
 * takes a tenth of the time of a run with a thousand objects.
 */
export function bufferOutput(write: (text: string) => void): Gathered {
  let texts: string[] = [];
  const flush = (): void => {
    const text = texts.join("");
    texts = [];
    if (text !== "") {
      write(text);
    }
  };
  return {
    write: (text) => {
      if (texts.length === 0) {
        setTimeout(flush, moment);
      }
      texts.push(text);
    },
    flush,
  };
}
