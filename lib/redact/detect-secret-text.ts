/**
 * Whether a text may hold a Secret, judged by its bare characters: the texts worth hiding are often those
 * that no parser accepts. It errs on the safe side, so a ConfigMap that speaks of `kind: Secret` counts too.
 */
import { editDistance } from "../object/diagnostic/suggestion.ts";

/**
 * What stands behind a key `kind` (also a misspelled one, or one written with escapes): the word, with a
 * backslash where an escape follows, or the star of an alias. The counts keep hostile text from making the
 * search quadratic.
 */
const kindValue =
  /(?:(?:kind|\bknd|\bkin|\bkid|\bkidn|\bknid)s?["']?|\\[^"\\\n]*")\s*:\s*(?:#[^\n]{0,200}\n\s*){0,3}(?:[!&]\S{0,100}\s+){0,4}(?:[|>][-+\d]*\s+)?["']?\s*(\*|[\w-]*\\?)/gi;

/** What only Secrets hold: `stringData`, and the types that Kubernetes, Helm and kubeadm give them. */
const secretField =
  /string[-_ ]?data["']?\s*:|(?<![\w-])type["']?\s*:\s*["']?(?:opaque(?!\w)|(?:(?:bootstrap\.)?kubernetes\.io|helm\.sh)\/)/i;

/** An annotation that asks to hide values, also as JSON may write it. */
const sensitiveAnnotation = /werf\.io\\?\/sensitive(?!["']?\s*:\s*["']?(?:false|0)\b)/i;

/** Letters by which a kind may differ from `secret` and still be meant as one. */
const likeness = 2;

/**
 * Whether a text may hold a Secret, or what else is to be hidden: one that says so in any spelling near to
 * it, or that has a field of Secrets. Complexity: O(length).
 */
export function mayContainSecret(text: string): boolean {
  if (secretField.test(text) || sensitiveAnnotation.test(text)) {
    return true;
  }
  for (const [, word = ""] of text.matchAll(kindValue)) {
    if (soundsSecret(word)) {
      return true;
    }
  }
  return false;
}

function soundsSecret(word: string): boolean {
  if (word.endsWith("\\") || word === "*") {
    return true;
  }
  const single = word.toLowerCase().replace(/s?(?:list)?s?$/, "");
  return Math.abs(single.length - "secret".length) <= likeness && editDistance(single, "secret") <= likeness;
}

const ownKind = /^kind:[ \t]+(?:"[A-Za-z]\w*"|'[A-Za-z]\w*'|[A-Za-z]\w*)[ \t]*(?:#.*)?\r?$/m;

/**
 * Whether the text of one YAML document surely holds nothing of a Secret that stands in the same file: it
 * names a kind of its own. What has none may be the rest of a Secret that a `---` in a block of text cut in
 * two.
 */
export function cannotContainSecret(text: string): boolean {
  return ownKind.test(text) && !mayContainSecret(text);
}
