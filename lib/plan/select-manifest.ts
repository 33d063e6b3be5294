import type { Manifest } from "../manifest/manifest.ts";
import { findRef, type FoundObject, kindWordsAmong } from "./find-object.ts";
import { listSome } from "../object/message-text.ts";

/**
 * Returns the manifest that a user names, or a fault if there is no single match. `namespace`: the one that a
 * name without a namespace means. Complexity: O(manifests).
 */
export function chooseManifest(
  text: string,
  manifests: readonly Manifest[],
  namespace: string,
): Manifest | { readonly fault: string } {
  const byKey = new Map(manifests.map((manifest) => [manifest.key, manifest]));
  const refs = new Map(manifests.map(({ key, ref }) => [key, ref]));
  const found = findRef(text, refs, { words: kindWordsAmong(manifests), namespace });
  const chosen = found.kind === "found" ? byKey.get(found.ref) : undefined;
  return chosen ?? { fault: notFoundMessage(text, found, "set") };
}

/** Explains why a text names no object of a `plan`, or of whatever else holds the objects. */
export function notFoundMessage(text: string, found: FoundObject, among: string): string {
  if (found.kind === "ambiguous") {
    return `"${text}" is ambiguous; it matches ${listSome(found.candidates)}: use the full name`;
  }
  const near = found.kind === "unknown" ? found.suggestions : [];
  const guess = near.length === 0 ? "" : `; did you mean ${near.join(" or ")}?`;
  return `the ${among} has no object "${text}"${guess}`;
}
