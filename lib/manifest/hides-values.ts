import { isSurelyNoSecret, mayBeSecret } from "../object/secret-text.ts";
import type { SourceText } from "../object/source-text.ts";
import type { SourceDocument } from "./manifest.ts";

/** Whether a source may hold a Secret at all, found once. */
const known = new WeakMap<SourceText, boolean>();

/**
 * Whether messages may not repeat what stands in a document, because it may be a Secret or a part of one.
 * Complexity: the first question costs the source, each then the document.
 */
export function hidesValues({ source, start, end }: SourceDocument): boolean {
  const secret = known.get(source) ?? mayBeSecret(source.text);
  known.set(source, secret);
  return secret && !isSurelyNoSecret(source.text.slice(start, end));
}
