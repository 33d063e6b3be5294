import { cannotContainSecret, mayContainSecret } from "./detect-secret-text.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";

/** A part of a source: offsets in UTF-16 units. */
export interface TextRange {
  readonly source: SourceText;
  readonly start: number;
  readonly end: number;
}

/** Whether a source may hold a Secret at all, computed once. */
const known = new WeakMap<SourceText, boolean>();

/** The same for documents: one may have many faults. */
const knownDocuments = new WeakMap<TextRange, boolean>();

/**
 * Reports whether messages must not quote a document, because it may be a Secret or a part of one.
 * Complexity: the first call takes time linear in the source, the first for each document linear in that
 * document.
 */
export function mustRedact(document: TextRange): boolean {
  const { source, start, end } = document;
  const secret = known.get(source) ?? mayContainSecret(source.text);
  known.set(source, secret);
  const hides =
    knownDocuments.get(document) ?? (secret && !cannotContainSecret(source.text.slice(start, end)));
  knownDocuments.set(document, hides);
  return hides;
}
