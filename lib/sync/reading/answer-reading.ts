import { readManifests } from "../../manifest/read-manifests.ts";
import type { SourceText } from "../../object/source-text.ts";
import type { ReadAnswer } from "./reading-worker.ts";

/**
 * Reads sources in a worker, and answers for each. The texts are not sent back: whoever asked has them, and `withText` puts them in again.
 */
export function answerReading(sources: readonly SourceText[], answer: (answer: ReadAnswer) => void): void {
  for (const [index, given] of sources.entries()) {
    const source = { ...given };
    const reading = readManifests(source);
    source.text = "";
    answer({ index, reading });
  }
}

/** The answer with the text of its source, which all documents of the source share. */
export function withText({ reading }: ReadAnswer, { text }: SourceText): ReadAnswer["reading"] {
  const source = reading.objects[0]?.document.source;
  if (source !== undefined) {
    Object.assign(source, { text });
  }
  return reading;
}
